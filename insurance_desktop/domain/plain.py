"""Dataclasses to the plain dicts and lists of the JSON contract."""

from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from .geometry import Box


def plain(value: Any) -> Any:
    """The JSON form of a domain value: boxes as `[page, x0, y0, x1, y1]`, times as ISO 8601, the rest by field name."""
    if isinstance(value, Box):
        return value.as_list()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(plain(item) for item in value)
    return value
