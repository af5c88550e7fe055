"""The decision log: append-only, each entry holding the hash of the one before. Tamper-evident, no more.

Beside it the rule that it is kept by: how many different reviewers a document needs. A history that only grows.
"""

import json
from typing import Any

from insurance_desktop.domain.documents import Decision
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.identity import chain_hash
from insurance_desktop.domain.states import DecisionKind
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import moment

FIRST_HASH = "0" * 64
"""What the first entry holds as the hash before it."""

_COLUMNS = (
    "id, document_id, version_id, kind, reviewer, at, reason, subject, content_sha256, previous_hash, entry_hash, "
    "(SELECT before.at FROM decisions AS before WHERE before.id < decisions.id ORDER BY before.id DESC LIMIT 1)"
)


@entity
class NewDecision:
    document_id: int
    version_id: int | None
    kind: DecisionKind
    reviewer: str
    at: str
    reason: str
    content_sha256: str | None
    subject: str = "{}"


@entity
class StoredEntry:
    """An entry of the log as its row has it."""

    new: NewDecision
    previous_hash: str
    entry_hash: str

    def hash_behind(self, previous: str) -> str:
        """What its hash would be behind an entry with this one."""
        return chain_hash(previous, _hashed(self.new))

    def follows(self, previous: str) -> bool:
        return self.previous_hash == previous and self.entry_hash == self.hash_behind(previous)


def append(connection: Connection, new: NewDecision) -> int:
    """Chain an entry to the last one. Only safe under the write lock, where every caller is."""
    previous = connection.value("SELECT entry_hash FROM decisions ORDER BY id DESC LIMIT 1") or FIRST_HASH
    connection.run(
        "INSERT INTO decisions (document_id, version_id, kind, reviewer, at, reason, subject, content_sha256, "
        "previous_hash, entry_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            new.document_id,
            new.version_id,
            new.kind.value,
            new.reviewer,
            new.at,
            new.reason,
            new.subject,
            new.content_sha256,
            previous,
            chain_hash(previous, _hashed(new)),
        ),
    )
    return connection.last_id


def log(connection: Connection, document_id: int | None = None) -> tuple[Decision, ...]:
    """All entries, the oldest first; of one document where it is named."""
    rows = connection.rows(
        f"SELECT {_COLUMNS} FROM decisions WHERE ?1 IS NULL OR document_id = ?1 ORDER BY id", (document_id,)
    )
    return tuple(_decision(row) for row in rows)


def stored(connection: Connection) -> dict[int, StoredEntry | None]:
    """Every row of the log by its id, in order; None for one that cannot be read any more."""
    return {row[0]: _stored(connection, row[0]) for row in connection.rows("SELECT id FROM decisions ORDER BY id")}


def _stored(connection: Connection, decision_id: int) -> StoredEntry | None:
    try:
        document_id, version_id, kind, reviewer, at, reason, subject, content, previous, own = connection.rows(
            "SELECT document_id, version_id, kind, reviewer, at, reason, subject, content_sha256, previous_hash, "
            "entry_hash FROM decisions WHERE id = ?",
            (decision_id,),
        )[0]
        new = NewDecision(document_id, version_id, DecisionKind(kind), reviewer, at, reason, content, subject)
    except (LibraryDamaged, LookupError, ValueError):
        return None
    return StoredEntry(new, previous, own)


def get(connection: Connection, decision_id: int) -> Decision | None:
    row = connection.row(f"SELECT {_COLUMNS} FROM decisions WHERE id = ?", (decision_id,))
    return _decision(row) if row else None


_IS_NO_MATTER_ANY_MORE = (
    "(kind = 'resolved' AND EXISTS (SELECT 1 FROM decisions AS later WHERE later.document_id = decisions.document_id "
    "AND later.kind = 'undone' AND json_extract(later.subject, '$.undone') = decisions.id)) OR (kind = 'undone' AND "
    "(SELECT earlier.kind FROM decisions AS earlier WHERE earlier.id = json_extract(decisions.subject, '$.undone')) "
    "= 'resolved')"
)
"""Findings that were settled and opened again, and the entry that opened them: as if neither had been."""


