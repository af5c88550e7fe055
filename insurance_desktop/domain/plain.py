"""Dataclasses to the plain dicts and lists of the JSON contract, and back."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from .geometry import Box


def plain(value: Any) -> Any:
    """The JSON form of a domain value: boxes as `[page, x0, y0, x1, y1]`, times as ISO 8601, the rest by field name."""
    if isinstance(value, Box):
        return value.as_list()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(plain(item) for item in value)
    return value


def restored(kind: Any, told: Any) -> Any:
    """What `plain` made of an entity of texts, numbers, tuples, mappings and entities, as it was.

    A field that was not written yet takes its default.
    """
    if told is None:
        return None
    if isinstance(kind, type) and is_dataclass(kind):
        kinds = get_type_hints(kind)
        there = [field.name for field in fields(kind) if field.name in told]
        return kind(**{name: restored(kinds[name], told[name]) for name in there})
    inner = [each for each in get_args(kind) if each not in (NoneType, Ellipsis)]
    if get_origin(kind) is tuple:
        return tuple(restored(inner[0], each) for each in told)
    if get_origin(kind) is Mapping:
        return {name: restored(inner[1], each) for name, each in told.items()}
    return restored(inner[0], told) if inner else told
