"""The first schema. Frozen: a change of mind is a later migration.

Rules that the file itself keeps:
- clauses exist only for the verified version of a VERIFIED document (triggers `clauses_need_verification`,
  `documents_leave_*`); items, windows, references, facts, FTS rows and vectors hang on clauses and go with them;
- what a decision covers (work, edition, type, names) stays as it is while the document is VERIFIED
  (`*_keep_what_was_verified`);
- a decision, a version and an original are never changed (triggers `*_are_final`);
- a document is VERIFIED only with a decision behind it (`documents_need_a_decision`) and no blocking finding open
  (`documents_need_settled_findings`).

The insurance pack's faces call a work a product and its issuer the company.
"""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

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

CREATE TABLE originals (
    sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
    content BLOB NOT NULL,
    byte_count INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    stored_at TEXT NOT NULL
) STRICT;

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
    CHECK ((review_status = 'VERIFIED') = (verified_version_id IS NOT NULL)),
    CHECK (verified_version_id IS NULL OR verified_version_id = version_id)
) STRICT;
CREATE INDEX documents_by_work ON documents (work_id);

CREATE TABLE attachments (
    id INTEGER PRIMARY KEY,
    edition_id INTEGER NOT NULL REFERENCES editions (id) ON DELETE CASCADE,
    document_type TEXT NOT NULL,
    url TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'listed',
    document_id INTEGER REFERENCES documents (id),
    listed_at TEXT NOT NULL,
    UNIQUE (edition_id, document_type, url)
) STRICT;

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

