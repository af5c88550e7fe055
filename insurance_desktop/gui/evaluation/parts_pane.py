"""By whom the ranking was judged: what decides, by the insurer whose document is asked and by the style of question."""

from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.evaluation import BY_ISSUER, BY_STYLE, Evaluation
from insurance_desktop.gui.look.parts import Chooser, column, label, row
from insurance_desktop.gui.look.theme import ThemeSwitch
from insurance_desktop.gui.look.word_table import Column, Table
from insurance_desktop.packs.wording import say

from . import evaluation_words


class PartsPane(QWidget):
    def __init__(self, theme: ThemeSwitch) -> None:
        super().__init__()
        self._found: Evaluation | None = None
        self.by = Chooser(theme)
        for each in (BY_ISSUER, BY_STYLE):
            self.by.addItem(say(f"evaluating.by_{each}"), each)
        self.by.setAccessibleName(say("evaluation_page.parts_by"))
        self.table = Table(
            theme,
            say("evaluation_page.tab_parts"),
            (
                Column(say("evaluation_page.column_tier"), 130),
                Column(say("evaluation_page.column_figure"), 220),
                Column(say("evaluation_page.column_part")),
                Column(say("evaluation_page.column_value"), 90, is_number=True),
                Column(say("evaluation_page.column_interval"), 130),
                Column(say("evaluation_page.column_count"), 80, is_number=True),
            ),
        )
        self.by.activated.connect(self._write)
        whole = column(
            row(self.by, (label(say("evaluation_page.parts_text"), "muted", wrap=True), 1)),
            (self.table, 1),
        )
        whole.setContentsMargins(0, 8, 0, 0)
        self.setLayout(whole)

    def show_run(self, found: Evaluation | None) -> None:
        self._found = found
        self._write()

    def _write(self) -> None:
        parts = self._found.parts if self._found else ()
        self.table.show_rows(evaluation_words.part_rows(parts, self.by.currentData()))
