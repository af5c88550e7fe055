"""Makes clauses that were changed anew from the verified text they were read from; nothing is invented."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.integrity import integrity
from insurance_desktop.services.search import indexing
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses.clause_checking import altered
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import decisions

from .decision_log import content_now, current_version


@entity
class RepairReport:
    """The documents whose clauses were made anew, and those that only a backup can bring back: their verified text, or
    their original, is no longer what was verified."""

    repaired: tuple[int, ...]
    left: tuple[int, ...]


def repair(engine: SearchEngine) -> RepairReport:
    """Indexes the documents anew of which clauses are withheld, where their text is still what was approved."""
    library = engine.library
    before = integrity(library, deep=True)
    damaged = [each.document_id for each in before.altered]
    with library.database.read() as connection:
        sound = [each for each in damaged if _is_what_was_approved(connection, each)]
        texts = [(document := require(connection, each), current_version(connection, document)) for each in sound]
    indexing.write_together(engine, (indexing.prepare(engine, document, version) for document, version in texts))
    with library.database.read() as connection:
        left = {each for each in damaged if altered(connection, each)}
    return RepairReport(tuple(each for each in sound if each not in left), tuple(sorted(left | set(before.originals))))


def _is_what_was_approved(connection: Connection, document_id: int) -> bool:
    return decisions.approved_content(connection, document_id) == content_now(
        connection, require(connection, document_id)
    )
