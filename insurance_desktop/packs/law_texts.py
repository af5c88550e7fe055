"""Reads the laws that a pack brings: Markdown files in its folder become articles by their numbers."""

import hashlib
import re
from functools import cache

from insurance_desktop.domain.laws import LawArticle, LawRules, LawWork
from insurance_desktop.domain.numerals import numbered
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import pack_folder

FOLDER = "laws"
_HEADING = re.compile(r"(#+)\s+(.+)")
_END = "# -"
"""A heading behind the last line: there the last article ends, too."""


@cache
def articles_of(pack: str, work: LawWork) -> dict[str, LawArticle] | None:
    """The articles of a law, by the values of their numbers; None where its file is not the one that was taken up."""
    try:
        content = (pack_folder(pack) / FOLDER / work.file).read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content).hexdigest() != work.sha256:
        return None
    return articles_in(content.decode(), work, load_pack(pack).laws)


def articles_in(text: str, work: LawWork, rules: LawRules) -> dict[str, LawArticle]:
    """The articles of a Markdown text; each goes on to the next one or to the next heading."""
    found: dict[str, LawArticle] = {}
    headings: dict[int, str] = {}
    written: list[str] = []
    opened: re.Match[str] | None = None
    for line in (*filter(None, map(str.strip, text.splitlines())), _END):
        heading, opening = _HEADING.fullmatch(line), re.match(rules.article_form, line)
        if opened and (heading or opening):
            chapter = tuple(headings[depth] for depth in sorted(headings))
            found[numbered(opened["number"])[1]] = _article(work, opened, chapter, written, rules)
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


def _article(
    work: LawWork, opening: re.Match[str], chapter: tuple[str, ...], written: list[str], rules: LawRules
) -> LawArticle:
    number = int(numbered(opening["number"])[1])
    since = next((each.since for each in work.unchanged if each.first <= number <= each.last), work.edition)
    paragraphs: list[str] = []
    for line in written:
        if paragraphs and re.match(rules.listed_form, line):
            paragraphs[-1] += f"\n{line}"
        else:
            paragraphs.append(line)
    return LawArticle(
        work.name, work.edition, opening["label"], since, chapter, "\n".join(paragraphs), tuple(paragraphs)
    )
