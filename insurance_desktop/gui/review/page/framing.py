"""A rectangle that the reviewer draws on the page, by mouse or by arrow keys. Pure but for Qt's names of keys."""

from dataclasses import replace

from PySide6.QtCore import Qt

from insurance_desktop.domain.geometry import Box

STEP = 4.0  # points that an arrow key moves; ten times as far with Ctrl
FAR = 10
SMALLEST = 8.0
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def drawn(page: int, start: tuple[float, float], end: tuple[float, float]) -> Box | None:
    """The rectangle between two points of a page; None where it is too small to be meant."""
    (x0, y0), (x1, y1) = start, end
    left, right, top, bottom = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    is_meant = right - left >= SMALLEST and bottom - top >= SMALLEST
    return Box(page, left, top, right, bottom) if is_meant else None


def stepped(box: Box, key: int, modifiers: Qt.KeyboardModifier, size: tuple[float, float]) -> Box | None:
    """The rectangle after an arrow key: moved, or with Shift its lower right corner; None for another key.

    `size` is that of the page, in points; the rectangle stays on it.
    """
    arrow = ARROWS.get(Qt.Key(key))
    if arrow is None:
        return None
    step = STEP * (FAR if modifiers & Qt.KeyboardModifier.ControlModifier else 1)
    across, down = arrow[0] * step, arrow[1] * step
    if modifiers & Qt.KeyboardModifier.ShiftModifier:
        right = min(max(box.x1 + across, box.x0 + SMALLEST), size[0])
        bottom = min(max(box.y1 + down, box.y0 + SMALLEST), size[1])
        return replace(box, x1=right, y1=bottom)
    across = min(max(across, -box.x0), size[0] - box.x1)
    down = min(max(down, -box.y0), size[1] - box.y1)
    return Box(box.page, box.x0 + across, box.y0 + down, box.x1 + across, box.y1 + down)
