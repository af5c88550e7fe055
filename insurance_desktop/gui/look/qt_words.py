"""Words of Qt's own dialogs that its translations have forgotten."""

from PySide6.QtCore import QCoreApplication, QTranslator

from insurance_desktop.packs.wording import say

FORGOTTEN = {
    ("QFileDialog", "&Look in:"): "gui.files_look_in",
    ("QFileDialog", "Files of &type:"): "gui.files_of_type",
}
MOVED = {"QAbstractFileIconProvider": "QFileDialog"}
"""The words of the one are translated under the name of the other: kinds of files."""


class ForgottenWords(QTranslator):
    """Asked before Qt's own translator, in the language that is spoken."""

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source_text: str, disambiguation: str | None = None, n: int = -1
    ) -> str | None:  # None: another translator may know it
        key = FORGOTTEN.get((context, source_text))
        if key is not None:
            return say(key)
        home = MOVED.get(context)
        return QCoreApplication.translate(home, source_text) if home is not None else None
