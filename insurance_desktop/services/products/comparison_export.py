"""A comparison as a file for others: a table of Excel or a paper of Word, every value with its source as a note."""

import os
from collections.abc import Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.product_answers import ProductComparison
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.unfinished import discard, place_beside, publish

from .product_comparison import whole_comparison
from .product_names import ProductNames

WRITERS = {".xlsx": "comparison_sheet", ".docx": "comparison_paper"}
"""Which module writes a file, by the ending of its name; imported with the first one, and its library with it."""


def export_comparison(
    names: ProductNames, products: Sequence[str], target: Path, fields: str | None = None
) -> ProductComparison:
    """Write what these products state to `target` and return it; nothing is written where they cannot be compared.

    UsageError where the ending is none of ours, a file is there already, or none can be written there.
    """
    target = target.expanduser().absolute()
    writer = WRITERS.get(target.suffix.lower())
    if writer is None:
        raise UsageError("products.export_ending", name=target.name, endings=", ".join(WRITERS))
    if os.path.lexists(target):
        raise UsageError("services.export_exists", target=str(target))
    comparison = whole_comparison(names, products, fields)
    if comparison.status is AnswerStatus.OK:
        content = BytesIO()
        import_module(f".{writer}", __package__).write(comparison, content)
        _put(content.getvalue(), target)
    return comparison


def _put(content: bytes, target: Path) -> None:
    """The file is there as a whole or not at all, and never in the place of another."""
    beside = place_beside(target)
    try:
        beside.write_bytes(content)
        if not publish(beside, target):
            raise UsageError("services.export_exists", target=str(target))
    except OSError as error:
        raise UsageError("services.export_failed", target=str(target), detail=error.strerror or str(error)) from error
    finally:
        discard(beside)
