"""The fifth schema: what a day of review leaves behind: drafts, clauses looked at, notes, the rule of two reviewers.

The first schema had tables `drafts` and `notes`, which nothing wrote to. A library has a name of its own from here on,
which its copies share: links say it.

Rules that the file itself keeps:
- a document is not VERIFIED by a decision that was undone (`documents_need_a_standing_decision`);
- where two reviewers are asked for, a document is VERIFIED only with a first approval of the same version and content
  by somebody else (`documents_need_a_second_reviewer`);
- who changed the rules of review, when and why only grows (`review_rules_are_final_*`).
"""

TABLES = """
DROP TABLE drafts;
DROP TABLE notes;

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

ALTER TABLE documents ADD COLUMN first_decision_id INTEGER REFERENCES decisions (id);

INSERT OR IGNORE INTO meta (key, value) VALUES ('library_id', lower(hex(randomblob(8))));

DROP VIEW listed_documents;
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

TRIGGERS = """
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

CREATE TRIGGER review_rules_are_final_u BEFORE UPDATE ON review_rules
BEGIN SELECT RAISE (ABORT, 'the rules of review only grow'); END;
CREATE TRIGGER review_rules_are_final_d BEFORE DELETE ON review_rules
BEGIN SELECT RAISE (ABORT, 'the rules of review only grow'); END;
"""
