"""The page of keys: each command, where it counts, its key, and how to give it another one."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHeaderView,
    QKeySequenceEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, set_role
from insurance_desktop.gui.look.tables import dress_table
from insurance_desktop.gui.pages import Command
from insurance_desktop.gui.shortcuts import Shortcuts
from insurance_desktop.packs.wording import say

HEADS = ("gui.key_command", "gui.key_scope", "gui.key_sequence")


class KeysCard(QFrame):
    """Enter or 更改 on a line asks for the new key."""

    def __init__(self, shortcuts: Shortcuts) -> None:
        super().__init__()
        set_role(self, "card")
        self._shortcuts = shortcuts
        self.asking: KeyQuestion | None = None
        self.table = QTableWidget(len(shortcuts.commands), len(HEADS))
        self.change = button(say("gui.key_change"), self.ask)
        self.restore = button(say("gui.keys_reset"), shortcuts.reset)
        self._dress()
        buttons = row(self.change, self.restore, STRETCH)
        self.setLayout(
            column(
                label(say("gui.keys"), "heading"),
                label(say("gui.keys_text"), "muted", wrap=True),
                self.table,
                buttons,
                margin=MARGIN,
            )
        )
        shortcuts.changed.connect(self._show)
        self.table.itemSelectionChanged.connect(self._offer)
        self.table.itemDoubleClicked.connect(lambda _item: self.ask())
        self._show()
        self.table.selectRow(0)

    @property
    def chosen(self) -> Command:
        return self._shortcuts.commands[max(self.table.currentRow(), 0)]

    def ask(self) -> None:
        if not self.chosen.fixed:
            self.asking = KeyQuestion(self._shortcuts, self.chosen, self.window())
            self.asking.open()

    def _dress(self) -> None:
        table = self.table
        table.setHorizontalHeaderLabels([say(each) for each in HEADS])
        dress_table(table, say("gui.keys"))
        table.setWordWrap(True)
        table.setAccessibleDescription(say("gui.keys_text"))
        header = table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        table.setMinimumHeight(30 * 9)

    def _show(self) -> None:
        for line, command in enumerate(self._shortcuts.commands):
            for place, text in enumerate(
                (say(command.words), say(command.scope), self._shortcuts.with_letter(command))
            ):
                self.table.setItem(line, place, QTableWidgetItem(text))

    def _offer(self) -> None:
        self.change.setEnabled(not self.chosen.fixed)


class KeyQuestion(QDialog):
    """Waits for a key. What cannot be taken is said at once, and 确定 stays shut."""

    def __init__(self, shortcuts: Shortcuts, command: Command, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("gui.key_change"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(420)
        self._shortcuts = shortcuts
        self._command = command
        self.sequence = QKeySequenceEdit(QKeySequence(shortcuts.key(command)))
        self.sequence.setMaximumSequenceLength(1)
        self.sequence.setAccessibleName(say("gui.key_press", command=say(command.words)))
        self.refusal = label("", "danger", wrap=True)
        self.confirm = button(say("gui.confirm"), self._assign, primary=True)
        buttons = row(
            button(say("gui.key_default"), self._default), STRETCH, button(say("gui.cancel"), self.reject), self.confirm
        )
        self.setLayout(
            column(
                label(say("gui.key_press", command=say(command.words)), "heading", wrap=True),
                self.sequence,
                self.refusal,
                buttons,
                margin=MARGIN,
                gap=12,
            )
        )
        self.sequence.keySequenceChanged.connect(self._look)
        self._look()
        self.sequence.setFocus()

    def _look(self) -> None:
        refused = self._shortcuts.refusal(self._command, self.sequence.keySequence())
        self.refusal.setText(refused)
        self.confirm.setEnabled(not refused)

    def _default(self) -> None:
        self.sequence.setKeySequence(QKeySequence(self._command.default))

    def _assign(self) -> None:
        if not self._shortcuts.assign(self._command, self.sequence.keySequence()):
            self.accept()
