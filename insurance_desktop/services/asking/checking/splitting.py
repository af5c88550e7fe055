"""The sentences of an answer in Markdown, as they were written, each with what it cites."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from insurance_desktop.services.answers.item_lists import COLONS

Numbers = tuple[int, ...]
Resolve = Callable[[str], Numbers]
"""The numbers of the passages that the inside of a bracket names; () where it is no citation."""

_BRACKET = re.compile(r"[\[\u3010\uff3b]([^\[\]\u3010\u3011\uff3b\uff3d\n]{1,80})[\]\u3011\uff3d](?!\()")
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})[ \t]*(?:[a-z]{1,10}[ \t]*\Z)?")
_ROW = re.compile(r"[ \t]*\|")
_RULE = re.compile(r"[ \t]*\|?[ \t:|-]*-[ \t:|-]*\Z|[ \t]*(?:[-*_][ \t]*){3,}\Z")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]|[ \t]*(\*\*|__)[^*_\n]{1,60}\1[ \t]*[:\uff1a]?[ \t]*\Z")
_MARKS = re.compile(
    r"[ \t]*(?:(?:>|#{1,6}|[-*+\u2022\u00b7])[ \t]+|\d{1,2}[.)\u3001\uff0e][ \t]*(?!\d)"
    r"|[(\uff08]\d{1,2}[)\uff09][ \t]*)*"
)
_ITEM = re.compile(r"[ \t]*(?:[-*+\u2022\u00b7][ \t]|\d{1,2}[.)\u3001\uff0e]|[(\uff08]\d{1,2}[)\uff09])")
_OPENERS, _CLOSERS = "\u201c\u300c\u300e", "\u201d\u300d\u300f"
_ENDS = "\u3002\uff01\uff1f"
_LATIN_ENDS = ".!?"
_TRAILERS = _CLOSERS + "\uff09)*_\"' \t"


class Form(Enum):
    SENTENCE = "sentence"
    HEADING = "heading"
    LEAD = "lead"
    ROW = "row"
    MARK = "mark"


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a sentence up to the citations behind it; `cites` () where none follow."""

    text: str
    cites: Numbers


@dataclass(frozen=True, slots=True)
class Written:
    """A sentence as it stands in the answer. `is_item`: of a list; `is_quoted`: in a line that quotes; `lead`: what
    stands above the list, where it cites other clauses."""

    text: str
    form: Form
    parts: tuple[Part, ...]
    is_item: bool = False
    is_quoted: bool = False
    lead: Part | None = None

    @property
    def said(self) -> str:
        return "\n".join(part.text for part in self.parts)

    @property
    def cites(self) -> Numbers:
        return tuple(dict.fromkeys(number for part in self.parts for number in part.cites))


def written_in(text: str, resolve: Resolve) -> tuple[Written, ...]:
    """The sentences in order. Each one's text is a stretch of the answer's."""
    found: list[Written] = []
    lines = text.split("\n")
    is_code = False
    for place, line in enumerate(lines):
        if _FENCE.match(line):
            is_code = not is_code
            fence = _FENCE.fullmatch(line)
            found += [Written(fence.group(1), Form.MARK, ())] if fence else _sentences(line, resolve)
        elif is_code:
            found += _sentences(line, resolve)
        elif _RULE.match(line) and line.strip():
            found.append(Written(line.strip(), Form.MARK, ()))
        elif _ROW.match(line):
            below = lines[place + 1] if place + 1 < len(lines) else ""
            is_header = _ROW.match(below) and _RULE.match(below)
            found.append(_row(line, Form.HEADING if is_header else Form.ROW, resolve))
        elif _HEADING.match(line):
            found.append(Written(line.strip(), Form.HEADING, tuple(_parts(line, resolve))))
        else:
            found += _sentences(line, resolve)
    return _inherited(found)


def _sentences(line: str, resolve: Resolve) -> Iterator[Written]:
    is_item, is_quoted = bool(_ITEM.match(line)), line.lstrip().startswith(">")
    start = 0
    for end in _ends(line, resolve):
        said = line[start:end]
        start = end
        if said.strip():
            bare = said.strip()
            form = Form.LEAD if bare.endswith(COLONS) else Form.SENTENCE
            yield Written(bare, form, tuple(_parts(bare, resolve)), is_item, is_quoted)


