"""Clauses of verified documents with what hangs on them, and the index that finds them.

Rules that the file itself keeps: clauses exist only for the verified version of a VERIFIED document
(`clauses_need_verification`, and the triggers `documents_leave_*` in works); items, windows, references, facts, words
and vectors hang on clauses and go with them.

`index_changes` marks each change of a document's index rows, so that what is kept in memory can follow: `change` counts
up, `stamp` is drawn at random, so two copies of a library that went different ways never look the same. Triggers set
the marks, because clauses also leave by trigger. A document's clauses are written together: the first one marks their
coming.

A space has its own table of words and its own of vectors, made with it: see `clauses/index_spaces.py`. The table of
words takes tokens as the program cut them, at spaces and in small letters: `ascii` leaves all signs beyond ASCII as
they are, a third less work for each row than `unicode61`.
"""

SQL = """
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
CREATE INDEX clauses_by_title ON clauses (title_key, space_id);
CREATE INDEX clauses_by_space ON clauses (space_id);

CREATE TRIGGER clauses_need_verification BEFORE INSERT ON clauses
WHEN NOT EXISTS (
    SELECT 1 FROM documents
    WHERE id = NEW.document_id AND review_status = 'VERIFIED' AND verified_version_id = NEW.version_id
)
BEGIN SELECT RAISE (ABORT, 'only clauses of a verified version can be indexed'); END;

CREATE TRIGGER clauses_keep_their_origin BEFORE UPDATE OF document_id, version_id, text, text_sha256 ON clauses
BEGIN SELECT RAISE (ABORT, 'a clause is replaced, not changed'); END;

CREATE TRIGGER clauses_mark_their_coming AFTER INSERT ON clauses WHEN NEW.chunk_index = 0
BEGIN
    INSERT OR REPLACE INTO index_changes (change, document_id, stamp)
    VALUES ((SELECT coalesce(max(change), 0) + 1 FROM index_changes), NEW.document_id, random ());
END;

CREATE TRIGGER clauses_mark_their_leaving AFTER DELETE ON clauses
BEGIN
    INSERT OR REPLACE INTO index_changes (change, document_id, stamp)
    VALUES ((SELECT coalesce(max(change), 0) + 1 FROM index_changes), OLD.document_id, random ());
END;

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

CREATE TABLE index_changes (
    change INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL UNIQUE,
    stamp INTEGER NOT NULL
) STRICT;
"""

SPACE_WORDS = """
CREATE VIRTUAL TABLE clause_words_{space} USING fts5 (
    title_words, words, title_bigrams, bigrams,
    content = '', contentless_delete = 1, tokenize = "{tokenizer}"
);
"""

SPACE_VECTORS = """
CREATE VIRTUAL TABLE window_vectors_{space} USING vec0 (
    window_id INTEGER PRIMARY KEY,
    embedding FLOAT[{dimensions}] distance_metric=cosine,
    document_id INTEGER
);
"""

SPACE_TRIGGERS = """
CREATE TRIGGER clauses_leave_space_{space} BEFORE DELETE ON clauses WHEN OLD.space_id = {space}
BEGIN
    DELETE FROM windows WHERE clause = OLD.id;
    DELETE FROM clause_words_{space} WHERE rowid = OLD.id;
END;

CREATE TRIGGER windows_leave_space_{space} BEFORE DELETE ON windows
WHEN (SELECT space_id FROM clauses WHERE id = OLD.clause) = {space}
BEGIN DELETE FROM window_vectors_{space} WHERE window_id = OLD.id; END;
"""
