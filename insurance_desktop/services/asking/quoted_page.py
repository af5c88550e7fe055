"""Quoted lines put together: numbered citations in the order in which they come, and the Markdown of the whole."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from insurance_desktop.domain.asking import AnswerSentence
from insurance_desktop.domain.entity import entity
from insurance_desktop.packs.wording import say

from .evidence import EvidenceClause

_CELLS = "\t"


@entity
class Gap:
    """Rows of a table, else items of a list, that are left out before the line at `place`, which may be the end."""

    place: int
    count: int
    are_rows: bool

    @property
    def words(self) -> str:
        return say("ask.rows_left_out" if self.are_rows else "ask.items_left_out", count=self.count)


@entity
class Quoted:
    """Lines of one clause, verbatim. `heading`: what of the question they are for, in a sentence. `gaps` are in order:
    what of a table or list that is quoted in part is not."""

    clause: EvidenceClause
    lines: tuple[str, ...]
    is_whole: bool
    heading: str = ""
    gaps: tuple[Gap, ...] = ()


@entity
class Extract:
    """The answer in sentences and as Markdown; the clauses in the order of their numbers, from 1, with what is quoted
    of each."""

    sentences: tuple[AnswerSentence, ...]
    text: str
    cited: tuple[tuple[EvidenceClause, str], ...] = ()


@dataclass(slots=True)
class QuotedPage:
    """An answer that grows from above."""

    _sentences: list[AnswerSentence] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _cited: dict[str, tuple[EvidenceClause, list[str]]] = field(default_factory=dict)

    def say(self, words: str) -> None:
        """Words of the program's own, which claim nothing of a clause."""
        self._sentences.append(AnswerSentence(words, (), checked=False))
        self._parts.append(words)

    def quote(self, quoted: Quoted) -> None:
        """Lines under the name of their clause."""
        _, known = self._cited.setdefault(quoted.clause.clause_id, (quoted.clause, []))
        number = list(self._cited).index(quoted.clause.clause_id) + 1
        if quoted.heading:
            self.say(quoted.heading)
        place = quoted.clause.place
        key = "ask.heading" if place else "ask.heading_without_page"
        heading = say(key, name=quoted.clause.name, place=place)
        self._sentences.append(AnswerSentence(heading, (), checked=False))
        marked = list(_marked(quoted))
        self._sentences += [
            AnswerSentence(each.words, (), checked=False)
            if isinstance(each, Gap)
            else AnswerSentence(each, (number,), checked=True)
            for each in marked
        ]
        known += quoted.lines
        mark = say("ask.mark", number=number)
        self._parts.append(f"**{plain(heading)}**\n\n{_markdown(marked, mark)}")

    def write(self, text: str, sentences: Sequence[AnswerSentence]) -> None:
        """A text that others wrote, with its sentences."""
        self._sentences += sentences
        self._parts.append(text)

    def made(self) -> Extract:
        cited = tuple((clause, "\n".join(lines)) for clause, lines in self._cited.values())
        return Extract(tuple(self._sentences), "\n\n".join(self._parts), cited)


def _marked(quoted: Quoted) -> Iterator[str | Gap]:
    """The lines, what is left out between them in its place."""
    for place in range(len(quoted.lines) + 1):
        yield from (each for each in quoted.gaps if each.place == place)
        yield from quoted.lines[place : place + 1]


def _markdown(lines: Sequence[str | Gap], mark: str) -> str:
    """The lines as paragraphs with their citation, rows as a table."""
    parts: list[str] = []
    rows: list[Sequence[str]] = []
    for line in (*lines, ""):
        words = line.words if isinstance(line, Gap) else line
        if line.are_rows if isinstance(line, Gap) else _CELLS in line:
            rows.append(words.split(_CELLS))
            continue
        if rows:
            parts.append(f"{_table(rows)}\n\n{mark}")
            rows = []
        if words:
            parts.append(plain(words) if isinstance(line, Gap) else f"{plain(words)}{mark}")
    return "\n\n".join(parts)


def _table(rows: Sequence[Sequence[str]]) -> str:
    width = max(map(len, rows))
    cells = [[*map(plain, row), *[""] * (width - len(row))] for row in rows]
    head, *body = (f"| {' | '.join(row)} |" for row in cells)
    return "\n".join((head, "|" + " --- |" * width, *body))


def plain(words: str) -> str:
    """Words that Markdown shows as they stand."""
    return "".join(f"\\{sign}" if sign in "\\`*_|<>#" else sign for sign in words)
