"""What a conversion worker runs: an order comes in, its conversion goes out. Imports no more than that needs.

The child imports this module alone to begin with, so that it does not load what only the parent uses.
"""

import gc
from collections.abc import Callable
from multiprocessing.connection import Connection

from insurance_desktop.domain.conversion import Conversion, Fault
from insurance_desktop.domain.entity import entity

from ..steps import Report
from .processes import Limits, answer_requests
from .step_board import StepBoard

CALM_COLLECTOR = (200_000, 20, 20)
"""Fewer sweeps of the garbage collector: 9–24 % faster on the clauses of the corpus."""


@entity
class Order:
    """What a worker is asked to convert, if it has at most so many pages; those of the faults `lost` are left out."""

    original: bytes
    pack_name: str
    most_pages: int
    lost: tuple[Fault, ...] = ()


@entity
class Stumble:
    """A worker's answer when the conversion raised: the error's kind and words, and whether memory ran out."""

    kind: str
    detail: str
    out_of_memory: bool = False


Job = Callable[[Order, Report], Conversion]


def convert_job(order: Order, report: Report) -> Conversion:
    """Runs in the worker: the conversion itself."""
    from insurance_desktop.packs.loader import take_pack  # noqa: PLC0415  with the first order

    from ..pipeline import convert_bytes  # noqa: PLC0415  not in the parent

    pack = take_pack(order.pack_name)
    return convert_bytes(order.original, pack, report=report, lost=order.lost, most_pages=order.most_pages)


def serve_conversions(connection: Connection, limits: Limits, job: Job, board: StepBoard) -> None:
    """The worker's loop: an order comes in, its conversion goes out, until the pipe closes."""
    calm_collector()
    answer_requests(connection, limits, lambda order, report: _run(job, order, report), board)


def calm_collector() -> None:
    """Fewer sweeps of the garbage collector; called in a process that converts."""
    gc.set_threshold(*CALM_COLLECTOR)


def _run(job: Job, order: Order, report: Report) -> Conversion | Stumble:
    """The conversion, or what went wrong; a fault of ours must not look like the file's."""
    try:
        return job(order, report)
    except MemoryError:
        return Stumble("MemoryError", "", out_of_memory=True)
    except (EOFError, BrokenPipeError):  # the parent has gone: nobody is left to tell
        raise
    except Exception as error:
        return Stumble(type(error).__name__, str(error))
