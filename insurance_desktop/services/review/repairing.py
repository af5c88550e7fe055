"""Puts right what is no longer what was decided on: from a backup, or made anew from the verified text; nothing is
invented, and what can be had from neither is named."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryError, UsageError
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.backups import newest_backup
from insurance_desktop.services.library.documents import require
from insurance_desktop.services.library.packs import packs_held
from insurance_desktop.services.search import indexing
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store import health
from insurance_desktop.store.clauses.clause_checking import altered
from insurance_desktop.store.database import Database
from insurance_desktop.store.opening import open_database
from insurance_desktop.store.versions import decisions, versions
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents, page_pictures

from .decision_log import current_version
from .restoring import Mended, Mending, mend_document, mend_log, mend_originals, mend_version, readable


@entity
class RepairReport:
    """What was put back from the `backup`, what was made anew, and what is `left`. `advice`: what helps with that."""

    backup: str | None
    restored: tuple[Mended, ...]
    remade: tuple[Mended, ...]
    left: tuple[Mended, ...]
    advice: str | None


def repair(engine: SearchEngine, source: Path | None = None) -> RepairReport:
    """Goes through the log, the originals and every verified document of the library; `source` is a backup of it."""
    library = engine.library
    with _backup(library.database, source) as backup:
        mending = Mending(library.database, backup)
        mend_log(mending)
        mend_originals(mending)
        for pack in packs_held(library.database):
            if pack in pack_names():
                with SearchEngine(library.read_by(pack), engine.models) as reader:
                    _mend_documents(reader, mending)
    with library.database.write() as connection:
        dropped = page_pictures.drop_altered(connection)
    if dropped:
        mending.told(mending.remade, "pictures", dropped)
    return RepairReport(
        backup=None if source is None else str(source),
        restored=tuple(mending.restored),
        remade=tuple(mending.remade),
        left=tuple(mending.left),
        advice=_advice(library.database, source) if mending.left else None,
    )


@contextmanager
def _backup(database: Database, source: Path | None) -> Iterator[Database | None]:
    """The backup, open to be read. UsageError where the file is the library itself, or that of another one."""
    if source is None:
        yield None
        return
    source = source.expanduser().absolute()
    with ExitStack() as stack:
        backup = stack.enter_context(closing(_opened(source, stack)))
        if source.samefile(database.path):
            raise UsageError("review.backup_is_the_library", path=str(source))
        if readable(backup, health.library_id) != readable(database, health.library_id):
            raise UsageError("review.backup_of_another", path=str(source))
        yield backup


def _opened(source: Path, stack: ExitStack) -> Database:
    """The backup as it is; one with the schema of an earlier version as a copy that was brought up to date."""
    try:
        return open_database(source, read_only=True)
    except LibraryError as error:
        if error.key != "store.needs_migration":
            raise
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="insurance-desktop-repair-")))
    open_database(Path(shutil.copyfile(source, folder / source.name)), create=False).close()
    return open_database(folder / source.name, read_only=True)


def _advice(database: Database, source: Path | None) -> str:
    """What helps with what is left."""
    if source is not None:
        return say("review.repair_older_backup", path=source)
    known = newest_backup(database)
    return say("review.repair_from_known", path=known) if known else say("review.repair_from")


def _mend_documents(engine: SearchEngine, mending: Mending) -> None:
    with mending.database.read() as connection:
        verified = documents.verified(connection, engine.library.pack.name)
    for document_id, version_id in verified.items():
        if mend_document(mending, document_id, version_id):
            mend_version(mending, document_id, version_id)
            _mend_clauses(engine, mending, document_id)


def _mend_clauses(engine: SearchEngine, mending: Mending, document_id: int) -> None:
    """Makes the clauses of a document anew that differ from what was decided on, where its text leads to the clauses
    that the log names: ours, or the same text with the backup's places."""
    if _are_sound(mending, document_id):
        return
    with mending.database.read() as connection:
        document = require(connection, document_id)
        ours = current_version(connection, document)
        told = decisions.sealed(connection, document_id)
    theirs = mending.from_backup(lambda connection: versions.get(connection, ours.version_id))
    for version in (ours, theirs):
        if version is None or not _is_same_text(version, ours):
            continue
        prepared = indexing.prepare(engine, document, version)
        if told is None or indexing.sealed(prepared, document) == told:
            if version is not ours:
                with mending.database.write():
                    mending.put_back("versions", version.version_id)
            indexing.write_together(engine, [prepared])
            if _are_sound(mending, document_id):
                mending.told(mending.remade, "clauses", document_id, count=len(prepared.clauses))
                return
    mending.told(mending.left, "clauses", document_id)


def _are_sound(mending: Mending, document_id: int) -> bool:
    return readable(mending.database, lambda connection: altered(connection, document_id) is None) or False


def _is_same_text(one: StoredVersion, other: StoredVersion) -> bool:
    return (one.markdown, one.tables) == (other.markdown, other.tables)
