"""Icons of the Lucide set (resources/icons, ISC), tinted with the colours in use. Each stands beside a word."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from insurance_desktop import paths

MEANINGS = {
    "review": "file-check",
    "ask": "quote",
    "practise": "pencil",
    "compare": "columns-3",
    "crawl": "cloud-download",
    "evaluation": "chart-column",
    "connect": "plug",
    "import": "file-down",
    "close": "x",
    "previous": "chevron-left",
    "next": "chevron-right",
    "more": "menu",
    "down": "chevron-down",
    "zoom_in": "plus",
    "zoom_out": "minus",
    "fit": "maximize",
    "error": "circle-x",
    "warning": "triangle-alert",
    "good": "circle-check",
    "information": "info",
    "files": "file",
    "jobs": "list-checks",
    "stop": "circle-stop",
    "offline": "wifi-off",
    "online": "wifi",
    "reset": "rotate-ccw",
}
"""What the pages call an icon, where that is not the set's own name."""


def pixmap(name: str, colour: str, side: int = 24, ratio: float = 2.0, beside: float = 0.0) -> QPixmap:
    """The icon as a picture of `side` logical pixels; drawn at `ratio` so that it stays sharp on dense screens.
    `beside`: room to its right, as a part of its side.

    FileNotFoundError where the set has no such icon.
    """
    key, kept = f"{name} {colour} {side} {ratio} {beside}", QPixmap()
    if QPixmapCache.find(key, kept):
        return kept
    picture = QPixmap(QSize(round(side * (1 + beside)), side) * ratio)
    picture.fill(Qt.GlobalColor.transparent)
    svg = drawing(name).replace("currentColor", colour)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(svg.encode("utf-8"))).render(painter, QRectF(0, 0, side * ratio, side * ratio))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, picture)
    return picture


@cache
def drawing(name: str) -> str:
    """The icon as SVG, its strokes a little finer than the set's own: they stand beside small Chinese type."""
    file = paths.resource_root() / "icons" / f"{MEANINGS.get(name, name)}.svg"
    return file.read_text(encoding="utf-8").replace('stroke-width="2"', 'stroke-width="1.7"')


def icon(
    name: str, colour: str, chosen: str | None = None, disabled: str | None = None, *, beside: float = 0.0
) -> QIcon:
    """`chosen` is the colour while a checkable button is on, `disabled` while the button cannot be pressed."""
    drawn, colours = QIcon(), {colour, chosen or colour, disabled or colour}
    pictures = {each: pixmap(name, each, beside=beside) for each in colours}
    drawn.addPixmap(pictures[colour], QIcon.Mode.Normal, QIcon.State.Off)
    drawn.addPixmap(pictures[chosen or colour], QIcon.Mode.Normal, QIcon.State.On)
    for state in (QIcon.State.Off, QIcon.State.On):
        drawn.addPixmap(pictures[disabled or colour], QIcon.Mode.Disabled, state)
    return drawn
