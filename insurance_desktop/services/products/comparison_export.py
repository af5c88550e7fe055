"""A comparison as a file for others: a table of Excel or a paper of Word, every value with its source as a note."""

from collections.abc import Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.product_answers import ProductComparison
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library.new_file import new_place, put_new

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
    writer = WRITERS.get(target.suffix.lower())
    if writer is None:
        raise UsageError("products.export_ending", name=target.name, endings=", ".join(WRITERS))
    place = new_place(target)
    comparison = whole_comparison(names, products, fields)
    if comparison.status is AnswerStatus.OK:
        content = BytesIO()
        import_module(f".{writer}", __package__).write(comparison, content)
        put_new(content.getvalue(), place)
    return comparison
