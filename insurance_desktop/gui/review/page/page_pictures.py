"""Page pictures, fetched in the background and kept for a while; the neighbours come before they are asked for."""

from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import Job
from insurance_desktop.gui.running.late_imports import imported_when_used

with imported_when_used():
    from insurance_desktop.services.review import page_pictures

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace


KEPT = 12
DPI_STEPS = (110, 165, 220)


@entity
class PageKey:
    document_id: int
    page: int
    dpi: int


@entity
class Picture:
    """The page as an image, and its size in points."""

    image: QImage
    width: float
    height: float


class PagePictures(QObject):
    """`arrived` and `failed` name the page they are about; the neighbours' failures stay silent."""

    arrived = Signal(object)  # PageKey
    failed = Signal(object, object)  # PageKey, Failure

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._context = context
        self._kept: OrderedDict[PageKey, Picture] = OrderedDict()
        self._on_the_way: dict[PageKey, Job] = {}
        self._wanted: PageKey | None = None

    def get(self, key: PageKey) -> Picture | None:
        """The picture if it is here; otherwise it is fetched and announced by `arrived`."""
        self._wanted = key
        picture = self._kept.get(key)
        if picture is not None:
            self._kept.move_to_end(key)
        else:
            self._fetch(key)
        return picture

    def fetch_around(self, key: PageKey, pages: int) -> None:
        """The next and the previous page, once the wanted one is here."""
        for page in (key.page + 1, key.page - 1):
            if 1 <= page <= pages:
                self._fetch(PageKey(key.document_id, page, key.dpi), ahead=True)

    def drop_requests(self) -> None:
        """Another document is shown: what is still under way is of no use."""
        for job in self._on_the_way.values():
            job.forget()
        self._on_the_way.clear()

    def _fetch(self, key: PageKey, *, ahead: bool = False) -> None:
        if key not in self._kept and key not in self._on_the_way:
            read = self._context.read_later if ahead else self._context.read
            self._on_the_way[key] = read(
                lambda workspace: _picture(workspace, key),
                lambda picture: self._take(key, picture),
                lambda failure: self._fail(key, failure),
            )

    def _take(self, key: PageKey, picture: Picture) -> None:
        self._on_the_way.pop(key, None)
        self._kept[key] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self.arrived.emit(key)

    def _fail(self, key: PageKey, failure: Failure) -> None:
        self._on_the_way.pop(key, None)
        if key == self._wanted:
            self.failed.emit(key, failure)


def _picture(workspace: "Workspace", key: PageKey) -> Picture:
    """On a reader thread: render, and decode there too."""
    page = page_pictures.render_page(workspace.library, workspace.converter, key.document_id, key.page, key.dpi)
    image = QImage.fromData(page.png)
    return Picture(image, page.page_width, page.page_height)


def dpi_for(scale: float) -> int:
    """The smallest drawn resolution that is not blown up at `scale` device pixels per point."""
    needed = scale * 72
    return next((step for step in DPI_STEPS if step >= needed * 0.8), DPI_STEPS[-1])
