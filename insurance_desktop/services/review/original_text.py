"""The text of an original without pages: a reviewer reads it beside the Markdown, as he reads the pages of others."""

from insurance_desktop.domain.originals import OriginalPassage
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.works import originals


def original_text(library: Library, document_id: int) -> tuple[OriginalPassage, ...]:
    """The passages in order, read outside this process. SourceError where they cannot be read."""
    from insurance_desktop.convert.running.flow_reading import FlowOrder, read_flow  # noqa: PLC0415 (only who asks)

    with library.database.read() as connection:
        document = require(connection, document_id)
        original = originals.content(connection, document.sha256) or b""
    return read_flow(FlowOrder(original, library.pack.name))
