"""The schemas as clients are told them: each is read by a language model with every question, so they say no more than
which arguments there are. How long a text may be is said when one is too long; every key of an answer is a resource.
"""

from collections.abc import Iterable
from typing import Any

from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.tool_form import Tool

Schema = dict[str, Any]

_SAID = ("type", "enum", "minimum", "maximum", "description")
_HOW_IT_IS_TAKEN = frozenset(("status", "message", "truncated", "next_cursor"))
_LARGEST_SAID = 10_000
"""A bound beyond this is no news."""


def published(parameters: Schema, tool: Tool) -> Schema:
    """The arguments in brief, and their old names after them."""
    properties = {name: _brief(schema) for name, schema in parameters["properties"].items()}
    old_names = {argument.name: argument.old_names for argument in tool.arguments if argument.old_names}
    for name, olds in old_names.items():
        said = {"description": say("mcp_server.same_argument", name=name)}
        properties |= {old: {"type": properties[name]["type"], **said} for old in olds}
    required = [name for name in parameters.get("required", ()) if name not in old_names]
    brief: Schema = {"type": "object", "properties": properties}
    return brief | ({"required": required} if required else {}) | {"additionalProperties": False}


def published_answer(answer: Schema, besides: Iterable[str] = ()) -> Schema:
    """The keys that say how an answer is to be taken; every other one is told by the resource."""
    return {
        "type": "object",
        "required": [name for name in answer["required"] if name in _HOW_IT_IS_TAKEN] + [*besides],
    }


def _brief(schema: Schema) -> Schema:
    kinds = [each for each in schema.get("anyOf", (schema,)) if each.get("type") != "null"]
    types = list(dict.fromkeys(each["type"] for each in kinds))
    told: Schema = {"type": types[0] if len(types) == 1 else types}
    for each in (*kinds, schema):
        told |= {name: value for name, value in each.items() if name in _SAID[1:] and _is_news(value)}
    return told


def _is_news(value: Any) -> bool:
    return not isinstance(value, int) or abs(value) <= _LARGEST_SAID
