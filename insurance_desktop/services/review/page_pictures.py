"""Pages as pictures, drawn outside this process and kept for a while."""

from contextlib import suppress
from typing import TYPE_CHECKING

from insurance_desktop.domain.errors import LibraryError, NotFound
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.works import originals, page_pictures
from insurance_desktop.store.works.page_pictures import PageKey, PagePicture

if TYPE_CHECKING:
    from insurance_desktop.convert.running.drawn import RenderedPage

DEFAULT_DPI = 110


def render_page(
    library: Library, converter: Converter, document_id: int, page: int, dpi: int = DEFAULT_DPI
) -> "RenderedPage":
    """The picture of a page (from 1). NotFound for a page that the document does not have."""
    with library.database.read() as connection:
        document = require(connection, document_id)
        if not 1 <= page <= document.pages:
            raise NotFound("services.no_such_page", document_id=document_id, page=page, pages=document.pages)
        key = PageKey(document.sha256, page, dpi)
        kept = page_pictures.get(connection, key)
        content = None if kept else originals.content(connection, document.sha256)
    if kept is not None:
        return _rendered(kept)
    drawn = converter.renderer.render(content or b"", document.sha256, page, dpi)
    _keep(library, key, drawn)
    return drawn


def _keep(library: Library, key: PageKey, drawn: "RenderedPage") -> None:
    if library.database.read_only:
        return
    picture = PagePicture(drawn.png, drawn.width, drawn.height, drawn.page_width, drawn.page_height)
    with suppress(LibraryError), library.database.write() as connection:  # a cache that cannot be filled is no fault
        page_pictures.put(connection, key, picture, library.now())


def _rendered(kept: PagePicture) -> "RenderedPage":
    from insurance_desktop.convert.running.drawn import RenderedPage  # noqa: PLC0415 (only the page view draws)

    return RenderedPage(kept.png, kept.width, kept.height, kept.page_width, kept.page_height)
