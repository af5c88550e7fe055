"""A table of words to be handed on, whatever file or paper it becomes."""

import re
from collections.abc import Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.services.library.new_file import new_place, put_new

WRITERS = {".xlsx": "excel", ".docx": "word"}
"""Which module writes a file, by the ending of its name; imported with the first one, and its library with it."""
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@entity
class ToldTable:
    """`about` are lines above the table; `widths` how the columns share the width of a page."""

    title: str
    about: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[int, ...]


def export_table(table: ToldTable, target: Path) -> Path:
    """Write it to a file of the kind that its ending says, and say where it lies. UsageError where the ending is none
    of ours, a file is there already, or none can be written there."""
    writer = WRITERS.get(target.suffix.lower())
    if writer is None:
        raise UsageError("products.export_ending", name=target.name, endings=", ".join(WRITERS))
    place = new_place(target)
    content = BytesIO()
    import_module(f".{writer}", __package__).write(table, content)
    put_new(content.getvalue(), place)
    return place


def printable(text: str) -> str:
    """The text with a sign in place of each that no office file can hold."""
    return _NO_XML.sub("\ufffd", text)


def shares(table: ToldTable, whole: float) -> Sequence[float]:
    """The width of every column where the whole is so wide."""
    return [whole * each / sum(table.widths) for each in table.widths]
