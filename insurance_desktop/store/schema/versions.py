"""Versions of a document's text, and all that people do with them: findings, decisions, corrections, notes.

Rules that the file itself keeps: a version and a decision are never changed (`versions_are_final`,
`decisions_are_final_*`); who changed the rules of review, when and why only grows (`review_rules_are_final_*`).
"""

SQL = """
CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    number INTEGER NOT NULL,
    markdown TEXT NOT NULL,
    tables_json TEXT NOT NULL,
    source_map TEXT NOT NULL,
    coverage TEXT NOT NULL,
    references_json TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('converted', 'edited')),
    author TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    converter TEXT NOT NULL,
    based_on INTEGER REFERENCES versions (id),
    created_at TEXT NOT NULL,
    UNIQUE (document_id, number)
) STRICT;

CREATE TRIGGER versions_are_final BEFORE UPDATE ON versions
BEGIN SELECT RAISE (ABORT, 'an edit is a new version'); END;

CREATE TABLE blocks (
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    rule TEXT NOT NULL,
    emphasis TEXT NOT NULL DEFAULT '[]',
    boxes TEXT NOT NULL,
    PRIMARY KEY (version_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_pages (
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    page INTEGER NOT NULL,
    places BLOB NOT NULL,
    boxes BLOB NOT NULL,
    UNIQUE (version_id, page)
) STRICT;

CREATE TABLE page_suggestions (
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    page INTEGER NOT NULL,
    skew REAL NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (version_id, page)
) STRICT;

CREATE TABLE findings (
    id INTEGER PRIMARY KEY,
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('blocking', 'warning', 'note')),
    message TEXT NOT NULL,
    box TEXT
) STRICT;
CREATE INDEX findings_by_version ON findings (version_id);

CREATE VIEW open_findings AS
SELECT findings.* FROM findings
WHERE NOT EXISTS (SELECT 1 FROM resolutions WHERE resolutions.finding_id = findings.id);

CREATE TABLE decisions (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    version_id INTEGER REFERENCES versions (id),
    kind TEXT NOT NULL,
    reviewer TEXT NOT NULL CHECK (length(trim(reviewer)) > 0),
    at TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    subject TEXT NOT NULL DEFAULT '{}',
    content_sha256 TEXT,
    previous_hash TEXT NOT NULL,
    entry_hash TEXT NOT NULL UNIQUE,
    CHECK (kind <> 'rejected' OR length(trim(reason)) > 0),
    CHECK (kind <> 'approved' OR (version_id IS NOT NULL AND content_sha256 IS NOT NULL))
) STRICT;
CREATE INDEX decisions_by_document ON decisions (document_id);

CREATE TRIGGER decisions_are_final_u BEFORE UPDATE ON decisions
BEGIN SELECT RAISE (ABORT, 'decisions are append-only'); END;
CREATE TRIGGER decisions_are_final_d BEFORE DELETE ON decisions
BEGIN SELECT RAISE (ABORT, 'decisions are append-only'); END;

CREATE TABLE resolutions (
    finding_id INTEGER PRIMARY KEY REFERENCES findings (id) ON DELETE CASCADE,
    decision_id INTEGER NOT NULL REFERENCES decisions (id),
    reviewer TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (length(trim(reason)) > 0),
    at TEXT NOT NULL
) STRICT;

CREATE TABLE corrections (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    section_id TEXT,
    text_sha256 TEXT,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE INDEX corrections_by_document ON corrections (document_id);

CREATE TABLE drafts (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    reviewer TEXT NOT NULL CHECK (length(trim(reviewer)) > 0),
    based_on INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    markdown TEXT NOT NULL,
    saved_at TEXT NOT NULL,
    dropped_at TEXT,
    PRIMARY KEY (document_id, reviewer, based_on)
) STRICT;

CREATE TABLE looked_clauses (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    reviewer TEXT NOT NULL CHECK (length(trim(reviewer)) > 0),
    clause_key TEXT NOT NULL,
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    inherited_from INTEGER REFERENCES decisions (id),
    at TEXT NOT NULL,
    PRIMARY KEY (document_id, reviewer, clause_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    section_id TEXT,
    text_sha256 TEXT,
    place TEXT,
    text TEXT NOT NULL CHECK (length(trim(text)) > 0),
    author TEXT NOT NULL CHECK (length(trim(author)) > 0),
    at TEXT NOT NULL,
    changed_at TEXT,
    removed_at TEXT
) STRICT;
CREATE INDEX notes_by_document ON notes (document_id);

CREATE TABLE review_rules (
    id INTEGER PRIMARY KEY,
    reviewers INTEGER NOT NULL CHECK (reviewers IN (1, 2)),
    set_by TEXT NOT NULL CHECK (length(trim(set_by)) > 0),
    reason TEXT NOT NULL CHECK (length(trim(reason)) > 0),
    at TEXT NOT NULL
) STRICT;

CREATE TRIGGER review_rules_are_final_u BEFORE UPDATE ON review_rules
BEGIN SELECT RAISE (ABORT, 'the rules of review only grow'); END;
CREATE TRIGGER review_rules_are_final_d BEFORE DELETE ON review_rules
BEGIN SELECT RAISE (ABORT, 'the rules of review only grow'); END;
"""
