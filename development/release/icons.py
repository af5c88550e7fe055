"""The program's sign for systems that want pictures in a file of their own: drawn from the one SVG."""

import struct
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

SIGN = Path(__file__).with_name("insurance-desktop.svg")
WINDOWS = (16, 24, 32, 48, 64, 128, 256)
APPLE = {"icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}
"""Edges in points by the name that Apple gives the entry."""

_HEAD, _ENTRY = 6, 16


def windows_icon() -> bytes:
    """An .ico whose pictures are PNGs, which Windows takes since Vista."""
    pictures = drawn(WINDOWS)
    place = _HEAD + _ENTRY * len(pictures)
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for edge, picture in zip(WINDOWS, pictures, strict=True):
        shown = edge % 256  # 256 is written as 0
        head += struct.pack("<BBBBHHII", shown, shown, 0, 0, 1, 32, len(picture), place + len(body))
        body += picture
    return head + body


def apple_icon() -> bytes:
    """An .icns of the same."""
    parts = b"".join(
        name.encode() + struct.pack(">I", len(picture) + 8) + picture
        for name, picture in zip(APPLE, drawn(tuple(APPLE.values())), strict=True)
    )
    return b"icns" + struct.pack(">I", len(parts) + 8) + parts


def drawn(edges: Sequence[int]) -> list[bytes]:
    """The sign as PNGs of these edges: pictures without letters need no application of Qt's."""
    sign = QSvgRenderer(str(SIGN))
    pictures = []
    for edge in edges:
        image = QImage(edge, edge, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        sign.render(painter)
        painter.end()
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(image)
        pictures.append(bytes(content.data()))
    return pictures
