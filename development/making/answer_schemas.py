"""Writes resources/mcp/answer_schemas.json, the output schemas of the tools: JSON Schema of the types that their use
cases answer with.

python -m development.making.answer_schemas
"""

import json
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from insurance_desktop import paths
from insurance_desktop.domain.shapes import JOINED, RENAMED, SPREAD, UNTOLD
from insurance_desktop.services.answers.tools import TOOLS

Schema = dict[str, Any]

_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
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


def derived() -> dict[str, Schema]:
    """The schemas of all tools' answers, by the names of the tools."""
    return {tool.name: _whole(get_type_hints(tool.question())["return"]) for tool in TOOLS}


def _whole(shape: type) -> Schema:
    named: dict[str, Schema] = {}
    properties = _properties(shape, named)
    if joined := JOINED.get(shape):
        may_lack = NoneType in get_args(get_type_hints(shape)[joined.part])
        for name, each in _properties(joined.kind, named).items():
            properties[name] = _or_null(each) if may_lack else each
    schema = {**_closed(properties), "additionalProperties": shape in SPREAD}
    return {**schema, "$defs": dict(sorted(named.items()))} if named else schema


def _properties(shape: type, named: dict[str, Schema]) -> dict[str, Schema]:
    hints, joined = get_type_hints(shape), JOINED.get(shape)
    found = {}
    for each in fields(shape):
        if (joined and each.name == joined.part) or each.name in (SPREAD.get(shape), UNTOLD.get(shape)):
            continue
        values = _VALUES.get(f"{shape.__name__}.{each.name}")
        schema = {"type": "string", "enum": values} if values else _of(hints[each.name], named)
        found[RENAMED.get(shape, {}).get(each.name, each.name)] = schema
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
    if kind is Any:
        return {}
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


def main() -> None:
    lines = (f"{json.dumps(tool)}: {json.dumps(schema, ensure_ascii=False)}" for tool, schema in derived().items())
    schema_file().write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
