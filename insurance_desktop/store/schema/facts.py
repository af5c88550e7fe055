"""What verified documents state of their works, beside the clauses that say it: gone with them.

A fact is [`span_start`, `span_end`) of its clause's text, or the clause's title where both are null. `position` counts
on through a document. The decision log names the hash of a document's facts: see `clauses/facts.py`.

`fact_judgements` is what reviewers said of them, a history that grows: see `versions/fact_judgements.py`.
"""

SQL = """
DROP TABLE facts;

CREATE TABLE facts (
    clause INTEGER NOT NULL REFERENCES clauses (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    path TEXT NOT NULL,
    value TEXT NOT NULL,
    kind TEXT NOT NULL,
    parsed TEXT,
    span_start INTEGER,
    span_end INTEGER,
    rule TEXT NOT NULL,
    status TEXT NOT NULL,
    PRIMARY KEY (clause, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX facts_by_path ON facts (path, clause);

CREATE TABLE fact_judgements (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id),
    path TEXT NOT NULL,
    section_id TEXT NOT NULL,
    text_sha256 TEXT NOT NULL,
    value TEXT NOT NULL,
    verdict TEXT NOT NULL,
    new_value TEXT,
    span_start INTEGER,
    span_end INTEGER,
    reviewer TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE INDEX fact_judgements_by_document ON fact_judgements (document_id);
"""
