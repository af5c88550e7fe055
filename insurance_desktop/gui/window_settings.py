"""What the window remembers of its user: never in a library, which may be handed to somebody else."""

import json
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity

SMALLEST_SCALE, LARGEST_SCALE = 90, 150
MOST_RECENT = 8


@entity
class LibraryChoice:
    """A library to open, and whether it is to be read only."""

    path: Path
    read_only: bool = False


class WindowSettings:
    """Reviewer name, layout and last place, in one INI file of the user's state folder."""

    def __init__(self, file: Path | None = None) -> None:
        place = file or paths.state_folder() / "window.ini"
        place.parent.mkdir(parents=True, exist_ok=True)
        self._store = QSettings(str(place), QSettings.Format.IniFormat)

    @property
    def file(self) -> Path:
        """Where they are kept: a thread of its own takes settings of its own on the same file."""
        return Path(self._store.fileName())

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

    @property
    def recent_libraries(self) -> tuple[Path, ...]:
        """The libraries that were opened last, the newest first, whether they are still there or not."""
        kept = str(self._store.value("recent_libraries", "") or "")
        return tuple(Path(each) for each in kept.split("\n") if each)

    def remember_library(self, path: Path) -> None:
        paths = dict.fromkeys((path, *self.recent_libraries))
        self._store.setValue("recent_libraries", "\n".join(str(each) for each in list(paths)[:MOST_RECENT]))

    def filters(self, place: str) -> dict[str, dict[str, str]]:
        """What a list was narrowed to, by the name that the user gave it."""
        kept = str(self._store.value(f"filters/{place}", "") or "")
        return json.loads(kept) if kept else {}

    def keep_filter(self, place: str, name: str, said: dict[str, str]) -> None:
        self._store.setValue(f"filters/{place}", json.dumps(self.filters(place) | {name: said}))

    def forget_filter(self, place: str, name: str) -> None:
        left = {each: said for each, said in self.filters(place).items() if each != name}
        self._store.setValue(f"filters/{place}", json.dumps(left))

    @property
    def queue_arrangement(self) -> tuple[str, str]:
        """The names of the order and the groups in which the queue was looked at last."""
        order, _, group = str(self._store.value("queue", "") or "").partition(" ")
        return order, group

    @queue_arrangement.setter
    def queue_arrangement(self, names: tuple[str, str]) -> None:
        self._store.setValue("queue", " ".join(names))

    @property
    def packs(self) -> frozenset[str]:
        """The fields of documents that the user works with beside the first."""
        return frozenset(filter(None, str(self._store.value("packs", "") or "").split(" ")))

    @packs.setter
    def packs(self, names: frozenset[str]) -> None:
        self._store.setValue("packs", " ".join(sorted(names)))

    def layout(self, name: str) -> QByteArray:
        """The saved geometry or state of a widget; empty where there is none."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep_layout(self, name: str, state: QByteArray) -> None:
        self._store.setValue(f"layout/{name}", state)

    @property
    def language(self) -> str:
        """`zh` or `en`: the words of the window from its next start on."""
        return str(self._store.value("language", "zh"))

    @language.setter
    def language(self, name: str) -> None:
        self._store.setValue("language", name)

    @property
    def scale(self) -> int:
        """Per cent of the size that the system asks for, from the next start on; within 90–150."""
        kept = str(self._store.value("scale", "100"))
        return min(max(int(kept) if kept.isdecimal() else 100, SMALLEST_SCALE), LARGEST_SCALE)

    @scale.setter
    def scale(self, percent: int) -> None:
        self._store.setValue("scale", percent)

    @property
    def page(self) -> str:
        """The page that was in front when the window was closed."""
        return str(self._store.value("place/page", "") or "")

    @page.setter
    def page(self, name: str) -> None:
        self._store.setValue("place/page", name)

    def place(self, page: str, library: str) -> str:
        """Where the reader was on a page of a library; "" where nothing is kept."""
        kept_library, _, place = str(self._store.value(f"place/of_{page}", "") or "").partition("\n")
        return place if kept_library == library else ""

    def keep_place(self, page: str, library: str, place: str) -> None:
        self._store.setValue(f"place/of_{page}", f"{library}\n{place}")

    def key(self, command: str) -> str:
        """The key that the user gave a command; "" for the one it ships with."""
        return str(self._store.value(f"keys/{command}", "") or "")

    def keep_key(self, command: str, sequence: str) -> None:
        if sequence:
            self._store.setValue(f"keys/{command}", sequence)
        else:
            self._store.remove(f"keys/{command}")

    def forget_layout(self) -> None:
        """Sizes, widths and last places as on the first start; names and choices stay."""
        for group in ("layout", "place"):
            self._store.remove(group)

    def save(self) -> None:
        self._store.sync()
