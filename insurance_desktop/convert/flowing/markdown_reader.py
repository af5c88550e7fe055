"""A Markdown original becomes passages; every sign of its source is in one of them, or left out with its reason."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from insurance_desktop.domain.conversion import BlockKind, Emphasis
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.originals import decoded

from .html_reader import read_fragment
from .markdown_source import Between, MarkdownSource
from .passages import Cell, FlowReading, Passage, Words, signs_of, visible

FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
COMMENTS = re.compile(r"\s*(?:<!--(?:(?!-->).)*-->\s*)+", re.DOTALL)
BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
EMPHASES = {"strong": Emphasis.BOLD, "em": Emphasis.ITALIC}
WRAPPED = re.compile(r"[A-Za-z0-9,;\-]")
"""What a line ends with that its writer broke where it was full; Chinese lines end where they end."""


def read_markdown(original: bytes) -> FlowReading:
    """SourceError for what is no text."""
    text = decoded(original)
    if text is None:
        raise SourceError("convert.not_text", stage="reading")
    return _Reader(text.replace("\r\n", "\n").replace("\r", "\n")).read()


def _parser() -> MarkdownIt:
    """CommonMark with tables. Lines with spaces before them are no program: Chinese paragraphs begin so."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table").disable("code")
    parser.core.ruler.disable(["text_join"])  # it would hide which signs the source writes otherwise
    return parser


