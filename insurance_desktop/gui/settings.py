"""What the window remembers of its user: never in a library, which may be handed to somebody else."""

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from insurance_desktop import paths


class WindowSettings:
    """Reviewer name, layout and last place, in one INI file of the user's state folder."""

    def __init__(self, file: Path | None = None) -> None:
        place = file or paths.state_folder() / "window.ini"
        place.parent.mkdir(parents=True, exist_ok=True)
        self._store = QSettings(str(place), QSettings.Format.IniFormat)

    @property
    def reviewer(self) -> str:
        return str(self._store.value("reviewer", "") or "")

    @reviewer.setter
    def reviewer(self, name: str) -> None:
        self._store.setValue("reviewer", name.strip())

    @property
    def theme(self) -> str:
        """`system`, `light` or `dark`."""
        return str(self._store.value("theme", "system"))

    @theme.setter
    def theme(self, name: str) -> None:
        self._store.setValue("theme", name)

    @property
    def import_folder(self) -> str:
        """Where the last files were taken from."""
        return str(self._store.value("import_folder", "") or "")

    @import_folder.setter
    def import_folder(self, folder: str) -> None:
        self._store.setValue("import_folder", folder)

    def layout(self, name: str) -> QByteArray:
        """The saved geometry or state of a widget; empty where there is none."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep_layout(self, name: str, state: QByteArray) -> None:
        self._store.setValue(f"layout/{name}", state)

    def save(self) -> None:
        self._store.sync()
