"""Edits JSON as text: one member is set or removed, and not one other sign changes.

Clients' files are written by people and by other programs. Read and written back as values they would lose comments,
order, line ends and the look that somebody gave them.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from .json_text import JsonFault, Member, Node, read_json

USUAL_INDENT = "  "
INDENTED = re.compile(r"\n([ \t]+)[^\s]")
REST_OF_LINE = re.compile(r"(?:[ \t]|/\*[^\r\n]*?\*/)*(?://[^\r\n]*)?(?=\r?\n)")
SPACE_BEFORE = re.compile(r"[ \t\r\n]*\Z")

Path = Sequence[str]
Splice = tuple[int, int, str]
"""Where a piece of text begins and ends, and what shall stand there."""


def member_of(root: Node, path: Path) -> Member | None:
    """The member at the end of a path of names; None where it, or an object on the way, is missing."""
    node, found = root, None
    for name in path:
        found = node.member(name)
        if found is None:
            return None
        node = found.node
    return found


def set_member(text: str, path: Path, value: Any, *, lenient: bool) -> str:
    """The text with `value` at the path; objects on the way are made. JsonFault where something else stands there."""
    if not text.strip("\ufeff \t\r\n"):
        return text + json.dumps(_nested(path, value), indent=USUAL_INDENT, ensure_ascii=False) + "\n"
    root = read_json(_without_mark(text), lenient=lenient)
    mark = text[: len(text) - len(_without_mark(text))]
    text = _without_mark(text)
    look = _Look(text)
    node = _object(root, text)
    for place, name in enumerate(path):
        member = node.member(name)
        if member is None:
            return mark + _spliced(text, _insertion(text, node, name, _nested(path[place + 1 :], value), look))
        if place == len(path) - 1:
            written = look.written(value, look.indent_at(member.start))
            return mark + _spliced(text, [(member.node.start, member.node.end, written)])
        node = _object(member.node, text)
    raise ValueError("a path has at least one name")


def remove_member(text: str, path: Path, *, lenient: bool) -> str:
    """The text without the member at the path; the same text where there is none."""
    bare = _without_mark(text)
    mark = text[: len(text) - len(bare)]
    root = read_json(bare, lenient=lenient)
    member = member_of(root, path)
    parent = root if len(path) == 1 else member_of(root, path[:-1])
    if member is None or parent is None:
        return text
    node = parent if isinstance(parent, Node) else parent.node
    return mark + _spliced(bare, _removal(bare, node, member))


def _without_mark(text: str) -> str:
    """Some editors put a byte order mark first; what reads the file skips it."""
    return text.removeprefix("\ufeff")


def _object(node: Node, text: str) -> Node:
    if node.members is None:
        raise JsonFault("object_expected", text, node.start)
    return node


def _nested(path: Path, value: Any) -> Any:
    for name in reversed(path):
        value = {name: value}
    return value


class _Look:
    """How a file is written: its line ends and its indent."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.line_end = "\r\n" if "\r\n" in text else "\n"
        found = INDENTED.search(text)
        self.indent = found[1] if found else USUAL_INDENT

    def indent_at(self, place: int) -> str:
        """The white space that begins the line of a place."""
        line = self._text[self._text.rfind("\n", 0, place) + 1 : place]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def written(self, value: Any, indent: str) -> str:
        """A value as lines of this file, the first one without its indent."""
        words = json.dumps(value, indent=self.indent, ensure_ascii=False)
        return words.replace("\n", self.line_end + indent)


def _insertion(text: str, node: Node, name: str, value: Any, look: _Look) -> list[Splice]:
    """A new last member. The remark at the end of the line before it stays there."""
    assert node.members is not None
    named = f"{json.dumps(name, ensure_ascii=False)}: "
    if not node.members:
        indent = look.indent_at(node.start)
        inner = look.line_end + indent + look.indent + named + look.written(value, indent + look.indent)
        closing = node.end - 1
        kept = text[node.start + 1 : closing].rstrip(" \t\r\n")  # remarks
        return [(node.start + 1, closing, kept + inner + look.line_end + indent)]
    last = node.members[-1]
    if "\n" not in text[node.start : last.start]:
        words = ("" if last.comma is not None else ",") + " " + named + json.dumps(value, ensure_ascii=False)
        place = last.node.end if last.comma is None else last.comma + 1
        return [(place, place, words)]
    indent = look.indent_at(last.start)
    after = last.node.end if last.comma is None else last.comma + 1
    rest = REST_OF_LINE.match(text, after)
    place = rest.end() if rest else after
    member = look.line_end + indent + named + look.written(value, indent)
    if last.comma is not None:
        return [(place, place, member)]
    # One piece: where nothing stands between them, the order of two would be open.
    return [(after, place, "," + text[after:place] + member)]


def _removal(text: str, node: Node, member: Member) -> list[Splice]:
    """The member, its comma and the white space before it; of the last one, the comma before it."""
    assert node.members is not None
    number = node.members.index(member)
    begin = _space_before(text, member.start)
    if member.comma is not None:
        if len(node.members) == 1 and not text[node.start + 1 : begin] + text[member.comma + 1 : node.end - 1].strip():
            return [(node.start + 1, node.end - 1, "")]
        return [(begin, member.node.end, ""), (member.comma, member.comma + 1, "")]
    if number > 0:
        comma = node.members[number - 1].comma
        assert comma is not None
        return [(comma, comma + 1, ""), (begin, member.node.end, "")]
    if not text[member.node.end : node.end - 1].strip():
        return [(begin, node.end - 1 if begin == node.start + 1 else member.node.end, "")]
    return [(begin, member.node.end, "")]


def _space_before(text: str, place: int) -> int:
    found = SPACE_BEFORE.search(text, 0, place)
    return found.start() if found else place


def _spliced(text: str, splices: list[Splice]) -> str:
    for start, end, words in sorted(splices, reverse=True):
        text = text[:start] + words + text[end:]
    return text
