"""What `repair` puts back from a backup: entries of the log, originals, and what a decision covers of a document, each
only where the backup's own meets the hash that this library's log names."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import TypeVar

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.fact_judgements import Told
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.documents import require
from insurance_desktop.store.database import Connection, Database, RuleBroken
from insurance_desktop.store.restoring import put_back
from insurance_desktop.store.versions import corrections, decisions, fact_judgements, ledgers, versions
from insurance_desktop.store.versions.decisions import FIRST_HASH, StoredEntry
from insurance_desktop.store.versions.versions import StoredVersion
from insurance_desktop.store.works import documents, originals

from .decision_log import content_hash, content_now

Read = TypeVar("Read")


@entity
class Mended:
    """One thing that was wrong: `kind` of thing, the document that it belongs to (or the entry of the log, or how many
    pictures they were), and what became of it, in a sentence."""

    kind: str
    number: int
    sentence: str


@dataclass(slots=True)
class Mending:
    """A repair under way: the library, a backup of it if there is one, and what became of what was wrong."""

    database: Database
    backup: Database | None
    restored: list[Mended] = field(default_factory=list)
    remade: list[Mended] = field(default_factory=list)
    left: list[Mended] = field(default_factory=list)

    def from_backup(self, question: Callable[[Connection], Read]) -> Read | None:
        """What the backup says; None where there is none, or it is damaged there, too."""
        return readable(self.backup, question)

    def put_back(self, table: str, key: object, *, by: str = "id", columns: tuple[str, ...] = ()) -> None:
        """A row of the backup's in place of ours, in the write transaction that is open."""
        assert self.backup is not None
        put_back(self.database.connection(), self.backup.connection(), table, key, by=by, columns=columns)

    def told(self, into: list[Mended], kind: str, number: int, **values: object) -> None:
        outcome = "left" if into is self.left else "mended"
        into.append(Mended(kind, number, say(f"review.{outcome}_{kind}", number=number, **values)))


def readable(database: Database | None, question: Callable[[Connection], Read]) -> Read | None:
    """The answer to a question; None where there is no library to ask, or what is read there is damaged."""
    if database is None:
        return None
    try:
        with database.read() as connection:
            return question(connection)
    except LibraryDamaged:
        return None


# the log


def mend_log(mending: Mending) -> None:
    """Entries that do not follow from those before, or that the next one does not follow from."""
    with mending.database.read() as connection:
        ours = decisions.stored(connection)
    theirs = mending.from_backup(decisions.stored) or {}
    for decision_id, is_named in _broken(ours, theirs):
        if is_named:
            with mending.database.write():
                mending.put_back("decisions", decision_id)
            mending.told(mending.restored, "decision", decision_id)
        else:
            mending.told(mending.left, "decision", decision_id)


def _broken(
    ours: Mapping[int, StoredEntry | None], theirs: Mapping[int, StoredEntry | None]
) -> Iterator[tuple[int, bool]]:
    """The ids of the entries that are wrong, and whether the backup's is the one that the others name."""
    last = max(ours, default=0)
    ids = sorted({*ours, *(each for each in theirs if each < last)})
    previous = FIRST_HASH
    for place, decision_id in enumerate(ids):
        own, theirs_own = ours.get(decision_id), theirs.get(decision_id)
        behind = next((ours[each] for each in ids[place + 1 :] if each in ours), None)
        if own is not None and own.follows(previous) and not _is_denied(own, behind):
            previous = own.entry_hash
        elif theirs_own is not None and theirs_own.follows(previous) and _is_named(theirs_own, own, behind, previous):
            previous = theirs_own.entry_hash
            yield decision_id, True
        elif decision_id in ours:
            named = behind or own
            previous = behind.previous_hash if behind else named.entry_hash if named else previous
            yield decision_id, False


def _is_denied(own: StoredEntry, behind: StoredEntry | None) -> bool:
    """Whether the next entry, sound in itself, names another one before it."""
    return behind is not None and behind.follows(behind.previous_hash) and behind.previous_hash != own.entry_hash


def _is_named(entry: StoredEntry, own: StoredEntry | None, behind: StoredEntry | None, previous: str) -> bool:
    """Whether the library itself tells the hash of this entry: in the next one, in its row, or by what the row says."""
    told = {behind.previous_hash} if behind is not None else set()
    told |= {own.entry_hash, own.hash_behind(previous)} if own is not None else set()
    return entry.entry_hash in told


# the originals


def mend_originals(mending: Mending) -> None:
    with mending.database.read() as connection:
        altered = {sha256: documents.ids_of_original(connection, sha256) for sha256 in originals.altered(connection)}
    for sha256, of in altered.items():
        is_back = _take_original(mending, sha256)
        for document_id in of:
            mending.told(mending.restored if is_back else mending.left, "original", document_id)


