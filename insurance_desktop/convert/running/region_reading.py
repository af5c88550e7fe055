"""Reads a framed region of a page once more, in one column or in two: a suggestion for a person, never text by itself.

The glyphs of the page are read in a child process of their own. For a region that is a picture there is
`ocr.OcrReader.suggest_region`.
"""

from collections.abc import Iterable, Sequence
from multiprocessing.connection import Connection

from insurance_desktop.domain.conversion import PageSuggestion, SuggestedLine
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.packs.wording import sentence

from ..reading.pdf import open_pdf, read_page
from ..reading.runs import Run, build_rows, build_runs
from ..reading.visibility import see
from .processes import Limits, WorkerDied, WorkerProcess, WorkerTimedOut, answer_requests, attempted

SECONDS = 30.0
MEMORY = 2048 * 1024 * 1024
MIDDLE = (0.2, 0.8)
"""The strip between two columns lies in this part of the region's width."""


@entity
class RegionOrder:
    """What a worker is asked to read: the region of a page, in `columns` columns (1 or 2)."""

    original: bytes
    region: Box
    columns: int


def read_region(order: RegionOrder) -> PageSuggestion:
    """The lines of a region in reading order, read in a child process. SourceError where it cannot be read."""
    worker = WorkerProcess(serve_regions, Limits(SECONDS, MEMORY))
    try:
        answer = worker.ask(order)
    except WorkerTimedOut as error:
        raise _unreadable(order, SourceError("convert.page_timed_out", seconds=round(SECONDS))) from error
    except WorkerDied as error:
        raise _unreadable(order, SourceError("convert.page_died", megabytes=MEMORY // (1024 * 1024))) from error
    finally:
        worker.close()
    if not isinstance(answer, PageSuggestion):
        raise SourceError(
            "convert.region_failed", stage="region", page=order.region.page, number=order.region.page, detail=answer
        )
    return answer


def _unreadable(order: RegionOrder, cause: SourceError) -> SourceError:
    page = order.region.page
    return SourceError("convert.region_failed", stage="region", page=page, number=page, detail=str(sentence(cause)))


def serve_regions(connection: Connection, limits: Limits) -> None:
    """The child's loop."""
    answer_requests(connection, limits, lambda order, _: attempted(lines_in, order))


def lines_in(order: RegionOrder) -> PageSuggestion:
    """Runs in the child: what a reader sees inside the region, line by line."""
    region = order.region
    with open_pdf(order.original) as document:
        runs = [part for run in build_runs(see(read_page(document, region.page))) for part in _inside(run, region)]
    sides = [runs] if order.columns == 1 else _divided(runs, region)
    lines = tuple(
        SuggestedLine(row.text, 1.0, row.box) for side in sides for row in build_rows(side) if row.text.strip()
    )
    return PageSuggestion(region.page, lines)


def in_columns(lines: Sequence[SuggestedLine], region: Box, columns: int) -> tuple[SuggestedLine, ...]:
    """Lines of a picture in the order of so many columns, each from the top down, a row from left to right."""
    if columns == 1:
        return tuple(_down(lines))
    edge = _strip([(line.box.x0, line.box.x1) for line in lines], region)
    left = [line for line in lines if (line.box.x0 + line.box.x1) / 2 <= edge]
    right = [line for line in lines if (line.box.x0 + line.box.x1) / 2 > edge]
    return (*_down(left), *_down(right))


def _down(lines: Sequence[SuggestedLine]) -> list[SuggestedLine]:
    """Row by row: lines whose middles are nearer than half their height share a row."""
    rows: list[list[SuggestedLine]] = []
    for line in sorted(lines, key=lambda each: each.box.y0 + each.box.y1):
        middle, height = (line.box.y0 + line.box.y1) / 2, line.box.y1 - line.box.y0
        if rows and abs(middle - (rows[-1][0].box.y0 + rows[-1][0].box.y1) / 2) < height / 2:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda each: each.box.x0)]


def _inside(run: Run, region: Box) -> Iterable[Run]:
    """The stretches of a run whose signs have their middles in the region."""
    kept = [
        region.x0 <= (glyph.x0 + glyph.x1) / 2 <= region.x1 and region.y0 <= (glyph.y0 + glyph.y1) / 2 <= region.y1
        for glyph in run.glyphs
    ]
    start = 0
    while start < len(kept):
        end = start
        while end < len(kept) and kept[end] == kept[start]:
            end += 1
        if kept[start]:
            yield run if end - start == len(kept) else run.of_glyphs(run.glyphs[start:end])
        start = end


def _divided(runs: Sequence[Run], region: Box) -> list[list[Run]]:
    """The runs left and right of the strip between the columns; one that reaches over it is cut there."""
    edge = _strip([(run.x0, run.x1) for run in runs], region)
    left = Box(region.page, region.x0, region.y0, edge, region.y1)
    right = Box(region.page, edge, region.y0, region.x1, region.y1)
    return [[part for run in runs for part in _inside(run, side)] for side in (left, right)]


def _strip(stretches: Iterable[tuple[float, float]], region: Box) -> float:
    """The middle of the widest gap between the stretches near the region's middle; without one, the middle itself."""
    low, high = (region.x0 + (region.x1 - region.x0) * share for share in MIDDLE)
    widest, edge, reached = 0.0, (region.x0 + region.x1) / 2, low
    for start, end in [*sorted(stretches), (high, high)]:
        begins = min(start, high)
        if begins - reached > widest:
            widest, edge = begins - reached, (begins + reached) / 2
        reached = max(reached, end)
    return edge
