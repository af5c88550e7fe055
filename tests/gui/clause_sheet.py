"""A small clause text with its source map: three pages, every line in a box of its own."""

from functools import cache

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from insurance_desktop.domain.conversion import Clause, SourceSpan
from insurance_desktop.domain.geometry import Box

LINES = (
    (1, "# 安心保重大疾病保险条款"),
    (1, "## 2 我们提供的保障"),
    (1, "### 2.3 保险责任"),
    (1, "被保险人在等待期后初次确诊重大疾病，我们按基本保险金额给付，比例为100%。"),
    (2, "### 2.4 责任免除"),
    (2, "因下列情形之一，我们**不承担**给付保险金的责任："),
    (2, "- （1）投保人对被保险人的故意杀害、故意伤害；"),
    (2, "- （2）被保险人酒后驾驶\\*；"),
    (2, "| 年龄 | 保险费（元） |\n| --- | --- |\n| 30 | 1,200 |\n| 40 | 2,400 |"),
    (3, "## 3 合同效力"),
    (3, "### 3.2 犹豫期"),
    (3, "自您签收本合同次日起，有15日的犹豫期。在此期间您可以退保𠮷，我们退还全部保险费。"),
)


def _span(number: int, start: int) -> SourceSpan:
    page, text = LINES[number]
    top = 90.0 + 34.0 * sum(1 for each in LINES[:number] if each[0] == page)
    return SourceSpan(start, start + len(text), number, (Box(page, 170.0, top, 520.0, top + 15.0),))


def _source_map() -> tuple[SourceSpan, ...]:
    spans, start = [], 0
    for number, (_page, text) in enumerate(LINES):
        spans.append(_span(number, start))
        start += len(text) + 2
    return tuple(spans)


MARKDOWN = "\n\n".join(text for _page, text in LINES) + "\n"
SOURCE_MAP = _source_map()


def _clause(section: str, title: str, level: int, first: int, last: int) -> Clause:
    spans = SOURCE_MAP[first:last]
    return Clause(
        section_id=section,
        section_title=title,
        level=level,
        parent_section=None,
        chunk_index=first,
        page_number=LINES[first][0],
        page_to=LINES[last - 1][0],
        text="\n".join(text for _page, text in LINES[first + 1 : last]),
        boxes=tuple(box for span in spans for box in span.boxes),
        markdown_start=spans[0].start,
        markdown_end=spans[-1].end,
    )


CLAUSES = (
    _clause("2", "我们提供的保障", 2, 1, 2),
    _clause("2.3", "保险责任", 3, 2, 4),
    _clause("2.4", "责任免除", 3, 4, 9),
    _clause("3", "合同效力", 2, 9, 10),
    _clause("3.2", "犹豫期", 3, 10, 12),
)


@cache
def page_png(page: int, dpi: int) -> bytes:
    """The page as it would be printed, drawn with Qt's painter (allowed on any thread)."""
    scale = dpi / 72
    image = QImage(round(595 * scale), round(842 * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    font = painter.font()
    font.setPixelSize(9)
    painter.setFont(font)
    for number, (on_page, text) in enumerate(LINES):
        if on_page == page:
            box = SOURCE_MAP[number].boxes[0]
            painter.drawText(int(box.x0), int(box.y1) - 3, text.split("\n")[0].lstrip("#- "))
    painter.drawText(0, 800, 595, 20, int(Qt.AlignmentFlag.AlignCenter), str(page))
    painter.end()
    stored = QByteArray()
    buffer = QBuffer(stored)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(stored.data())