def last_of(connection: Connection, reviewer: str) -> Decision | None:
    """What this reviewer did last: an approval, a rejection, the undoing of one, an edit, or findings settled that
    still are."""
    row = connection.row(
        f"SELECT {_COLUMNS} FROM decisions WHERE reviewer = ? "
        "AND kind IN ('approved', 'first_approved', 'rejected', 'undone', 'edited', 'resolved') "
        f"AND NOT ({_IS_NO_MATTER_ANY_MORE}) ORDER BY id DESC LIMIT 1",
        (reviewer,),
    )
    return _decision(row) if row else None


def last_standing_on(connection: Connection, document_id: int) -> Decision | None:
    """The last entry of a document that is a person's, findings passed over that were settled and opened again."""
    row = connection.row(
        f"SELECT {_COLUMNS} FROM decisions WHERE document_id = ? AND kind <> 'indexed' "
        f"AND NOT ({_IS_NO_MATTER_ANY_MORE}) ORDER BY id DESC LIMIT 1",
        (document_id,),
    )
    return _decision(row) if row else None


def last_on(connection: Connection, document_id: int) -> Decision | None:
    """The last entry of a document that is a person's."""
    row = connection.row(
        f"SELECT {_COLUMNS} FROM decisions WHERE document_id = ? AND kind <> 'indexed' ORDER BY id DESC LIMIT 1",
        (document_id,),
    )
    return _decision(row) if row else None


def approval(connection: Connection, document_id: int) -> NewDecision | None:
    """The decision behind a verified document; None where its row is no longer what was written, or is no approval of
    the text that is served."""
    row = connection.row(
        "SELECT decision_id, verified_version_id FROM documents WHERE id = ? AND review_status = 'VERIFIED'",
        (document_id,),
    )
    decision_id, version_id = row or (None, None)
    entry = None if decision_id is None else _stored(connection, decision_id)
    if entry is None or not entry.follows(entry.previous_hash):
        return None
    is_meant = (entry.new.kind, entry.new.document_id, entry.new.version_id) == (
        DecisionKind.APPROVED,
        document_id,
        version_id,
    )
    return entry.new if is_meant else None


def last_approval(connection: Connection, document_id: int) -> int | None:
    """The last approval of a verified document's text that nobody took back, as the log has it."""
    found: int | None = connection.value(
        "SELECT max(s.id) FROM decisions AS s JOIN documents AS d ON d.id = s.document_id "
        "WHERE d.id = ? AND s.kind = 'approved' AND s.version_id = d.verified_version_id AND s.id NOT IN "
        "(SELECT json_extract(subject, '$.undone') FROM decisions WHERE document_id = d.id AND kind = 'undone')",
        (document_id,),
    )
    return found


def approved_content(connection: Connection, document_id: int) -> str | None:
    """The content hash that the decision behind a verified document names."""
    found: str | None = connection.value(
        "SELECT decisions.content_sha256 FROM documents JOIN decisions ON decisions.id = documents.decision_id "
        "WHERE documents.id = ? AND documents.review_status = 'VERIFIED'",
        (document_id,),
    )
    return found


def sealed(connection: Connection, document_id: int) -> dict[str, str] | None:
    """What the log said last of a document's clauses: `clauses`, the root of the hash tree over them, `metadata`, the
    hash of what is said about the document, and `facts`, that of what it states of its work (None from before there
    were facts). None where it was decided on before there were such roots."""
    found = connection.value(
        "SELECT json_object('clauses', json_extract(subject, '$.clauses'), "
        "'metadata', json_extract(subject, '$.metadata'), 'facts', json_extract(subject, '$.facts')) FROM decisions "
        "WHERE document_id = ? AND json_extract(subject, '$.clauses') IS NOT NULL ORDER BY id DESC LIMIT 1",
        (document_id,),
    )
    told: dict[str, str] | None = None if found is None else json.loads(found)
    return told


