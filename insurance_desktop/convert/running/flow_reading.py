"""The text of an original without pages, passage by passage, read in a killable process: what a reviewer compares."""

from multiprocessing.connection import Connection

from insurance_desktop.domain.conversion import BlockKind
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.originals import OriginalPassage, kind_of

from .processes import Limits, answer_requests, answered_once, attempted

SECONDS = 60.0
MEMORY = 1536 * 1024 * 1024


@entity
class FlowOrder:
    """What a worker is asked to read."""

    original: bytes
    pack_name: str


def read_flow(order: FlowOrder) -> tuple[OriginalPassage, ...]:
    """The passages in order. SourceError where they cannot be read, or not in time."""
    answer = answered_once(serve_flows, Limits(SECONDS, MEMORY), order)
    if isinstance(answer, str):
        raise SourceError("convert.flow_unread", stage="reading", detail=answer)
    return tuple(answer)


def serve_flows(connection: Connection, limits: Limits) -> None:
    """The child's loop."""
    answer_requests(connection, limits, lambda order, _: attempted(passages_in, order))


def passages_in(order: FlowOrder) -> tuple[OriginalPassage, ...]:
    """Runs in the child: the numbers are those of locators."""
    from insurance_desktop.packs.loader import take_pack  # noqa: PLC0415  in the child only

    from ..flowing.converting import passages_of  # noqa: PLC0415  as above

    kind = kind_of(order.original)
    found: list[OriginalPassage] = []
    number = 0
    for passage in passages_of(order.original, kind, take_pack(order.pack_name)) if kind else ():
        number += passage.kind is not None
        rows = "\n".join("\t".join(cell.text for cell in row) for row in passage.rows)
        left_out = tuple(
            (each.reason, each.text.strip())
            for each in passage.stream
            if each.reason and each.reason != ExclusionReason.MARKUP and each.text.strip()
        )
        is_heading = passage.kind is BlockKind.HEADING
        text = rows or passage.text.strip()
        found.append(OriginalPassage(number if passage.kind else None, text, is_heading, left_out))
    return tuple(found)
