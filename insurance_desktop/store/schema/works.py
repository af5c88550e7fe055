"""Works with their editions and documents, and the original files.

Rules that the file itself keeps:
- a document starts unverified (`documents_start_pending`) and is VERIFIED only with a decision behind it that stands
  (`documents_need_a_decision`, `documents_need_a_standing_decision`), with no blocking finding open
  (`documents_need_settled_findings`) and, where two reviewers are asked for, with a first approval of the same version
  and content by somebody else (`documents_need_a_second_reviewer`);
- what a decision covers (work, edition, type, names) stays as it is while the document is VERIFIED
  (`*_keep_what_was_verified`);
- an original is never changed (`originals_are_final`).

The insurance pack's faces call a work a product and its issuer the company.
"""

SQL = """
CREATE TABLE works (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    kind TEXT NOT NULL,
    code TEXT,
    name TEXT NOT NULL,
    issuer TEXT,
    category TEXT,
    publish_time TEXT,
    attributes TEXT NOT NULL DEFAULT '{}',
    created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX works_by_code ON works (pack, IFNULL(issuer, ''), code) WHERE code IS NOT NULL;
CREATE INDEX works_by_name ON works (pack, name);

CREATE TRIGGER works_keep_what_was_verified BEFORE UPDATE OF code, name, issuer, category, publish_time ON works
WHEN EXISTS (SELECT 1 FROM documents WHERE work_id = OLD.id AND review_status = 'VERIFIED')
    AND (OLD.code IS NOT NEW.code OR OLD.name IS NOT NEW.name OR OLD.issuer IS NOT NEW.issuer
        OR OLD.category IS NOT NEW.category OR OLD.publish_time IS NOT NEW.publish_time)
BEGIN SELECT RAISE (ABORT, 'what a decision covers changes only with a new decision'); END;

CREATE TABLE work_aliases (
    id INTEGER PRIMARY KEY,
    work_id INTEGER NOT NULL REFERENCES works (id) ON DELETE CASCADE,
    alias TEXT NOT NULL,
    kind TEXT NOT NULL,
    UNIQUE (work_id, alias)
) STRICT;

CREATE TABLE editions (
    id INTEGER PRIMARY KEY,
    work_id INTEGER NOT NULL REFERENCES works (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    filing_number TEXT,
    sale_status TEXT,
    publish_time TEXT,
    status TEXT NOT NULL DEFAULT 'unknown' CHECK (status IN ('current', 'superseded', 'unknown')),
    UNIQUE (work_id, label)
) STRICT;

CREATE TRIGGER editions_keep_what_was_verified BEFORE UPDATE OF work_id, label, publish_time ON editions
WHEN EXISTS (SELECT 1 FROM documents WHERE edition_id = OLD.id AND review_status = 'VERIFIED')
    AND (OLD.work_id IS NOT NEW.work_id OR OLD.label IS NOT NEW.label OR OLD.publish_time IS NOT NEW.publish_time)
BEGIN SELECT RAISE (ABORT, 'what a decision covers changes only with a new decision'); END;

CREATE TABLE originals (
    sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
    content BLOB NOT NULL,
    byte_count INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    stored_at TEXT NOT NULL
) STRICT;

CREATE TRIGGER originals_are_final BEFORE UPDATE ON originals
BEGIN SELECT RAISE (ABORT, 'an original is never changed'); END;

CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    original_sha256 TEXT NOT NULL UNIQUE REFERENCES originals (sha256),
    pack TEXT NOT NULL,
    work_id INTEGER REFERENCES works (id),
    edition_id INTEGER REFERENCES editions (id),
    document_type TEXT,
    file_name TEXT NOT NULL,
    download_url TEXT,
    pages INTEGER NOT NULL DEFAULT 0,
    conversion_status TEXT NOT NULL CHECK (conversion_status IN ('QUEUED', 'CONVERTED', 'NEEDS_ATTENTION', 'FAILED')),
    conversion_reason TEXT,
    review_status TEXT NOT NULL DEFAULT 'PENDING' CHECK (review_status IN ('PENDING', 'VERIFIED', 'REJECTED')),
    version_id INTEGER REFERENCES versions (id) DEFERRABLE INITIALLY DEFERRED,
    verified_version_id INTEGER REFERENCES versions (id) DEFERRABLE INITIALLY DEFERRED,
    decision_id INTEGER REFERENCES decisions (id) DEFERRABLE INITIALLY DEFERRED,
    given TEXT NOT NULL DEFAULT '{}',
    imported_at TEXT NOT NULL,
    first_decision_id INTEGER REFERENCES decisions (id),
    CHECK ((review_status = 'VERIFIED') = (verified_version_id IS NOT NULL)),
    CHECK (verified_version_id IS NULL OR verified_version_id = version_id)
) STRICT;
CREATE INDEX documents_by_work ON documents (work_id);
CREATE INDEX documents_by_pack ON documents (pack);

CREATE TRIGGER documents_leave_verification AFTER UPDATE OF review_status, verified_version_id ON documents
WHEN OLD.verified_version_id IS NOT NULL AND OLD.verified_version_id IS NOT NEW.verified_version_id
BEGIN DELETE FROM clauses WHERE document_id = OLD.id; END;

CREATE TRIGGER documents_leave_the_library BEFORE DELETE ON documents
BEGIN DELETE FROM clauses WHERE document_id = OLD.id; END;

CREATE TRIGGER documents_need_a_decision
BEFORE UPDATE OF review_status, verified_version_id, decision_id ON documents
WHEN NEW.review_status = 'VERIFIED' AND NOT EXISTS (
    SELECT 1 FROM decisions
    WHERE id = NEW.decision_id AND document_id = NEW.id AND kind = 'approved' AND version_id = NEW.verified_version_id
)
BEGIN SELECT RAISE (ABORT, 'a document is verified by a decision'); END;

CREATE TRIGGER documents_need_settled_findings BEFORE UPDATE OF review_status, verified_version_id ON documents
WHEN NEW.review_status = 'VERIFIED' AND EXISTS (
    SELECT 1 FROM open_findings WHERE version_id = NEW.verified_version_id AND severity = 'blocking'
)
BEGIN SELECT RAISE (ABORT, 'a blocking finding is open'); END;

CREATE TRIGGER documents_keep_what_was_verified
BEFORE UPDATE OF work_id, edition_id, document_type, download_url ON documents
WHEN OLD.review_status = 'VERIFIED' AND NEW.review_status = 'VERIFIED'
    AND (OLD.work_id IS NOT NEW.work_id OR OLD.edition_id IS NOT NEW.edition_id
        OR OLD.document_type IS NOT NEW.document_type OR OLD.download_url IS NOT NEW.download_url)
BEGIN SELECT RAISE (ABORT, 'what a decision covers changes only with a new decision'); END;

CREATE TRIGGER documents_start_pending BEFORE INSERT ON documents
WHEN NEW.review_status <> 'PENDING'
BEGIN SELECT RAISE (ABORT, 'a document starts unverified'); END;

CREATE TRIGGER documents_need_a_standing_decision
BEFORE UPDATE OF review_status, verified_version_id, decision_id, first_decision_id ON documents
WHEN NEW.review_status = 'VERIFIED' AND EXISTS (
    SELECT 1 FROM decisions
    WHERE document_id = NEW.id AND kind = 'undone' AND json_extract(subject, '$.undone') = NEW.decision_id
)
BEGIN SELECT RAISE (ABORT, 'the decision was undone'); END;

CREATE TRIGGER documents_need_a_second_reviewer
BEFORE UPDATE OF review_status, verified_version_id, decision_id, first_decision_id ON documents
WHEN NEW.review_status = 'VERIFIED'
    AND (OLD.review_status <> 'VERIFIED' OR OLD.decision_id IS NOT NEW.decision_id)
    AND (SELECT reviewers FROM review_rules ORDER BY id DESC LIMIT 1) = 2
    AND NOT EXISTS (
        SELECT 1 FROM decisions AS first JOIN decisions AS second ON second.id = NEW.decision_id
        WHERE first.id = NEW.first_decision_id
            AND first.kind = 'first_approved'
            AND first.document_id = NEW.id
            AND first.version_id = NEW.verified_version_id
            AND first.content_sha256 = second.content_sha256
            AND lower(replace(first.reviewer, ' ', '')) <> lower(replace(second.reviewer, ' ', ''))
            AND NOT EXISTS (
                SELECT 1 FROM decisions AS undo
                WHERE undo.document_id = NEW.id AND undo.kind = 'undone'
                    AND json_extract(undo.subject, '$.undone') = first.id
            )
    )
BEGIN SELECT RAISE (ABORT, 'a second reviewer has not approved'); END;

CREATE TABLE page_pictures (
    original_sha256 TEXT NOT NULL REFERENCES originals (sha256) ON DELETE CASCADE,
    page INTEGER NOT NULL,
    dpi INTEGER NOT NULL,
    picture BLOB NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    page_width REAL NOT NULL,
    page_height REAL NOT NULL,
    used_at TEXT NOT NULL,
    PRIMARY KEY (original_sha256, page, dpi)
) STRICT;

CREATE VIEW listed_documents AS
SELECT
    documents.id AS document_id,
    documents.original_sha256 AS sha256,
    documents.pack AS pack,
    documents.work_id AS work_id,
    works.code AS code,
    works.name AS name,
    works.issuer AS issuer,
    documents.document_type AS document_type,
    works.category AS category,
    documents.edition_id AS edition_id,
    editions.label AS edition,
    IFNULL(editions.status, 'unknown') AS edition_status,
    IFNULL(editions.publish_time, works.publish_time) AS publish_time,
    documents.download_url AS download_url,
    documents.file_name AS file_name,
    documents.pages AS pages,
    documents.conversion_status AS conversion_status,
    documents.conversion_reason AS conversion_reason,
    documents.review_status AS review_status,
    documents.version_id AS version_id,
    documents.imported_at AS imported_at,
    (SELECT count(*) FROM open_findings WHERE version_id = documents.version_id AND severity = 'blocking') AS blocking,
    (SELECT count(*) FROM open_findings WHERE version_id = documents.version_id AND severity = 'warning') AS warning,
    (SELECT count(*) FROM clauses WHERE clauses.document_id = documents.id) AS indexed_clauses,
    (SELECT reviewer FROM decisions WHERE decisions.id = documents.first_decision_id) AS first_reviewer
FROM documents
LEFT JOIN works ON works.id = documents.work_id
LEFT JOIN editions ON editions.id = documents.edition_id;
"""