def _take_original(mending: Mending, sha256: str) -> bool:
    """Whether the backup's could be put in the place of ours: SQLite may not be able to take ours away."""
    if not mending.from_backup(partial(originals.content, sha256=sha256)):
        return False
    try:
        with mending.database.write():
            mending.put_back("originals", sha256, by="sha256")
    except LibraryDamaged:
        return False
    return True


# what a decision covers of a document


class _NotMet(Exception):
    """What was put back does not meet the hash after all: the transaction takes it away again."""


def mend_document(mending: Mending, document_id: int, version_id: int) -> bool:
    """Whether what can be served of a document is what was approved, or could be put back so."""
    _mend_standing(mending, document_id)
    with mending.database.read() as connection:
        approved = decisions.approved_content(connection, document_id)
    ours = _covered(mending.database, document_id, version_id)
    theirs = _covered(mending.backup, document_id, version_id)
    pairs = (ours[0], theirs[0]), (ours[1], theirs[1]), (ours[2], theirs[2])
    for document, said, version in product(*pairs):
        if document is None or said is None or version is None:
            continue
        if content_hash(version, document, said) == approved:
            chosen = (document, said, version)
            foreign = [kind for kind, part, own in zip(_TAKEN, chosen, ours, strict=True) if part is not own]
            if _take(mending, foreign, document_id, version_id, approved):
                return True
    mending.told(mending.left, "text", document_id)
    return False


def mend_version(mending: Mending, document_id: int, version_id: int) -> None:
    """Takes a version with its ledger from the backup where its text is what was approved and the rest of it is not."""
    stored = partial(versions.hash_of, version_id=version_id)
    sealed = readable(mending.database, partial(decisions.sealed_version, version_id=version_id))
    if sealed in (None, readable(mending.database, stored)):
        return
    if mending.from_backup(stored) != sealed:
        mending.told(mending.left, "places", document_id)
        return
    assert mending.backup is not None
    with mending.database.write() as connection:
        mending.put_back("versions", version_id)
        ledgers.put_back(connection, mending.backup.connection(), version_id)
    mending.told(mending.restored, "places", document_id)


def _mend_standing(mending: Mending, document_id: int) -> None:
    """Leads a document that names another decision back to the approval of its text that the log has; where that one
    is not what was written either, the log tells of it."""
    try:
        with mending.database.write() as connection:
            if decisions.approval(connection, document_id) is not None:
                return
            decision_id = decisions.last_approval(connection, document_id)
            if decision_id is None:
                return
            documents.set_decision(connection, document_id, decision_id)
            if decisions.approval(connection, document_id) is None:
                raise _NotMet
    except (_NotMet, RuleBroken):
        return
    mending.told(mending.restored, "standing", document_id)


def _covered(
    database: Database | None, document_id: int, version_id: int
) -> tuple[Document | None, Told | None, StoredVersion | None]:
    """What a decision covers of a document: its details, what was said of its clauses and facts, its text; each as far
    as it can be read."""
    return (
        readable(database, lambda connection: documents.get(connection, document_id)),
        readable(database, lambda connection: fact_judgements.all_told(connection, document_id)),
        readable(database, lambda connection: versions.get(connection, version_id)),
    )


def _take(mending: Mending, kinds: Sequence[str], document_id: int, version_id: int, approved: str) -> bool:
    """Puts these parts back from the backup, all or none of them."""
    try:
        with mending.database.write() as connection:
            for kind in kinds:
                _TAKEN[kind](mending, document_id, version_id)
            if kinds and content_now(connection, require(connection, document_id)) != approved:
                raise _NotMet
    except _NotMet:
        return False
    for kind in kinds:
        mending.told(mending.restored, kind, document_id)
    return True


def _take_details(mending: Mending, document_id: int, _version_id: int) -> None:
    mending.put_back("documents", document_id, columns=("work_id", "edition_id", "document_type", "download_url"))
    with mending.database.read() as connection:
        document = require(connection, document_id)
        edition = documents.edition_of(connection, document_id)
    mending.put_back("works", document.product_id, columns=("code", "name", "issuer", "category", "publish_time"))
    mending.put_back("editions", edition, columns=("label", "publish_time"))


def _take_corrections(mending: Mending, document_id: int, _version_id: int) -> None:
    for correction_id in mending.from_backup(lambda connection: corrections.ids_of(connection, document_id)) or ():
        mending.put_back("corrections", correction_id)
    for judgement_id in mending.from_backup(lambda connection: fact_judgements.ids_of(connection, document_id)) or ():
        mending.put_back("fact_judgements", judgement_id)


def _take_text(mending: Mending, _document_id: int, version_id: int) -> None:
    mending.put_back("versions", version_id)


_TAKEN = {"details": _take_details, "corrections": _take_corrections, "text": _take_text}
"""How the parts that a decision covers are put back, in the order of `_covered`."""