class _Reader:
    """Goes through the parser's tokens with the source beside them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._source = MarkdownSource(text)
        self._passages: list[Passage] = []
        self._before: list[Words] = []  # marks and numbers of lists, before the text that they belong to
        self._pieces: list[tuple[str, str]] = []
        self._links = 0
        self._has_tags = False
        self._anchor = ""
        self._anchors: Counter[str] = Counter()
        self._lists = 0
        self._pictures = 0

    def read(self) -> FlowReading:
        begin = FRONT_MATTER.match(self._text)
        body = self._text
        if begin:
            self._pieces.append((begin.group(), ExclusionReason.FRONT_MATTER))
            body = "\n" * begin.group().count("\n") + self._text[begin.end() :]
        tokens = _parser().parse(body)
        place = 0
        while place < len(tokens):
            place = self._block(tokens, place)
        self._passages.append(Passage(None, visible([*self._before, *self._source.rest(self._between())])))
        return FlowReading(tuple(self._passages), signs_of(self._text), self._pictures)

    def _block(self, tokens: Sequence[Token], place: int) -> int:
        """Reads the token at a place, or the table that begins there; where to go on."""
        token = tokens[place]
        if token.type == "table_open":
            return self._table(tokens, place)
        if token.type == "inline":
            opening = tokens[place - 1]
            self._inline(token, int(opening.tag[1]) if opening.type == "heading_open" else 0)
        elif token.type in ("fence", "code_block"):
            self._program(token)
        elif token.type == "html_block":
            self._html(token)
        elif token.type == "list_item_open":
            self._lists += 1
            if token.info:
                self._before += [*self._taken(token.info + token.markup, token), Words(" ")]
        elif token.type == "list_item_close":
            self._lists -= 1
        return place + 1

    def _between(self) -> Between:
        told = Between(tuple(self._pieces), self._links, self._has_tags)
        self._pieces, self._links, self._has_tags = [], 0, False
        return told

    def _taken(self, text: str, token: Token) -> list[Words]:
        before, found = self._source.take(text, _end(token), self._between())
        return [*before, *found]

    def _inline(self, token: Token, level: int) -> None:
        """A heading or a paragraph; a paragraph whose lines end by themselves is several."""
        lines: list[list[Words]] = [self._before]
        self._before = []
        for words in self._words(token):
            last = "".join(each.text for each in lines[-1] if each.is_kept).rstrip()[-1:]
            if words.text != "\n":
                lines[-1].append(words)
            elif level or WRAPPED.match(last):
                lines[-1].append(Words(" "))
            else:
                lines.append([])
        kind = BlockKind.LIST_ITEM if self._lists else BlockKind.PARAGRAPH
        if level:
            self._anchor = self._named("".join(each.text for each in lines[0] if each.is_kept))
            kind = BlockKind.HEADING
        for line in lines:
            is_text = any(each.is_kept and each.text.strip() for each in line)
            self._passages.append(Passage(kind if is_text else None, visible(line), level, self._anchor))

    def _words(self, token: Token) -> list[Words]:
        """The words of a block with the marks between them; a line's end is "\n"."""
        found: list[Words] = []
        emphasis: list[Emphasis] = []
        targets: list[str] = []
        for each in token.children or []:
            kind, _, side = each.type.rpartition("_")
            if kind in EMPHASES:
                emphasis = [*emphasis, EMPHASES[kind]] if side == "open" else emphasis[:-1]
            elif kind == "link":
                targets = [*targets, str(each.attrs.get("href", ""))] if side == "open" else targets[:-1]
                self._links += side == "close"
            elif each.type in ("softbreak", "hardbreak"):
                found.append(Words("\n"))
            elif each.type == "html_inline":
                self._pieces.append((each.content, ExclusionReason.MARKUP))
                found += [Words("\n")] if BREAK.fullmatch(each.content) else []
            elif each.type == "image":
                found += self._picture(each, token)
            elif each.content:
                found += self._text_of(each, token, tuple(emphasis), targets[-1] if targets else "")
        return found

    def _text_of(self, each: Token, token: Token, emphasis: tuple[Emphasis, ...], link: str) -> list[Words]:
        if each.type == "text_special" and each.markup != each.content:
            before, own = self._source.take_written(each.markup, each.content, _end(token), self._between())
        elif each.content.strip():
            before, own = self._source.take(each.content, _end(token), self._between())
        else:
            before, own = [], [Words(each.content)]
        return [*before, *(Words(one.text, emphasis, one.reason, one.is_made, link) for one in own)]

    def _picture(self, each: Token, token: Token) -> list[Words]:
        self._pictures += 1
        alternative = self._taken(each.content, token)
        self._links += 1
        return [Words(one.text, reason=one.reason or ExclusionReason.PICTURE) for one in alternative if not one.is_made]

    def _program(self, token: Token) -> None:
        """Lines that stand as they are."""
        if token.info.strip():
            self._pieces.append((token.info.strip(), ExclusionReason.MARKUP))
        for line in token.content.splitlines():
            if line.strip():
                words = [*self._before, *self._taken(line, token)]
                self._before = []
                self._passages.append(Passage(BlockKind.PARAGRAPH, visible(words), anchor=self._anchor))

    def _html(self, token: Token) -> None:
        """A comment, or a piece of a web page with words of its own."""
        if COMMENTS.fullmatch(token.content):
            self._pieces.append((token.content, ExclusionReason.COMMENT))
            return
        passages, pictures = read_fragment(token.content)
        self._pictures += pictures
        for each in passages:
            before, self._before = self._before, []
            words = (*before, *self._located(each.words, token))
            rows = tuple(
                tuple(replace(cell, words=self._located(cell.words, token)) for cell in row) for row in each.rows
            )
            self._passages.append(replace(each, words=words, rows=rows, anchor=each.anchor or self._anchor))
        self._has_tags = True

    def _located(self, words: Sequence[Words], token: Token) -> tuple[Words, ...]:
        """Words of a piece of HTML where they stand in the source, with the tags before them."""
        found: list[Words] = []
        for each in words:
            if each.is_made or not each.text.strip():
                found.append(each)
                continue
            self._has_tags = True
            before, own = self._source.take(each.text, _end(token), self._between())
            found += [*before, *(replace(one, emphasis=each.emphasis, reason=each.reason or one.reason) for one in own)]
        return tuple(found)

    def _table(self, tokens: Sequence[Token], place: int) -> int:
        """The table that begins at a place; the marks before each cell belong to it."""
        rows: list[list[Cell]] = []
        header_rows = 0
        before, self._before = self._before, []
        while tokens[place].type != "table_close":
            token = tokens[place]
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "thead_close":
                header_rows = len(rows)
            elif token.type == "inline":
                words = [Words(" ") if each.text == "\n" else each for each in self._words(token)]
                rows[-1].append(Cell(visible(words)))
            place += 1
        filled = tuple(tuple(row) for row in rows if row)
        kind = BlockKind.TABLE if filled else None
        self._passages.append(Passage(kind, visible(before), 0, self._anchor, filled, header_rows))
        return place + 1

    def _named(self, heading: str) -> str:
        """The anchor that programs give a heading: its words in small letters, with dashes for spaces."""
        name = "".join(
            "-" if sign == " " else sign
            for sign in heading.strip().casefold()
            if sign in " -_" or unicodedata.category(sign)[0] in "LNM"
        )
        count = self._anchors[name]
        self._anchors[name] += 1
        return f"{name}-{count}" if count else name


def _end(token: Token) -> int:
    """The line behind a token's last one."""
    return token.map[1] if token.map else 1 << 30
