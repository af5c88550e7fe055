"""Domain values as the JSON text of a column and back. What is written here must read back the same for good."""

import json
import os
from collections.abc import Sequence
from datetime import datetime
from json.encoder import encode_basestring
from typing import Any

from insurance_desktop.domain.conversion import (
    Agreement,
    Coverage,
    Emphasis,
    Exclusion,
    Locator,
    Reference,
    SourceSpan,
    Table,
)
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.plain import plain

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def dump(value: Any) -> str:
    return _ENCODER.encode(plain(value)) if value != () else "[]"


def dump_names(names: Sequence[str]) -> str:
    """What `dump` writes of strings, in a tenth of the time."""
    return f"[{','.join(map(encode_basestring, names))}]"


def load_boxes(values: Sequence[list[float]]) -> tuple[Box, ...]:
    return tuple(Box.from_list(each) for each in values)


def load_box(text: str | None) -> Box | None:
    return Box.from_list(json.loads(text)) if text else None


def load_tables(text: str) -> tuple[Table, ...]:
    return tuple(table_from(each) for each in json.loads(text))


def table_from(entry: dict[str, Any]) -> Table:
    """A table from the plain form of its JSON twin."""
    return Table(
        page=entry["page"],
        table_type=entry["table_type"],
        headers=tuple(entry["headers"]),
        rows=tuple(tuple(row) for row in entry["rows"]),
        row_count=entry["row_count"],
        column_count=entry["column_count"],
        unit=entry["unit"],
        header_rows=entry["header_rows"],
        spans=tuple((row, column, rows, columns) for row, column, rows, columns in entry["spans"]),
        boxes=load_boxes(entry["boxes"]),
        cell_boxes=load_boxes(entry["cell_boxes"]),
        trusted=entry.get("trusted", True),
    )


def dump_source_map(spans: Sequence[SourceSpan]) -> str:
    """Positional, since a document has thousands of spans: `[start, end, block, boxes, recovered, emphasis]`.

    Those of an original without pages have their place and their link behind: `paragraph, paragraph_to, anchor, link`.
    """
    return _ENCODER.encode(
        [
            [each.start, each.end, each.block, _lists(each.boxes), each.recovered, [one.value for one in each.emphasis]]
            + ([] if each.locator is None else [*locator_as_list(each.locator), each.link])
            for each in spans
        ]
    )


def _lists(boxes: Sequence[Box]) -> list[list[float]]:
    return [each.as_list() for each in boxes]


def load_source_map(text: str) -> tuple[SourceSpan, ...]:
    return tuple(
        SourceSpan(start, end, block, load_boxes(boxes), recovered, tuple(map(Emphasis, emphasis)), *_place(place))
        for start, end, block, boxes, recovered, emphasis, *place in json.loads(text)
    )


def _place(stored: list[Any]) -> tuple[Locator | None, str]:
    return (Locator(*stored[:-1]), stored[-1]) if stored else (None, "")


def locator_as_list(locator: Locator) -> list[Any]:
    return [locator.paragraph, locator.paragraph_to, locator.anchor]


def load_locator(text: str | None) -> Locator | None:
    return Locator(*json.loads(text)) if text else None


def load_coverage(text: str) -> Coverage:
    entry = json.loads(text)
    exclusions = tuple(
        Exclusion(each["reason"], each["page"], each["text"], Box.from_list(each["box"]) if each["box"] else None)
        for each in entry["exclusions"]
    )
    second = entry.get("second_reading")
    return Coverage(
        glyphs=entry["glyphs"],
        in_markdown=entry["in_markdown"],
        excluded=entry["excluded"],
        unaccounted=entry["unaccounted"],
        exclusions=exclusions,
        second_reading=Agreement(second["agrees"], second["differences"]) if second else None,
    )


def load_references(text: str) -> tuple[Reference, ...]:
    return tuple(Reference(**each) for each in json.loads(text))


def dump_given(given: GivenMetadata) -> str:
    """Only what was said."""
    return json.dumps({name: value for name, value in plain(given).items() if value is not None}, ensure_ascii=False)


def load_given(text: str) -> GivenMetadata:
    return GivenMetadata(**json.loads(text))


def moment(text: str) -> datetime:
    """A time as the file holds it."""
    return datetime.fromisoformat(text)


def storable(text: str) -> str:
    """The same text where it is text; else its bytes as GBK (names out of a Chinese archive), else with marks."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        pass
    else:
        return text
    try:
        return os.fsencode(text).decode("gb18030")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return text.encode("utf-8", "replace").decode("utf-8")
