"""Entries of definitions without numbers: bracketed, bold or with a colon, each a section of its own. Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import HeadingParts, item_mark, unified
from ..reading.runs import Row, split_row
from .flow import CHAPTER_SIZE
from .inline_titles import COLONS, COMMAS, LONGEST_PLAIN, is_title
from .lines import Line, Part
from .text_columns import Columns
from .typeface import is_heavy, is_strong

BRACKETED = re.compile(r"\u3010([^\u3010\u3011]{1,30})\u3011")
COLON = re.compile(r"[^\uff1a:]{1,30}?[\uff1a:]")
WHOLE_LEVEL = 2
ENOUGH_TITLES = 3
"""So many paragraphs that begin with a title in brackets are the sections of a document without other headings."""
HEADINGS = frozenset({Part.CLAUSE, Part.CHAPTER, Part.ANNEX})
ENOUGH_BRACKETS = 2
ENOUGH_TERMS = 3
"""So many entries that say what their term means make a list of definitions."""
BREAKING = frozenset("\u3002\uff1b;\uff1a:")


CLAUSES = frozenset({Part.CLAUSE, Part.CHAPTER})
"""What numbers the sections of a document: definitions behind them are a chapter of their own."""


class _Sign(StrEnum):
    """What shows that a row opens with a term."""

    BOLD = "bold"
    MEANING = "meaning"
    COLON = "colon"
    BRACKET = "bracket"


class _Scope(NamedTuple):
    """A clause that defines terms: the level of its entries, and what opens one of them."""

    level: int
    sign: _Sign
    rule: str = "definition_term"


def mark_definition_titles(
    lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack
) -> list[Line]:
    """The word for definitions, alone in a line that type sets off, behind numbered sections: a chapter of its own.

    Many insurers print the definitions behind the last article, under a word in bold that has no number.
    """
    marked: list[Line] = []
    clause_seen = False
    for index, line in enumerate(lines):
        clause_seen = clause_seen or line.part in CLAUSES
        above = lines[index - 1].rows[-1] if index and lines[index - 1].rows else None
        is_inside = above is not None and columns.is_full(above, widths[above.page]) and above.text[-1] not in BREAKING
        if clause_seen and not is_inside and _titles_definitions(line, lines[index + 1 : index + 2], columns, pack):
            heading = HeadingParts("plain", "", line.text.strip(), 2)
            marked.append(replace(line, part=Part.CHAPTER, heading=heading, rule="definitions_alone"))
        else:
            marked.append(line)
    return marked


def _titles_definitions(line: Line, after: Sequence[Line], columns: Columns, pack: DomainPack) -> bool:
    if line.part is not Part.TEXT or line.column != "full" or len(line.rows) != 1 or line.rule == "after_heading":
        return False
    row = line.rows[0]
    is_set_off = is_heavy(row) or row.size >= CHAPTER_SIZE * columns.size
    is_titled = unified(normalised(row.text), pack) in pack.definition_titles
    return is_titled and is_set_off and bool(after) and after[0].part in {Part.TEXT, Part.ITEM, Part.BRANCH, Part.TABLE}


def open_definitions(lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack) -> list[Line]:
    """Within a clause of definitions that numbers nothing, each entry's term as a heading below the clause's."""
    opened: list[Line] = []
    scope = _scope_of_all(lines)
    above: Row | None = None
    in_chapter = False
    for index, line in enumerate(lines):
        if line.heading is not None and line.part in HEADINGS:
            in_chapter = _is_definitions(line.heading, pack) or (in_chapter and line.part is Part.CLAUSE)
            scope = _scope(line.heading, lines[index + 1 :], in_chapter, pack)
            above = None
        elif scope is not None and line.part is Part.LABEL:
            heading = HeadingParts("plain", "", line.text.strip(), scope.level)
            opened.append(replace(line, part=Part.BRANCH, heading=heading, rule="definition_label"))
            continue
        elif scope is not None and line.part is Part.TEXT and line.rows:
            is_new = above is None or not columns.is_full(above, widths[above.page]) or above.text[-1:] in BREAKING
            opened += _entry(line, scope, pack) if is_new else [line]
            above = line.rows[-1]
            continue
        opened.append(line)
    return opened


def _scope_of_all(lines: Sequence[Line]) -> _Scope | None:
    """A document without any heading whose paragraphs begin with titles in brackets: these are its sections."""
    if any(line.heading is not None and line.part is not Part.TEXT for line in lines):
        return None
    brackets = sum(line.part is Part.TEXT and BRACKETED.match(line.text) is not None for line in lines)
    return _Scope(WHOLE_LEVEL, _Sign.BRACKET, "bracketed_title") if brackets >= ENOUGH_TITLES else None


def _scope(heading: HeadingParts, after: Sequence[Line], is_definitions: bool, pack: DomainPack) -> _Scope | None:
    """What the heading opens; None where it opens no definitions, or numbered ones."""
    if heading.level is None:
        return None
    body = list(takewhile(lambda each: each.part not in HEADINGS, after))
    if any(line.rule == "numbered_definition" for line in body):
        return None
    texts = [line for line in body if line.part is Part.TEXT]
    follower = after[len(body)] if len(body) < len(after) else None
    has_own = follower is not None and follower.heading is not None and (follower.heading.level or 0) > heading.level
    if is_definitions and not has_own:
        return _Scope(heading.level + 1, _sign_of(texts, pack))
    brackets = sum(BRACKETED.match(line.text) is not None for line in texts)
    return _Scope(heading.level + 1, _Sign.BRACKET) if brackets >= ENOUGH_BRACKETS else None


def _sign_of(texts: Sequence[Line], pack: DomainPack) -> _Sign:
    """How the clause sets off its terms: in brackets, bold, else by what they mean; where most say it, a colon will do.

    Where terms stand in brackets, a bold line with a colon only leads on to a list.
    """
    if sum(BRACKETED.match("".join(line.text.split())) is not None for line in texts) >= ENOUGH_TERMS:
        return _Sign.BRACKET
    counts = {
        sign: sum(_term_length(line.rows[0], sign, pack) > 0 for line in texts) for sign in (_Sign.BOLD, _Sign.MEANING)
    }
    if counts[_Sign.BOLD] >= ENOUGH_TERMS:
        return _Sign.BOLD
    return _Sign.COLON if counts[_Sign.MEANING] >= ENOUGH_TERMS else _Sign.MEANING


def _is_definitions(heading: HeadingParts, pack: DomainPack) -> bool:
    return unified(normalised(heading.title), pack) in pack.definition_titles


def _entry(line: Line, scope: _Scope, pack: DomainPack) -> list[Line]:
    """The line as a term and what stands behind it; as it is where no term opens it."""
    row = line.rows[0]
    length = _term_length(row, scope.sign, pack)
    if not length:
        return [line]
    text: list[Line] = []
    if length < len(row.glyphs):
        row, rest = split_row(row, length)
        text = [Line(Part.TEXT, row.page, row.y, (rest, *line.rows[1:]), "after_heading", column=line.column)]
    words = "".join(glyph.char for glyph in row.glyphs)
    form = "bracketed" if BRACKETED.fullmatch(words) else "plain"
    heading = HeadingParts(form, "", words.strip("\u3010\u3011\uff1a:"), scope.level)
    return [Line(Part.BRANCH, row.page, row.y, (row,), scope.rule, heading, line.column), *text]


def _term_length(row: Row, sign: _Sign, pack: DomainPack) -> int:
    """How many glyphs are the term that the row opens with; 0 where there is none."""
    words = "".join(row.text.split())
    bracketed = BRACKETED.match(words)
    if bracketed:
        length = bracketed.end()
        return length + (words[length : length + 1] in COLONS)
    colon = COLON.match(words)
    if sign is _Sign.BRACKET or colon is None or item_mark(row.text, pack) is not None:
        return 0
    length = colon.end()
    if not _is_term(words[: length - 1]):
        return 0
    lead = sum(len(run.glyphs) for run in takewhile(is_strong, row.runs))
    if length - 1 <= lead < len(words) or (lead and length == len(words)):
        return length
    is_said = sign is not _Sign.BOLD and _says_what(words[length:], pack)
    return length if is_said or (sign is _Sign.COLON and length < len(words)) else 0


def _is_term(words: str) -> bool:
    """Whether words may be a term: Chinese for the most part, and no bracket left open."""
    is_closed = words.count("\uff08") == words.count("\uff09") and words.count("(") == words.count(")")
    return is_closed and len(words) > 1 and is_title(words, LONGEST_PLAIN) and COMMAS.isdisjoint(words)


def _says_what(words: str, pack: DomainPack) -> bool:
    """Whether the words behind a term define it."""
    return any(words.startswith(phrase) for phrase in pack.defining_words)
