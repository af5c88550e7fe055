"""Reads JSON and remembers where each value stands; a fault says its line."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SPACE = re.compile(r"[ \t\r\n]*")
REMARK = re.compile(r"//[^\r\n]*|/\*.*?\*/", re.DOTALL)
WORD = re.compile(r'[^\s,:{}\[\]"/]+')
STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')


class JsonFault(Exception):
    """Text that is not what it should be; `reason` names a sentence, `line` and `column` count from 1."""

    def __init__(self, reason: str, text: str, place: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = text.count("\n", 0, place) + 1
        self.column = place - text.rfind("\n", 0, place)


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands: `text[start:end]`. `members` of an object, None for any other value."""

    start: int
    end: int
    value: Any
    members: "tuple[Member, ...] | None" = None

    def member(self, name: str) -> "Member | None":
        """The member that counts: of several with one name the last."""
        return next((each for each in reversed(self.members or ()) if each.name == name), None)


@dataclass(frozen=True, slots=True)
class Member:
    """A name with its value; `comma` is where the comma after it stands, None where there is none."""

    name: str
    start: int
    node: Node
    comma: int | None


def read_json(text: str, *, lenient: bool) -> Node:
    """The text's one value. `lenient` allows remarks and a comma after the last entry, as VS Code does.

    Raises JsonFault.
    """
    reader = _Reader(text, lenient)
    try:
        node = reader.node(reader.skip(0))
    except RecursionError:
        raise JsonFault("too_deep", text, 0) from None
    rest = reader.skip(node.end)
    if rest < len(text):
        raise JsonFault("more_after_the_end", text, rest)
    return node


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str
    lenient: bool

    def fault(self, reason: str, place: int) -> JsonFault:
        return JsonFault(reason if place < len(self.text) else "ends_too_early", self.text, place)

    def skip(self, place: int) -> int:
        """Past white space and remarks."""
        while True:
            space = SPACE.match(self.text, place)
            place = space.end() if space else place
            remark = REMARK.match(self.text, place)
            if remark is None:
                return place
            if not self.lenient:
                raise self.fault("remark_not_allowed", place)
            place = remark.end()

    def node(self, place: int) -> Node:
        sign = self.text[place : place + 1]
        if sign == "{":
            return self._object(place)
        if sign == "[":
            values: list[Any] = []
            end = self._entries(place, "]", lambda start: self._array_entry(start, values))
            return Node(place, end, values)
        if sign == '"':
            text, end = self._string(place)
            return Node(place, end, text)
        word = WORD.match(self.text, place)
        try:
            return Node(place, place + len(word[0]), json.loads(word[0], parse_constant=_refuse))  # type: ignore[index]
        except (ValueError, TypeError):
            raise self.fault("value_expected", place) from None

    def _array_entry(self, place: int, values: list[Any]) -> int:
        node = self.node(place)
        values.append(node.value)
        return node.end

    def _object(self, place: int) -> Node:
        members: list[Member] = []
        end = self._entries(place, "}", lambda start: self._member(start, members), members)
        return Node(place, end, {each.name: each.node.value for each in members}, tuple(members))

    def _member(self, place: int, members: list[Member]) -> int:
        if self.text[place : place + 1] != '"':
            raise self.fault("name_expected", place)
        name, end = self._string(place)
        colon = self.skip(end)
        if self.text[colon : colon + 1] != ":":
            raise self.fault("colon_expected", colon)
        node = self.node(self.skip(colon + 1))
        members.append(Member(name, place, node, None))
        return node.end

    def _entries(
        self, place: int, closing: str, read: Callable[[int], int], members: list[Member] | None = None
    ) -> int:
        """Reads entries up to `closing`, notes the commas on the members, and returns where the list ends."""
        place = self.skip(place + 1)
        is_first = True
        while self.text[place : place + 1] != closing or not (is_first or self.lenient):
            place = self.skip(read(place))
            is_first = False
            sign = self.text[place : place + 1]
            if sign == closing:
                break
            if sign != ",":
                raise self.fault("comma_expected", place)
            if members:
                last = members[-1]
                members[-1] = Member(last.name, last.start, last.node, place)
            place = self.skip(place + 1)
        return place + 1

    def _string(self, place: int) -> tuple[str, int]:
        found = STRING.match(self.text, place)
        if found is None:
            raise self.fault("string_not_closed", place)
        try:
            return json.loads(found[0]), found.end()
        except ValueError:
            raise self.fault("string_wrong", place) from None


def _refuse(constant: str) -> Any:
    raise ValueError(constant)
