"""The tools' output schemas: JSON Schema of the domain's own answers, kept as a file so that a start reads and derives
nothing.

`derived()` is what the file must say; `python -m development.making.answer_schemas` writes it.
"""

import json
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from insurance_desktop import paths

Schema = dict[str, Any]

_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
_RENAMED = {"Document.reason": "conversion_reason"}
_VALUES = {
    "ExclusionItem.mark": ["matched", "possible", "not_mentioned"],
    "ExclusionAnswer.finding": ["matched", "possible", "none_found"],
    "Difference.kind": ["same", "changed", "missing", "added", "omitted", "reference"],
    "TextChange.kind": ["same", "same_cut", "changed", "removed", "added"],
    "ClauseChange.kind": ["changed", "added", "removed", "renumbered", "moved"],
}
"""Texts with a closed set of values."""


def schema_file() -> Path:
    return paths.resource_root() / "mcp" / "answer_schemas.json"


@cache
def _kept() -> dict[str, Schema]:
    kept: dict[str, Schema] = json.loads(schema_file().read_text(encoding="utf-8"))
    return kept


def output_schema(tool: str) -> Schema:
    """The schema of what a tool answers."""
    return _kept()[tool]


def derived() -> dict[str, Schema]:
    """The schemas of all tools' answers, worked out from the dataclasses."""
    from insurance_desktop.domain import answers, editions, quotes, reading

    return {
        "search_policy_clause": _whole(answers.SearchAnswer),
        "lookup_product": _whole(answers.LookupAnswer),
        "check_exclusion_risk": _whole(answers.ExclusionAnswer),
        "calculate_surrender_value_logic": _whole(answers.SurrenderAnswer),
        "get_clause": _whole(answers.ClauseAnswer, joined="hit", of=answers.Hit, may_lack=True),
        "get_table": _whole(reading.TableAnswer),
        "verify_quote": _whole(quotes.QuoteAnswer, joined="check", of=quotes.QuoteCheck),
        "list_documents": _whole(reading.DocumentsAnswer),
        "compare_editions": _whole(editions.ComparisonAnswer),
        "library_status": _whole(reading.LibraryStatusAnswer),
    }


def _whole(shape: type, *, joined: str = "", of: type | None = None, may_lack: bool = False) -> Schema:
    """The schema of an answer. The keys of its part `joined` (an `of`) stand on its level, null where it has none."""
    named: dict[str, Schema] = {}
    properties = _properties(shape, named, without=joined)
    for name, each in ({} if of is None else _properties(of, named)).items():
        properties[name] = _or_null(each) if may_lack else each
    schema = _closed(properties)
    return {**schema, "$defs": dict(sorted(named.items()))} if named else schema


def _properties(shape: type, named: dict[str, Schema], without: str = "") -> dict[str, Schema]:
    hints = get_type_hints(shape)
    found = {}
    for each in fields(shape):
        place = f"{shape.__name__}.{each.name}"
        values = _VALUES.get(place)
        if each.name != without:
            schema = {"type": "string", "enum": values} if values else _of(hints[each.name], named)
            found[_RENAMED.get(place, each.name)] = schema
    return found


def _closed(properties: dict[str, Schema]) -> Schema:
    """Every key is always there, and no other."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _or_null(schema: Schema) -> Schema:
    alternatives = schema.get("anyOf", [schema])
    return schema if {"type": "null"} in alternatives else {"anyOf": [*alternatives, {"type": "null"}]}


def _of(kind: Any, named: dict[str, Schema]) -> Schema:
    """The schema of one type of the domain, as `plain` writes its values."""
    if kind in _SIMPLE:
        return {"type": _SIMPLE[kind]}
    if kind is datetime:
        return {"type": "string"}
    if get_origin(kind) in (Union, UnionType):
        return {"anyOf": [_of(each, named) for each in get_args(kind)]}
    if get_origin(kind) is tuple:
        items = get_args(kind)
        if items[-1] is Ellipsis:
            return {"type": "array", "items": _of(items[0], named)}
        return {"type": "array", "items": _of(items[0], named), "minItems": len(items), "maxItems": len(items)}
    if get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _of(get_args(kind)[1], named)}
    return _of_class(kind, named)


def _of_class(kind: type, named: dict[str, Schema]) -> Schema:
    if issubclass(kind, Enum):
        return {"type": "string", "enum": [each.value for each in kind]}
    if kind.__name__ == "Box":
        return {"type": "array", "items": {"type": "number"}, "minItems": 5, "maxItems": 5}
    if not is_dataclass(kind):
        raise TypeError(f"no JSON form is known for {kind}")
    if kind.__name__ not in named:
        named[kind.__name__] = {}
        named[kind.__name__] = _closed(_properties(kind, named))
    return {"$ref": f"#/$defs/{kind.__name__}"}
