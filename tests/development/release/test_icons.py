"""The sign as Windows and macOS want it."""

import struct

import pytest

pytest.importorskip("PySide6.QtGui", reason="Qt cannot start here", exc_type=ImportError)

from development.release.icons import APPLE, WINDOWS, apple_icon, windows_icon

PNG = b"\x89PNG\r\n\x1a\n"


def test_each_picture_stands_where_the_head_says():
    icon = windows_icon()
    assert struct.unpack("<HHH", icon[:6]) == (0, 1, len(WINDOWS))
    for number in range(len(WINDOWS)):
        size, place = struct.unpack("<II", icon[6 + 16 * number + 8 : 6 + 16 * number + 16])
        assert icon[place : place + 8] == PNG
    assert place + size == len(icon)


def test_apple_s_file_counts_itself():
    icon = apple_icon()
    assert icon[:4] == b"icns" and struct.unpack(">I", icon[4:8])[0] == len(icon)
    assert icon.count(PNG) == len(APPLE)
