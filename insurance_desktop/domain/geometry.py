"""Places on a page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
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
