"""Reads laws: the Markdown that a pack brings becomes articles by their numbers, by forms that all packs share."""

import hashlib
import re
from collections.abc import Iterable
from functools import cache

from insurance_desktop import paths
from insurance_desktop.domain.laws import LawArticle, LawForms, LawWork
from insurance_desktop.domain.numerals import numbered
from insurance_desktop.packs.kept_toml import entries_of
from insurance_desktop.packs.registry import pack_folder, pack_names

FOLDER = "laws"
_FORMS = "law_forms.toml"
_HEADING = re.compile(r"(#+)\s+(.+)")
_END = "# -"
"""A heading behind the last line: there the last article ends, too."""


@cache
def law_forms() -> LawForms:
    """How laws are printed and named."""
    return LawForms(**entries_of(paths.pack_folders()[0] / _FORMS))


def packs_with_laws() -> tuple[str, ...]:
    """The packs that bring laws."""
    return tuple(name for name in pack_names() if (pack_folder(name) / FOLDER).is_dir())


@cache
def articles_of(pack: str, work: LawWork) -> dict[str, LawArticle] | None:
    """The articles of a law, by the values of their numbers; None where its file is not the one that was taken up."""
    try:
        content = (pack_folder(pack) / FOLDER / work.file).read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content).hexdigest() != work.sha256:
        return None
    return articles_in(content.decode(), work)


def articles_in(text: str, work: LawWork) -> dict[str, LawArticle]:
    """The articles of a Markdown text; each goes on to the next one or to the next heading."""
    found: dict[str, LawArticle] = {}
    headings: dict[int, str] = {}
    written: list[str] = []
    opened: re.Match[str] | None = None
    lines = [*filter(None, map(str.strip, text.splitlines())), _END]
    day = day_in(law_forms().in_force_form, lines)
    for line in lines:
        heading, opening = _HEADING.fullmatch(line), re.match(law_forms().article_form, line)
        if opened and (heading or opening):
            chapter = tuple(headings[depth] for depth in sorted(headings))
            found[numbered(opened["number"])[1]] = _article(work, opened, chapter, written, day)
            opened = None
        if heading:
            depth = len(heading[1])
            headings = {each: title for each, title in headings.items() if each < depth}
            headings |= {depth: heading[2]} if depth > 1 else {}
        elif opening:
            opened, written = opening, [line[opening.end() :]]
        elif opened:
            written.append(line)
    return found


def paragraphs_of(lines: Iterable[str]) -> tuple[str, ...]:
    """The paragraphs of an article's lines: what lists cases belongs to the one that opens the list."""
    found: list[str] = []
    for line in lines:
        if found and re.match(law_forms().listed_form, line):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return tuple(found)


def day_in(form: str, lines: Iterable[str]) -> str | None:
    """The last day that a law's lines say in this form; None where none does."""
    said = [found for line in lines for found in re.finditer(form, line)]
    return "{}-{:0>2}-{:0>2}".format(*said[-1].group("year", "month", "day")) if said else None


def _article(
    work: LawWork, opening: re.Match[str], chapter: tuple[str, ...], written: list[str], day: str | None
) -> LawArticle:
    number = int(numbered(opening["number"])[1])
    since = next((each.since for each in work.shown if number in each.articles), work.edition)
    paragraphs = paragraphs_of(written)
    text = "\n".join(paragraphs)
    return LawArticle(work.name, work.edition, day, opening["label"], since, chapter, text, paragraphs)
