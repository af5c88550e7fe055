"""Where print begins and ends across a page: its empty margins need no room in a narrow pane."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from insurance_desktop.domain.entity import entity

COLUMNS, LINES = 160, 160  # the page is looked at this coarsely: within four points of an A4 page
PAPER_WHITE = 246  # of 255: one thin stroke darkens its field of the coarse page more than that


@entity
class Printed:
    """From the first to the last print of a page, in points."""

    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left

    def around(self, other: "Printed") -> "Printed":
        return Printed(min(self.left, other.left), max(self.right, other.right))


def printed_on(image: QImage, width: float) -> Printed:
    """Of a page of this width in points; an empty page is printed all over."""
    coarse = image.scaled(
        COLUMNS, LINES, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    ).convertToFormat(QImage.Format.Format_Grayscale8)
    grey, line = bytes(coarse.constBits()), coarse.bytesPerLine()
    dark = [column for column in range(COLUMNS) if min(grey[column::line]) < PAPER_WHITE]
    if not dark:
        return Printed(0.0, width)
    return Printed(dark[0] * width / COLUMNS, (dark[-1] + 1) * width / COLUMNS)
