"""Whether a product takes people of given ages, by the range that its clauses print."""

from collections.abc import Mapping
from typing import Any

from insurance_desktop.domain.product_answers import AgeMatch

from .fact_book import ProductFacts
from .fact_shapes import AGE_RANGE

_YEARS = {"year": 1.0, "month": 1 / 12, "week": 7 / 365, "day": 1 / 365}
_OLDEST = 200.0


def takes_ages(product: ProductFacts, low: int | None, high: int | None) -> AgeMatch | None:
    """None where it takes nobody of these ages (years); a range that cannot be read is not known."""
    if low is None and high is None:
        return AgeMatch.YES
    ranges = [each.fact.parsed for each in product.by_path.get(AGE_RANGE, ())]
    if not ranges or any(each is None for each in ranges):
        return AgeMatch.UNKNOWN
    wanted = (float(low or 0), float(_OLDEST if high is None else high))
    return AgeMatch.YES if any(_meets(each, wanted) for each in ranges if each) else None


def _meets(printed: Mapping[str, Any], wanted: tuple[float, float]) -> bool:
    least, most = (_years(printed.get(end), other) for end, other in (("min", 0.0), ("max", _OLDEST)))
    return least <= wanted[1] + 1 - 1 / 365 and most >= wanted[0]  # who is 60 is so until the day before 61


def _years(end: Mapping[str, Any] | None, other: float) -> float:
    return other if end is None else float(end["value"]) * _YEARS[end["unit"]]
