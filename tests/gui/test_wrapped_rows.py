"""Rows of wrapped text: nothing that is said to a reviewer may end in … for want of a line."""

from datetime import UTC, datetime

import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QApplication, QStyle

from insurance_desktop.domain.documents import Decision, StoredFinding
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import DecisionKind, Severity
from insurance_desktop.gui.review.panels.finding_panel import FindingsPanel
from insurance_desktop.gui.review.panels.side_panels import LogPanel
from insurance_desktop.gui.review.panels.wrapped_rows import SIDE

SAID = "文件讲到多种产品（砚湖青松医疗保险 · 砚湖附加柏树津贴保险），没有自己的产品名称，请确认它归在哪个产品之下。"
UPRIGHT = 6
"""The padding of a row above and below, as the theme has it."""


def findings():
    panel = FindingsPanel()
    panel.show_findings((StoredFinding(1, FindingKind.SEVERAL_PRODUCTS, Severity.WARNING, SAID, None),))
    return panel


def log():
    panel = LogPanel()
    at = datetime(2026, 11, 20, 8, tzinfo=UTC)
    panel.show_decisions((Decision(1, 1, DecisionKind.REJECTED, "王敏", at, SAID, None, "", "d"),))
    return panel


@pytest.mark.parametrize("made", [findings, log])
def test_a_row_holds_all_its_lines_at_every_width(window, qtbot, made):
    panel = made()
    qtbot.addWidget(panel)
    panel.show()
    rows = panel.rows
    margin = QApplication.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1
    for width in range(220, 420, 4):
        panel.resize(width, 600)
        QApplication.processEvents()
        row = rows.visualItemRect(rows.item(0))
        room = min(row.width(), rows.viewport().width()) - 2 * SIDE - 2 * margin
        assert row.height() - 2 * UPRIGHT >= needed(rows.item(0).text(), rows.font(), room), width


def needed(text, font, width):
    """The height of the text when it is broken at this width."""
    height = 0.0
    for paragraph in text.split("\n"):
        layout = QTextLayout(paragraph, font)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            height += line.height()
        layout.endLayout()
    return int(height)