CREATE TABLE drafts (
    document_id INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    based_on INTEGER NOT NULL REFERENCES versions (id),
    markdown TEXT NOT NULL,
    author TEXT NOT NULL,
    saved_at TEXT NOT NULL
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

CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    section_id TEXT,
    text TEXT NOT NULL,
    author TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE TABLE index_spaces (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL UNIQUE,
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    built_at TEXT NOT NULL
) STRICT;

CREATE TABLE clauses (
    id INTEGER PRIMARY KEY,
    clause_id TEXT NOT NULL UNIQUE,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    version_id INTEGER NOT NULL REFERENCES versions (id),
    space_id INTEGER NOT NULL REFERENCES index_spaces (id),
    chunk_index INTEGER NOT NULL,
    section_id TEXT NOT NULL,
    section_key TEXT NOT NULL,
    section_title TEXT NOT NULL,
    title_key TEXT NOT NULL,
    breadcrumb TEXT NOT NULL,
    level INTEGER NOT NULL,
    parent_section TEXT,
    page_number INTEGER,
    page_to INTEGER,
    text TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    categories TEXT NOT NULL,
    entity_roles TEXT NOT NULL,
    keywords TEXT NOT NULL,
    emphasis TEXT NOT NULL,
    boxes TEXT NOT NULL,
    is_table INTEGER NOT NULL,
    table_json TEXT,
    chunk_type TEXT NOT NULL DEFAULT 'text',
    author TEXT NOT NULL DEFAULT '',
    priority INTEGER NOT NULL DEFAULT 0,
    locator TEXT,
    index_text TEXT NOT NULL,
    UNIQUE (document_id, chunk_index)
) STRICT;
CREATE INDEX clauses_by_section ON clauses (document_id, section_key);
CREATE INDEX clauses_by_title ON clauses (title_key);
CREATE INDEX clauses_by_space ON clauses (space_id);

CREATE TABLE clause_categories (
    clause INTEGER NOT NULL REFERENCES clauses (id) ON DELETE CASCADE,
    category TEXT NOT NULL,
    PRIMARY KEY (clause, category)
) STRICT, WITHOUT ROWID;
CREATE INDEX clause_categories_by_name ON clause_categories (category, clause);

CREATE TABLE items (
    clause INTEGER NOT NULL REFERENCES clauses (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    mark TEXT NOT NULL,
    text TEXT NOT NULL,
    boxes TEXT NOT NULL,
    PRIMARY KEY (clause, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    clause INTEGER NOT NULL REFERENCES clauses (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    table_type TEXT NOT NULL,
    unit TEXT,
    page INTEGER NOT NULL,
    twin TEXT NOT NULL,
    UNIQUE (clause, position)
) STRICT;

CREATE TABLE cells (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    grid_row INTEGER NOT NULL,
    grid_column INTEGER NOT NULL,
    text TEXT NOT NULL,
    row_span INTEGER NOT NULL DEFAULT 1,
    column_span INTEGER NOT NULL DEFAULT 1,
    box TEXT,
    PRIMARY KEY (table_id, grid_row, grid_column)
) STRICT, WITHOUT ROWID;

CREATE TABLE windows (
    id INTEGER PRIMARY KEY,
    clause INTEGER NOT NULL REFERENCES clauses (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    token_count INTEGER NOT NULL,
    UNIQUE (clause, position)
) STRICT;

CREATE TABLE clause_references (
    id INTEGER PRIMARY KEY,
    clause INTEGER NOT NULL REFERENCES clauses (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    anchor TEXT NOT NULL,
    target_section TEXT,
    target_text TEXT,
    target_clause INTEGER REFERENCES clauses (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX clause_references_by_clause ON clause_references (clause);
CREATE INDEX clause_references_by_target ON clause_references (target_clause);

CREATE TABLE concepts (
    id INTEGER PRIMARY KEY,
    clause INTEGER NOT NULL REFERENCES clauses (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL
) STRICT;

CREATE TABLE figures (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    label TEXT NOT NULL,
    page INTEGER,
    box TEXT,
    clause INTEGER REFERENCES clauses (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE facts (
    id INTEGER PRIMARY KEY,
    work_id INTEGER NOT NULL REFERENCES works (id),
    clause INTEGER NOT NULL REFERENCES clauses (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    value TEXT NOT NULL,
    span_start INTEGER NOT NULL,
    span_end INTEGER NOT NULL
) STRICT;

CREATE VIRTUAL TABLE clause_words USING fts5 (
    title_words, words, title_bigrams, bigrams,
    content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0"
);
CREATE VIRTUAL TABLE window_vectors_512 USING vec0 (
    window_id INTEGER PRIMARY KEY,
    embedding FLOAT[512] distance_metric=cosine,
    space_id INTEGER,
    document_id INTEGER
);

CREATE TABLE ranking_configurations (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    configuration TEXT NOT NULL,
    active INTEGER NOT NULL DEFAULT 0,
    overridden_by TEXT,
    override_reason TEXT,
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE golden_questions (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    tier TEXT NOT NULL,
    question TEXT NOT NULL,
    expected TEXT NOT NULL,
    scope TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;

CREATE TABLE evaluation_runs (
    id INTEGER PRIMARY KEY,
    configuration_id INTEGER REFERENCES ranking_configurations (id),
    at TEXT NOT NULL,
    metrics TEXT NOT NULL,
    passed INTEGER NOT NULL
) STRICT;

CREATE TABLE sites (
    name TEXT PRIMARY KEY,
    last_discovery TEXT,
    last_success TEXT,
    state TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE robots_confirmations (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    path TEXT NOT NULL,
    confirmed_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE TABLE breakers (
    domain TEXT PRIMARY KEY,
    open_until TEXT,
    cause TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    last_request_at TEXT
) STRICT;

CREATE TABLE receipts (
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL,
    at TEXT NOT NULL,
    method TEXT NOT NULL,
    url TEXT NOT NULL,
    status INTEGER,
    bytes INTEGER,
    sha256 TEXT,
    outcome TEXT NOT NULL
) STRICT;

CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    arguments TEXT NOT NULL,
    state TEXT NOT NULL,
    done INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    message TEXT NOT NULL DEFAULT '',
    created_at TEXT NOT NULL,
    finished_at TEXT
) STRICT;

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
    (SELECT count(*) FROM clauses WHERE clauses.document_id = documents.id) AS indexed_clauses
FROM documents
LEFT JOIN works ON works.id = documents.work_id
LEFT JOIN editions ON editions.id = documents.edition_id;

CREATE VIEW open_findings AS
SELECT findings.* FROM findings
WHERE NOT EXISTS (SELECT 1 FROM resolutions WHERE resolutions.finding_id = findings.id);
"""

TRIGGERS = """
CREATE TRIGGER clauses_need_verification BEFORE INSERT ON clauses
WHEN NOT EXISTS (
    SELECT 1 FROM documents
    WHERE id = NEW.document_id AND review_status = 'VERIFIED' AND verified_version_id = NEW.version_id
)
BEGIN SELECT RAISE (ABORT, 'only clauses of a verified version can be indexed'); END;

CREATE TRIGGER clauses_keep_their_origin BEFORE UPDATE OF document_id, version_id, text, text_sha256 ON clauses
BEGIN SELECT RAISE (ABORT, 'a clause is replaced, not changed'); END;

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

CREATE TRIGGER works_keep_what_was_verified BEFORE UPDATE OF code, name, issuer, category, publish_time ON works
WHEN EXISTS (SELECT 1 FROM documents WHERE work_id = OLD.id AND review_status = 'VERIFIED')
    AND (OLD.code IS NOT NEW.code OR OLD.name IS NOT NEW.name OR OLD.issuer IS NOT NEW.issuer
        OR OLD.category IS NOT NEW.category OR OLD.publish_time IS NOT NEW.publish_time)
BEGIN SELECT RAISE (ABORT, 'what a decision covers changes only with a new decision'); END;

CREATE TRIGGER editions_keep_what_was_verified BEFORE UPDATE OF work_id, label, publish_time ON editions
WHEN EXISTS (SELECT 1 FROM documents WHERE edition_id = OLD.id AND review_status = 'VERIFIED')
    AND (OLD.work_id IS NOT NEW.work_id OR OLD.label IS NOT NEW.label OR OLD.publish_time IS NOT NEW.publish_time)
BEGIN SELECT RAISE (ABORT, 'what a decision covers changes only with a new decision'); END;

CREATE TRIGGER documents_start_pending BEFORE INSERT ON documents
WHEN NEW.review_status <> 'PENDING'
BEGIN SELECT RAISE (ABORT, 'a document starts unverified'); END;

CREATE TRIGGER clauses_leave_the_index BEFORE DELETE ON clauses
BEGIN
    DELETE FROM windows WHERE clause = OLD.id;
    DELETE FROM clause_words WHERE rowid = OLD.id;
END;

CREATE TRIGGER windows_leave_the_index BEFORE DELETE ON windows
BEGIN DELETE FROM window_vectors_512 WHERE window_id = OLD.id; END;

CREATE TRIGGER decisions_are_final_u BEFORE UPDATE ON decisions
BEGIN SELECT RAISE (ABORT, 'decisions are append-only'); END;
CREATE TRIGGER decisions_are_final_d BEFORE DELETE ON decisions
BEGIN SELECT RAISE (ABORT, 'decisions are append-only'); END;

CREATE TRIGGER versions_are_final BEFORE UPDATE ON versions
BEGIN SELECT RAISE (ABORT, 'an edit is a new version'); END;

CREATE TRIGGER originals_are_final BEFORE UPDATE ON originals
BEGIN SELECT RAISE (ABORT, 'an original is never changed'); END;
"""
