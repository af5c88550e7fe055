"""Entries of practice in YAML become passages: a heading for each, its parts behind their labels, all signs accounted.

Every value is text: nothing in such a file is loaded, built or repeated. What is wrong with it is said line by line.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from insurance_desktop.domain.conversion import BlockKind
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.originals import decoded
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.practice import JOINED, JOINT, LISTED, NAME, PracticeEntry, labelled
from insurance_desktop.packs.fields import INVALID, FieldReader
from insurance_desktop.packs.wording import say

from .passages import FlowReading, Passage, Words, signs_of

_TOLD = 5
"""So many faults are told at once."""
_HEAD = ("id", "title")
_LEVEL = 2


@entity
class _Found:
    """An entry with the nodes of its parts, in the order of the file."""

    entry: PracticeEntry
    parts: tuple[tuple[str, yaml.Node], ...]


def read_practice(original: bytes, pack: DomainPack) -> FlowReading:
    """SourceError, with its first faults, for what is no list of entries; and in a field without practice."""
    text = decoded(original)
    if text is None:
        raise SourceError("convert.not_text", stage="reading")
    if not pack.practice.labels:
        raise SourceError("convert.no_practice", stage="reading", pack=pack.label)
    source = text.replace("\r\n", "\n").replace("\r", "\n")
    found = _entries(source, pack)
    named = say("convert.practice_name", first=found[0].entry.title, count=len(found))
    return FlowReading(tuple(_Writer(source, pack).passages(found)), signs_of(source), title=named)


def _entries(source: str, pack: DomainPack) -> list[_Found]:
    faults = _Faults()
    found = [each for node in _listed(source) if (each := _entry(node, faults, pack)) is not None]
    seen: set[str] = set()
    for each in found:
        if each.entry.id in seen:
            faults.note(each.parts[0][1], "id", say("packs.duplicate", name=each.entry.id))
        seen.add(each.entry.id)
    if faults.told:
        more = say("convert.practice_more", count=len(faults.told)) if len(faults.told) > _TOLD else ""
        raise SourceError("convert.practice_faults", stage="reading", faults="\n".join(faults.told[:_TOLD]), more=more)
    return found


def _listed(source: str) -> Sequence[yaml.Node]:
    """The members of the file's list."""
    try:
        repeated = next(
            (each for each in yaml.parse(source, yaml.BaseLoader) if isinstance(each, yaml.AliasEvent)), None
        )
        root = yaml.compose(source, yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise SourceError("convert.practice_not_yaml", stage="reading", line=mark.line + 1 if mark else 1) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise SourceError("convert.practice_not_yaml", stage="reading", line=1) from error
    if repeated is not None:
        raise SourceError("convert.practice_alias", stage="reading", line=repeated.start_mark.line + 1)
    if not isinstance(root, yaml.SequenceNode) or not root.value:
        raise SourceError("convert.practice_no_list", stage="reading")
    members: Sequence[yaml.Node] = root.value
    return members


class _Faults:
    """What is wrong with a file, each with its line and key."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def note(self, node: yaml.Node, key: str, reason: str) -> None:
        self.told.append(say("convert.practice_fault", line=node.start_mark.line + 1, part=key or "-", reason=reason))


class _EntryReader(FieldReader):
    """Reads one entry, whose texts say something and can be told apart again."""

    def __init__(self, note: Any, pack: DomainPack) -> None:
        super().__init__(note)
        self.pack = pack

    def check_text(self, value: str, key: str) -> None:
        name = key.partition("[")[0]
        if not value.strip():
            self.note(key, "missing_key")
        elif name == "id" and not NAME.fullmatch(value):
            self.note(key, "practice_id")
        elif name in JOINED and JOINT in value:
            self.note(key, "practice_joint", sign=JOINT)
        elif labelled(value, self.pack.practice)[0]:
            self.note(key, "practice_label")


def _entry(node: yaml.Node, faults: _Faults, pack: DomainPack) -> _Found | None:
    if not isinstance(node, yaml.MappingNode):
        faults.note(node, "", say("packs.wrong_type", expected=say("packs.type_table"), found=say("packs.type_text")))
        return None
    parts = [(str(key.value), value) for key, value in node.value]
    values = dict(parts)
    for number, (key, value) in enumerate(parts):
        if key in dict(parts[:number]):
            faults.note(value, key, say("packs.duplicate", name=key))
    if tuple(key for key, _ in parts[: len(_HEAD)]) != _HEAD:
        faults.note(node, "id", say("convert.practice_head"))

    def note(key: str, reason: str, /, **given: object) -> Any:
        part = values.get(key.partition("[")[0], node)
        room = "convert" if reason.startswith("practice_") else "packs"
        faults.note(part, key, say(f"{room}.{reason}", **given))
        return INVALID

    read = _EntryReader(note, pack).table({key: _plain(value) for key, value in parts}, PracticeEntry, "")
    return None if read is INVALID or faults.told else _Found(read, tuple(parts))


def _plain(node: yaml.Node) -> Any:
    """The values of a node: texts, lists and tables of them."""
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_plain(each) for each in node.value]
    return {str(key.value): _plain(value) for key, value in node.value}


class _Writer:
    """Follows the source from value to value; what stands between them is marks, keys and comments."""

    def __init__(self, source: str, pack: DomainPack) -> None:
        self.source = source
        self.labels = pack.practice.labels
        self.at = 0

    def passages(self, found: Sequence[_Found]) -> Iterator[Passage]:
        for each in found:
            (_, name), (_, title), *others = each.parts
            head = (*self.value(name), Words(" ", is_made=True), *self.value(title))
            yield Passage(BlockKind.HEADING, head, _LEVEL, each.entry.id)
            for key, node in others:
                yield from self.part(key, node)
        yield Passage(None, tuple(self.gap(len(self.source))))

    def part(self, key: str, node: yaml.Node) -> Iterator[Passage]:
        label = Words(f"{self.labels[key]}\uff1a", is_made=True)
        if key not in LISTED and key not in JOINED:
            yield Passage(BlockKind.PARAGRAPH, (label, *self.value(node)))
            return
        words = [self.value(each) for each in node.value]
        if key in LISTED and words:
            yield Passage(BlockKind.PARAGRAPH, (label,))
            yield from (Passage(BlockKind.LIST_ITEM, each) for each in words)
        elif words:
            joint = Words(JOINT, is_made=True)
            joined = [each for number, one in enumerate(words) for each in (*([joint] if number else ()), *one)]
            yield Passage(BlockKind.PARAGRAPH, (label, *joined))

    def value(self, node: yaml.Node) -> tuple[Words, ...]:
        """What stands before a value, and the value as it is written; its quotes and signs of its form are marks."""
        before = tuple(self.gap(node.start_mark.index))
        written = self.source[node.start_mark.index : node.end_mark.index]
        self.at = node.end_mark.index
        opening = closing = 0
        if node.style in ("'", '"'):
            opening = closing = 1
        elif node.style in ("|", ">"):
            opening = written.find("\n") + 1 or len(written)
        inner = written[opening : len(written) - closing]
        marks = (Words(written[:opening], reason=ExclusionReason.MARKUP),) if opening else ()
        end = (Words(written[len(written) - closing :], reason=ExclusionReason.MARKUP),) if closing else ()
        if signs_of(inner) == signs_of(node.value):
            return (*before, *marks, Words(node.value.strip()), *end)
        return (*before, *marks, Words(inner, reason=ExclusionReason.MARKUP), Words(node.value, is_made=True), *end)

    def gap(self, end: int) -> Iterator[Words]:
        """The signs up to `end`: comments by line, all else marks."""
        for line in self.source[self.at : end].splitlines(keepends=True):
            is_comment = line.strip().startswith("#")
            yield Words(line, reason=ExclusionReason.COMMENT if is_comment else ExclusionReason.MARKUP)
        self.at = max(self.at, end)
