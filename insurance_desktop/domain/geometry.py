"""Places on a page."""

from collections.abc import Sequence

from .entity import entity


@entity
class Box:
    """A rectangle in PDF points, origin top left; `page` counts from 1."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    def as_list(self) -> list[float]:
        """`[page, x0, y0, x1, y1]` with one decimal, the form of every JSON answer."""
        return [self.page, round(self.x0, 1), round(self.y0, 1), round(self.x1, 1), round(self.y1, 1)]

    @staticmethod
    def from_list(numbers: list[float]) -> "Box":
        page, x0, y0, x1, y1 = numbers
        return Box(int(page), float(x0), float(y0), float(x1), float(y1))


def union(boxes: Sequence[Box]) -> Box:
    """The smallest box that holds all of these, which stand on one page."""
    if len(boxes) == 1:
        return boxes[0]
    return Box(
        boxes[0].page,
        min([each.x0 for each in boxes]),
        min([each.y0 for each in boxes]),
        max([each.x1 for each in boxes]),
        max([each.y1 for each in boxes]),
    )


def pages_in_words(first: int | None, last: int | None) -> str | None:
    """The pages of a passage as a person writes them: 4, 4\u20135; None where the first is not known."""
    if first is None:
        return None
    return f"{first}\u2013{last}" if last is not None and last > first else str(first)
