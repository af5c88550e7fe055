"""A CSV list that says what each file of an import is."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.originals import decoded
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.packs.wording import say

from .archives import Source, comparable_name

FIELDS = {
    "company": "company",
    "product_name": "product_name",
    "product_code": "product_code",
    "document_type": "document_type",
    "product_category": "product_category",
    "edition": "edition",
    "publish_time": "publish_time",
    "url": "download_url",
}
"""Column → field of GivenMetadata; beside them the column `file`, which every line needs."""

_FILE = "file"


@dataclass(frozen=True, slots=True)
class ManifestRow:
    """`line` counts as an editor does, the heading being 1."""

    line: int
    file: str
    given: GivenMetadata


@dataclass(frozen=True, slots=True)
class Matching:
    """What the manifest says of each source (by its position), and the sentences for lines that match none."""

    given: dict[int, GivenMetadata] = field(default_factory=dict)
    unmatched: tuple[tuple[str, str], ...] = ()


def read_manifest(path: Path) -> tuple[ManifestRow, ...]:
    """The lines of a manifest in UTF-8 or GBK. UsageError lists every fault of the file at once."""
    lines = list(_cells(_decoded(path), path))
    if not lines:
        raise UsageError("services.manifest_empty", path=str(path))
    heading = [cell.strip().lower() for cell in lines[0][1]]
    faults = _heading_faults(heading)
    rows: list[ManifestRow] = []
    if not faults:
        for line, cells in lines[1:]:
            fault = _line_fault(heading, cells)
            if fault:
                faults.append(say("services.manifest_line", line=line, fault=fault))
            else:
                rows.append(_row(line, heading, cells))
        faults += _repeated(rows)
    if faults:
        raise UsageError("services.manifest_faults", path=str(path), faults="\n".join(faults))
    return tuple(rows)


def match(rows: Sequence[ManifestRow], sources: Sequence[Source], folder: Path) -> Matching:
    """Which line speaks of which source. Names count from the manifest's folder, from the imported one, or alone."""
    by_name: dict[str, set[int]] = {}
    for position, source in enumerate(sources):
        for name in source.names:
            by_name.setdefault(name, set()).add(position)
    given: dict[int, GivenMetadata] = {}
    unmatched: list[tuple[str, str]] = []
    for row in rows:
        found = _find(row, by_name, folder)
        if len(found) == 1:
            given[next(iter(found))] = row.given
        else:
            key = "services.manifest_several" if found else "services.manifest_no_file"
            unmatched.append((row.file, say(key, line=row.line, count=len(found))))
    return Matching(given, tuple(unmatched))


def _find(row: ManifestRow, by_name: dict[str, set[int]], folder: Path) -> set[int]:
    beside = comparable_name((folder.absolute() / row.file).as_posix())
    return by_name.get(beside) or by_name.get(comparable_name(row.file)) or set()


def _decoded(path: Path) -> str:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError("services.manifest_unreadable", path=str(path), detail=reason_of(error)) from error
    text = decoded(content) if content.strip() else ""
    if text is None:
        raise UsageError("services.manifest_encoding", path=str(path))
    return text


def _cells(text: str, path: Path) -> list[tuple[int, list[str]]]:
    """(line, cells) of every line that is not blank."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        fault = say("services.manifest_line", line=reader.line_num, fault=str(error))
        raise UsageError("services.manifest_faults", path=str(path), faults=fault) from error


def _heading_faults(heading: list[str]) -> list[str]:
    faults = [
        say("services.manifest_column", column=column, known=",".join([_FILE, *FIELDS]))
        for column in heading
        if column not in FIELDS and column != _FILE
    ]
    faults += [say("services.manifest_column_twice", column=each) for each, n in Counter(heading).items() if n > 1]
    if _FILE not in heading:
        faults.append(say("services.manifest_needs_file"))
    return faults


def _line_fault(heading: list[str], cells: list[str]) -> str | None:
    if len(cells) > len(heading):
        return say("services.manifest_too_many_cells", cells=len(cells), columns=len(heading))
    named = dict(zip(heading, cells, strict=False))
    return None if named.get(_FILE, "").strip() else say("services.manifest_no_name")


def _row(line: int, heading: list[str], cells: list[str]) -> ManifestRow:
    named = {column: cell.strip() for column, cell in zip(heading, cells, strict=False)}
    said = {name: named.get(column) or None for column, name in FIELDS.items()}
    return ManifestRow(line, named[_FILE], GivenMetadata(**said))


def _repeated(rows: Sequence[ManifestRow]) -> list[str]:
    first: dict[str, int] = {}
    faults = []
    for row in rows:
        name = comparable_name(row.file)
        if name in first:
            fault = say("services.manifest_repeated", file=row.file, first=first[name])
            faults.append(say("services.manifest_line", line=row.line, fault=fault))
        first.setdefault(name, row.line)
    return faults
