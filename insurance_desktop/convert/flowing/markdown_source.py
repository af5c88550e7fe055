"""The source of a Markdown original, followed sign by sign: what a parser tells stands in it, between it are marks."""

import re
from collections.abc import Iterator

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.kinds import ExclusionReason

from .passages import LOST, Words

MARKS = frozenset("#*_`~>|-+=:!()[]<>\\")
"""Signs that only Markdown means where its parser tells none of them."""
TARGET = re.compile(r"[*_`~\s]*\](\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|\[[^\]]*\]|)", re.DOTALL)
"""What stands behind the words of a link or a picture."""
DEFINITION = re.compile(r"[>\s]*\[[^\]\n]+\]:[^\n]*(?:\n[ \t]+[\"'(][^\n]*)?\s*")
"""A line that says where the links of a name lead."""

TAG = re.compile(r"(</?[A-Za-z!][^<>]*>)")


@entity
class Between:
    """What a parser told of the signs between two texts: literal pieces with their reasons, how many links end, and
    whether tags stand there."""

    pieces: tuple[tuple[str, str], ...] = ()
    links: int = 0
    has_tags: bool = False


NOTHING = Between()


class MarkdownSource:
    """Reads on from text to text; each answer holds all signs of the source up to there."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def take(self, text: str, last_line: int, between: Between = NOTHING) -> tuple[list[Words], list[Words]]:
        """What lies before the text, and the text itself as it stands; nothing for one that is not there."""
        if not text.strip():
            return [], []
        form = r"\s+".join(re.escape(each).replace(r"\|", r"\\?\|") for each in text.split())
        end = self._lines[min(last_line, len(self._lines) - 1)]
        found = re.compile(form).search(self._source, self._at, max(end, self._at))
        if found is None:
            return [], [Words(text, is_made=True)]
        before = list(self._gap(found.start(), between))
        self._at = found.end()
        return before, list(_unescaped(found.group(), text))

    def take_written(
        self, written: str, meant: str, last_line: int, between: Between
    ) -> tuple[list[Words], list[Words]]:
        """A sign that the source writes otherwise: `&amp;`, an escape."""
        before, found = self.take(written, last_line, between)
        if written.endswith(meant) and not any(each.is_made for each in found):
            marks = written.removesuffix(meant)
            return before, [Words(marks, reason=ExclusionReason.MARKUP), Words(meant)]
        return before, [
            *(Words(each.text, reason=ExclusionReason.MARKUP) for each in found),
            Words(meant, is_made=True),
        ]

    def rest(self, between: Between = NOTHING) -> list[Words]:
        """What stands behind the last text."""
        return list(self._gap(len(self._source), between))

    def _gap(self, end: int, between: Between) -> Iterator[Words]:
        """The signs up to `end`, in order, by what the parser told of them."""
        for literal, reason in between.pieces:
            place = self._source.find(literal.strip(), self._at, end)
            if place >= 0:
                yield from self._marks(place, between)
                self._at = place + len(literal.strip())
                yield Words(literal.strip(), reason=reason)
        yield from self._marks(end, between)

    def _marks(self, end: int, between: Between) -> Iterator[Words]:
        links = between.links
        while self._at < end and links and (found := TARGET.match(self._source, self._at, end)):
            links -= 1
            if found.group(1):
                yield Words(self._source[self._at : found.start(1)], reason=ExclusionReason.MARKUP)
                yield Words(found.group(1), reason=ExclusionReason.LINK_TARGET)
            else:
                yield Words(found.group(), reason=ExclusionReason.MARKUP)
            self._at = found.end()
        for piece in TAG.split(self._source[self._at : end]) if between.has_tags else [self._source[self._at : end]]:
            if TAG.fullmatch(piece):
                yield Words(piece, reason=ExclusionReason.MARKUP)
            else:
                for line in piece.splitlines(keepends=True):
                    yield from _line(line)
        self._at = max(self._at, end)


def _line(line: str) -> Iterator[Words]:
    signs = line.strip()
    if not signs:
        return
    if MARKS.issuperset(signs.replace(" ", "").replace("\t", "")):
        yield Words(signs, reason=ExclusionReason.MARKUP)
    elif DEFINITION.fullmatch(line):
        yield Words(signs, reason=ExclusionReason.LINK_TARGET)
    else:
        yield Words(signs, reason=LOST)


def _unescaped(found: str, text: str) -> Iterator[Words]:
    """The text as it stands: in the cells of tables a backslash stands before a border that is none."""
    if "\\|" not in found or "\\|" in text:
        yield Words(text)
        return
    pieces = found.split("\\|")
    for number, piece in enumerate(pieces):
        if number:
            yield Words("\\", reason=ExclusionReason.MARKUP)
        yield Words(f"|{piece}" if number else piece)
