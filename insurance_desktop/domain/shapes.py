"""The JSON of an answer: its dataclasses by field name (`plain`), but for those whose keys differ.

Every face and the schemas of the tools' answers read the differences here.
"""

from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from .answers import ClauseAnswer, Hit
from .conversion import Reference
from .documents import Document, StoredFinding
from .endpoints import Endpoint, ListedEndpoint
from .entity import entity
from .exam import ExamAnswer
from .plain import plain
from .product_answers import FieldMatch, InspectAnswer
from .quotes import QuoteAnswer, QuoteCheck

Json = dict[str, Any]


@entity
class Joined:
    """The keys of a part stand on the level of the answer, null where it has none."""

    part: str
    kind: type


JOINED: dict[type, Joined] = {
    ClauseAnswer: Joined("hit", Hit),
    QuoteAnswer: Joined("check", QuoteCheck),
    ListedEndpoint: Joined("endpoint", Endpoint),
}

RENAMED: dict[type, dict[str, str]] = {
    Document: {"reason": "conversion_reason"},  # `reason` belongs to `import`
    Reference: {"source": "from", "target": "to"},
    ExamAnswer: {"answer": "Answer", "evidence": "Evidence", "confidence": "Confidence"},
}
"""Keys by the names of the fields."""

SPREAD: dict[type, str] = {InspectAnswer: "told"}
"""The field whose entries stand on the level of the answer, by their own names."""

UNTOLD: dict[type, str] = {InspectAnswer: "labels", FieldMatch: "label"}
"""The field that is for who shows the answer in words, and stands in no JSON."""

ADDED: dict[type, dict[str, str]] = {StoredFinding: {"open": "is_open"}}
"""What an entity says beside its fields: the property that a key shows."""

LAST = frozenset(("conversion_reason",))
"""Keys that stand behind the others."""


def shape(value: Any) -> Any:
    """The JSON form of an answer and of everything inside it."""
    if isinstance(value, (tuple, list)):
        return [shape(each) for each in value]
    if isinstance(value, dict):
        return {str(name): shape(each) for name, each in value.items()}
    if isinstance(value, type) or not is_dataclass(value) or hasattr(value, "as_list"):
        return plain(value)
    kind = type(value)
    joined, renamed = JOINED.get(kind), RENAMED.get(kind, {})
    keys: Json = {}
    for field in fields(value):
        if UNTOLD.get(kind) == field.name:
            continue
        part = shape(getattr(value, field.name))
        if joined and field.name == joined.part:
            keys.update(part or dict.fromkeys(each.name for each in fields(joined.kind)))
        elif SPREAD.get(kind) == field.name:
            keys.update(part)
        else:
            keys[renamed.get(field.name, field.name)] = part
    for name, attribute in ADDED.get(kind, {}).items():
        keys[name] = shape(attrgetter(attribute)(value))
    for name in LAST & keys.keys():
        keys[name] = keys.pop(name)
    return keys