def sealed_version(connection: Connection, version_id: int) -> str | None:
    """The hash that the log gave last of a version as it is stored. None from before versions were sealed."""
    found = connection.value(
        "SELECT json_extract(subject, '$.version') FROM decisions "
        "WHERE version_id = ? AND json_extract(subject, '$.version') IS NOT NULL ORDER BY id DESC LIMIT 1",
        (version_id,),
    )
    return None if found is None else str(found)


@entity
class Act:
    """Something that a person did; `settled` is how many findings it settled."""

    reviewer: str
    at: str
    kind: DecisionKind
    settled: int


def acts(connection: Connection, pack: str) -> list[Act]:
    """What people did on the documents of a pack, the oldest first; what a program writes in their name is none."""
    rows = connection.rows(
        "SELECT reviewer, at, decisions.kind, IFNULL(json_array_length(subject, '$.findings'), 0) FROM decisions "
        "JOIN documents ON documents.id = decisions.document_id "
        "WHERE documents.pack = ? AND decisions.kind NOT IN ('imported', 'indexed') ORDER BY decisions.id",
        (pack,),
    )
    return [Act(reviewer, at, DecisionKind(kind), settled) for reviewer, at, kind, settled in rows]


def first_broken(entries: tuple[Decision, ...]) -> int | None:
    """The id of the first entry of the whole log that does not follow from the one before; None = the chain holds."""
    previous = FIRST_HASH
    for entry in entries:
        expected = chain_hash(previous, _hashed(_as_new(entry)))
        if entry.previous_hash != previous or entry.entry_hash != expected:
            return entry.decision_id
        previous = entry.entry_hash
    return None


def _hashed(new: NewDecision) -> dict[str, Any]:
    return {
        "document_id": new.document_id,
        "version_id": new.version_id,
        "kind": new.kind.value,
        "reviewer": new.reviewer,
        "at": new.at,
        "reason": new.reason,
        "subject": new.subject,
        "content_sha256": new.content_sha256,
    }


def _as_new(entry: Decision) -> NewDecision:
    return NewDecision(
        entry.document_id,
        entry.version_id,
        entry.kind,
        entry.reviewer,
        entry.at.isoformat(),
        entry.reason,
        entry.content_sha256,
        entry.subject,
    )


def _decision(row: tuple[Any, ...]) -> Decision:
    (decision_id, document_id, version_id, kind, reviewer, at, reason, subject, content, previous, entry, before) = row
    return Decision(
        decision_id=decision_id,
        document_id=document_id,
        kind=DecisionKind(kind),
        reviewer=reviewer,
        at=moment(at),
        reason=reason,
        content_sha256=content,
        previous_hash=previous,
        entry_hash=entry,
        version_id=version_id,
        subject=_whole(subject),
        is_backdated=before is not None and moment(at) < moment(before),
    )


def _whole(subject: str) -> str:
    """The text as it is stored, which its hash covers. ValueError where it is no JSON object any more."""
    if not isinstance(json.loads(subject), dict):
        raise ValueError(subject)
    return subject


@entity
class RuleRow:
    """One change of the rule; `at` as the file holds times."""

    reviewers: int
    set_by: str
    reason: str
    at: str


def add(connection: Connection, rule: RuleRow) -> None:
    connection.run(
        "INSERT INTO review_rules (reviewers, set_by, reason, at) VALUES (?, ?, ?, ?)",
        (rule.reviewers, rule.set_by, rule.reason, rule.at),
    )


def newest(connection: Connection) -> RuleRow | None:
    """The rule that holds; None where nobody ever set one."""
    row = connection.row("SELECT reviewers, set_by, reason, at FROM review_rules ORDER BY id DESC LIMIT 1")
    return RuleRow(*row) if row else None
