"""Where the reader is, kept as he goes: what kills the window leaves the next start at the same place."""

from PySide6.QtCore import QObject, QTimer

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.window_settings import WindowSettings

from .made_pages import MadePages

REST_MS = 500  # who leafs through a document is followed when he stops


@entity
class Whereabouts:
    """The page in front, and the place on each page that was seen of this library."""

    library: str
    front: str
    places: tuple[tuple[str, str], ...]

    def keep(self, settings: WindowSettings) -> None:
        for name, place in self.places:
            settings.keep_place(name, self.library, place)
        if self.front:
            settings.page = self.front
        settings.save()


class Remembering(QObject):
    """`look` after every move; what has changed is written on a worker's thread."""

    def __init__(self, context: AppContext, pages: MadePages) -> None:
        super().__init__(pages)
        self._context = context
        self._pages = pages
        self._kept: Whereabouts | None = None
        self._resting = QTimer(self)
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST_MS)
        self._resting.timeout.connect(self._keep)
        pages.moved.connect(self.look)

    def look(self) -> None:
        self._resting.start()

    def _whereabouts(self) -> Whereabouts | None:
        """None while no library is open."""
        if not self._context.is_open:
            return None
        arrived, current = self._pages.arrived(), self._pages.current
        front = next((name for name, page in arrived if page is current), "")
        places = tuple((name, page.place()) for name, page in arrived)
        return Whereabouts(str(self._context.library_path), front, places)

    def _keep(self) -> None:
        now = self._whereabouts()
        if now is None or now == self._kept:
            return
        self._kept = now
        file = self._context.settings.file
        self._context.jobs.read(lambda: now.keep(WindowSettings(file)), lambda _: None, lambda _failure: None)

    def keep_all(self) -> None:
        """When the window closes, on its own thread: the divisions of its pages too."""
        self._resting.stop()
        settings = self._context.settings
        for _, page in self._pages.items():
            for division, splitter in page.splitters():
                settings.keep_layout(division, splitter.saveState())
        now = self._whereabouts()
        if now is not None:
            now.keep(settings)
        settings.save()
