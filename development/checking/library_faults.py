"""All that is wrong with a library that opens: what every check that breaks one asks of the next start."""

from collections.abc import Iterator

from insurance_desktop.services.library.integrity import integrity
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.review.decisions import verify_log
from insurance_desktop.services.search import indexing
from insurance_desktop.store import health


def faults(library: Library) -> Iterator[str]:
    """Each thing that is wrong, by itself."""
    with library.database.read() as connection:
        yield from (str(each) for each in (*health.faults(connection), *indexing.faults(connection)))
    log, whole = verify_log(library), integrity(library, deep=True)
    if log.broken_at is not None:
        yield f"the log is broken at {log.broken_at}"
    yield from (f"document {each} is not what was approved" for each in log.changed)
    yield from (f"altered: {each}" for each in whole.altered)
    yield from (f"the original of document {each} is not the file that came" for each in whole.originals)