def _ends(line: str, resolve: Resolve) -> Iterator[int]:
    """Where the sentences of a line end, behind the citations that follow their full stops."""
    depth, place = 0, 0
    while place < len(line):
        sign = line[place]
        depth += (sign in _OPENERS) - (sign in _CLOSERS and depth > 0)
        place += 1
        closes = sign in _CLOSERS and line[place - 2 : place - 1] in tuple(_ENDS)
        if depth == 0 and (sign in _ENDS or closes or _is_full_stop(line, place - 1)):
            place = _behind(line, place, resolve)
            yield place
    yield len(line)


def _is_full_stop(line: str, place: int) -> bool:
    """Whether a point ends a sentence of a language with Latin letters."""
    behind = line[place + 1 :]
    if line[place] not in _LATIN_ENDS or not (behind == "" or behind[0] in " \t[\"')*"):
        return False
    following = behind.lstrip(" \t\"')*")
    is_word = len(line[:place].rsplit(" ", maxsplit=1)[-1]) > 1
    return is_word and (following == "" or not following[0].isascii() or following[0].isupper() or following[0] == "[")


def _behind(line: str, place: int, resolve: Resolve) -> int:
    """The place behind closing signs and citations."""
    while True:
        end = place
        while end < len(line) and line[end] in _TRAILERS:
            end += 1
        bracket = _BRACKET.match(line, end)
        if bracket and resolve(bracket.group(1)):
            place = bracket.end()
        else:
            return end if end == len(line) or line[place:end].strip() else place


def _parts(said: str, resolve: Resolve) -> Iterator[Part]:
    """A sentence cut behind its citations, without them and without the marks of Markdown."""
    start = _marks(said)
    text = ""
    cites: Numbers = ()
    for bracket in _BRACKET.finditer(said, start):
        numbers = resolve(bracket.group(1))
        if not numbers:
            continue
        between = said[start : bracket.start()]
        if cites and between.strip(_ENDS + _LATIN_ENDS + " \t,\uff0c\u3001;\uff1b:\uff1a"):
            yield Part(text.strip(), cites)
            text, cites = "", ()
        text += between
        cites = (*cites, *(each for each in numbers if each not in cites))
        start = bracket.end()
    rest = said[start:]
    if cites and rest.strip(_ENDS + _LATIN_ENDS + _TRAILERS + ",\uff0c\u3001;\uff1b:\uff1a"):
        yield Part(text.strip(), cites)
        text, cites = "", ()
    yield Part((text + rest).strip(), cites)


def _marks(said: str) -> int:
    found = _MARKS.match(said)
    return found.end() if found else 0


def _row(line: str, form: Form, resolve: Resolve) -> Written:
    """A row of a table: each cell with citations of its own stands under the row's first cell."""
    cells = [tuple(_parts(cell, resolve)) for cell in line.strip().strip("|").split("|")]
    named = "\uff0c".join(part.text for part in cells[0])
    cited = [cell for cell in cells[1:] if any(part.cites and part.text for part in cell)]
    if len(cited) < (1 if any(part.cites for part in cells[0]) else 2):
        cites = tuple(dict.fromkeys(number for cell in cells for part in cell for number in part.cites))
        whole = "\uff0c".join(part.text for cell in cells for part in cell if part.text)
        return Written(line.strip(), form, (Part(whole, cites),))
    parts = [Part(f"{named}\uff0c{part.text}", part.cites) for cell in cells[1:] for part in cell if part.text]
    return Written(line.strip(), form, tuple(parts))


def _inherited(found: Sequence[Written]) -> tuple[Written, ...]:
    """Items without a citation stand on that of the words above their list, and these on those of the items."""
    result = list(found)
    for place, each in enumerate(found):
        if each.is_item or not _leads(each):
            continue
        end = place + 1
        while end < len(found) and found[end].is_item:
            end += 1
        below = tuple(dict.fromkeys(number for item in found[place + 1 : end] for number in item.cites))
        if not each.cites and below:
            result[place] = _citing(each, below)
        for item in range(place + 1, end):
            if not found[item].cites:
                result[item] = _citing(found[item], each.cites)
            elif found[item].cites != result[place].cites:
                result[item] = replace(found[item], lead=Part(each.said, each.cites))
    return tuple(result)


def _leads(each: Written) -> bool:
    """Whether a list may stand below these words: they end in a colon, or in nothing."""
    last = each.parts[-1].text if each.parts else ""
    return each.form is Form.LEAD or (each.form is Form.SENTENCE and not last.endswith((*_ENDS, *_LATIN_ENDS)))


def _citing(each: Written, cites: Numbers) -> Written:
    return replace(each, parts=tuple(Part(part.text, cites) for part in each.parts))
