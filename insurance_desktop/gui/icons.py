"""A handful of drawn icons (24 × 24 strokes), tinted with the colours in use. Each stands beside a word."""

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

STROKES = {
    "library": "M4 4.5h4.5v15H4zM8.5 4.5H13v15H8.5zM14.2 5.6l4.3-1.2 3.6 14-4.3 1.2z",
    "review": "M5 3h9l5 5v13H5zM14 3v5h5M8.5 14.5l2.5 2.5 4.5-5",
    "search": "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L21 21",
    "import": "M12 3v11M7.5 10L12 14.5 16.5 10M4 16v4h16v-4",
    "close": "M6 6l12 12M18 6L6 18",
    "previous": "M14.5 5L8 12l6.5 7",
    "next": "M9.5 5l6.5 7-6.5 7",
    "more": "M4 7h16M4 12h16M4 17h16",
    "down": "M5 9l7 7 7-7",
    "zoom_in": "M12 5v14M5 12h14",
    "zoom_out": "M5 12h14",
    "fit": "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
    "error": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9 9l6 6M15 9l-6 6",
    "warning": "M12 3l9.5 17h-19zM12 9.5v5M12 17v.6",
    "good": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM7.8 12.2l3 3 5.4-6",
    "information": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v6M12 7v.6",
    "files": "M5 3h9l5 5v13H5zM14 3v5h5",
    "folder": "M3 6h6l2 2.5h10V19H3z",
    "archive": "M3 4h18v5H3zM5 9v11h14V9M10 13h4",
}

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{path}" fill="none" stroke="{colour}"'
    ' stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)


def pixmap(name: str, colour: str, side: int = 24, ratio: float = 2.0) -> QPixmap:
    """The icon as a picture of `side` logical pixels; drawn at `ratio` so that it stays sharp on dense screens."""
    picture = QPixmap(QSize(side, side) * ratio)
    picture.fill(Qt.GlobalColor.transparent)
    svg = SVG.format(path=STROKES[name], colour=colour)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(svg.encode("ascii"))).render(painter, QRectF(0, 0, side * ratio, side * ratio))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def icon(name: str, colour: str, chosen: str | None = None, disabled: str | None = None) -> QIcon:
    """`chosen` is the colour while a checkable button is on, `disabled` while the button cannot be pressed."""
    drawn = QIcon()
    drawn.addPixmap(pixmap(name, colour), QIcon.Mode.Normal, QIcon.State.Off)
    drawn.addPixmap(pixmap(name, chosen or colour), QIcon.Mode.Normal, QIcon.State.On)
    for state in (QIcon.State.Off, QIcon.State.On):
        drawn.addPixmap(pixmap(name, disabled or colour), QIcon.Mode.Disabled, state)
    return drawn
