"""Qt's own dialog for files speaks the language of the window, and no other."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QToolButton, QTreeView

from insurance_desktop.gui.application import translate
from insurance_desktop.packs.wording import say, speak

CHINESE = re.compile("[\u4e00-\u9fff]")


def words(dialog):
    """What is written on it, and the kind of the folder in it."""
    for each in (*dialog.findChildren(QLabel), *dialog.findChildren(QPushButton), *dialog.findChildren(QToolButton)):
        yield each.text() or each.toolTip()
    model = dialog.findChild(QTreeView).model()
    yield from (model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount()))
    kind = model.index(0, 2, dialog.findChild(QTreeView).rootIndex())
    yield kind.data()


def shown(qtbot, folder):
    (folder / "clauses").mkdir(exist_ok=True)
    dialog = QFileDialog(None, say("gui.import_files"), str(folder), say("gui.import_filter"))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    qtbot.addWidget(dialog)
    dialog.show()
    tree = dialog.findChild(QTreeView)
    qtbot.waitUntil(lambda: tree.model().rowCount(tree.rootIndex()) == 1)
    return dialog


def test_a_file_dialog_is_all_chinese_and_after_a_switch_all_english(dressed, qtbot, tmp_path):
    translate(dressed)
    chinese = list(words(shown(qtbot, tmp_path)))
    assert len(chinese) > 14
    assert [each for each in chinese if not CHINESE.search(each)] == []
    speak("en")
    translate(dressed)
    assert [each for each in words(shown(qtbot, tmp_path)) if CHINESE.search(each) or not each] == []
