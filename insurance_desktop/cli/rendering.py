"""An answer as text for a console: a layout for its type says which sentences and passages stand under each other.

Layouts are kept by the name of the type (`answer_layouts`, `work_layouts`): none has to be imported to be shown. Every
word comes from the catalogue, where a sentence shows the fields of the object as `{it.field}`.
"""

import re
from collections.abc import Callable
from dataclasses import is_dataclass
from datetime import datetime
from textwrap import indent
from typing import Any

from insurance_desktop.domain.regulations import Relation
from insurance_desktop.domain.states import ConversionStatus, ReviewStatus
from insurance_desktop.packs.wording import say

MARGIN = "    "

Part = Callable[[Any, dict[str, object]], str | None]
"""A part of a layout: the text of it for an object, with what else is known of the object's place; None for nothing."""
Value = Callable[[Any], object]
Layout = tuple[Part, ...]

LAYOUTS: dict[str, Layout] = {}


def rendered(value: Any, layout: Layout | None = None, **more: object) -> str:
    """An object by the layout of its type, or this one; several, one under the other; words as they are."""
    if isinstance(value, (tuple, list)):
        return lines(*(rendered(each, layout) for each in value))
    if value is None or isinstance(value, str):
        return value or ""
    return lines(*(part(value, more) for part in layout or LAYOUTS[type(value).__name__]))


def lines(*parts: str | None) -> str:
    """The parts that there are, one under the other."""
    return "\n".join(part for part in parts if part)


def known(value: object) -> str:
    """A value, or the catalogue's word for one that is not known."""
    return say("cli.unknown") if value is None or value == "" else str(value)


class Shown:
    """An object inside a sentence: what is not known says so, states are said in words, times are those of here."""

    def __init__(self, it: object) -> None:
        self._it = it

    def __getattr__(self, name: str) -> object:
        return shown(getattr(self._it, name))


_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d")
"""A time as the library keeps it."""


def shown(value: object) -> object:
    """A value as a sentence shows it."""
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        value = datetime.fromisoformat(value)
    match value:
        case None:
            return known(value)
        case ConversionStatus() | ReviewStatus():
            return say(f"cli.state_{value.lower()}")
        case Relation():
            return say(f"regulation_window.kind_{value.lower()}")
        case datetime():
            return value.astimezone().isoformat(sep=" ", timespec="minutes")
    return Shown(value) if is_dataclass(value) else value


def line(key: str | Value, *, margin: int = 0, when: str | Value = "", **values: Value) -> Part:
    """The sentence `key`, which may depend on the object; only where `when` is something."""

    def part(it: Any, more: dict[str, object]) -> str | None:
        if when and not _of(it, when):
            return None
        told = {name: value(it) for name, value in values.items()}
        return MARGIN * margin + say(str(_of(it, key) if callable(key) else key), it=Shown(it), **told, **more)

    return part


def text(value: str | Value, margin: int = 0) -> Part:
    """Words of the object itself, where there are any."""

    def part(it: Any, more: dict[str, object]) -> str | None:
        words = _of(it, value)
        return indent(str(words), MARGIN * margin) if words else None

    return part


def each(
    value: str | Value, *, head: str = "", margin: int = 0, layout: Layout | None = None, numbered: bool = False
) -> Part:
    """The objects of a field, or its one object, each by its layout; `head` = a sentence above them."""

    def part(it: Any, more: dict[str, object]) -> str | None:
        found = _of(it, value)
        if not found:
            return None
        found = found if isinstance(found, (tuple, list)) else (found,)
        parts = [
            rendered(one, layout, **({"number": number} if numbered else {})) for number, one in enumerate(found, 1)
        ]
        return lines(say(head) if head else None, *(indent(said, MARGIN * margin) for said in parts))

    return part


def either(when: str | Value, layout: Layout, otherwise: Layout) -> Part:
    """One layout or the other."""

    def part(it: Any, more: dict[str, object]) -> str | None:
        return lines(*(each_part(it, more) for each_part in (layout if _of(it, when) else otherwise)))

    return part


def _of(it: Any, value: str | Value) -> Any:
    return value(it) if callable(value) else getattr(it, value)
