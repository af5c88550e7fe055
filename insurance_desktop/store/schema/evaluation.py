"""Golden questions, ranking configurations and their runs, each as history that only grows."""

_TABLES = """
CREATE TABLE ranking_configurations (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    parts TEXT NOT NULL,
    first_seen_at TEXT NOT NULL,
    UNIQUE (pack, fingerprint)
) STRICT;

CREATE TABLE evaluation_runs (
    id INTEGER PRIMARY KEY,
    configuration_id INTEGER NOT NULL REFERENCES ranking_configurations (id),
    at TEXT NOT NULL,
    golden TEXT NOT NULL,
    golden_sha256 TEXT NOT NULL,
    questions INTEGER NOT NULL,
    measured INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    metrics TEXT NOT NULL
) STRICT;

CREATE TABLE ranking_verdicts (
    id INTEGER PRIMARY KEY,
    configuration_id INTEGER NOT NULL REFERENCES ranking_configurations (id),
    verdict TEXT NOT NULL CHECK (verdict IN ('adopted', 'activated', 'overridden', 'refused')),
    reviewer TEXT NOT NULL,
    reason TEXT NOT NULL,
    runs TEXT NOT NULL,
    at TEXT NOT NULL,
    CHECK (verdict <> 'overridden' OR (trim(reviewer) <> '' AND trim(reason) <> ''))
) STRICT;

CREATE TABLE golden_questions (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    tier TEXT NOT NULL,
    style TEXT NOT NULL,
    question TEXT NOT NULL,
    document_sha256 TEXT,
    reviewer TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE TABLE golden_labels (
    golden_id INTEGER NOT NULL REFERENCES golden_questions (id),
    position INTEGER NOT NULL,
    clause_id TEXT NOT NULL,
    document_sha256 TEXT NOT NULL,
    section_id TEXT NOT NULL,
    item TEXT,
    text_sha256 TEXT NOT NULL,
    PRIMARY KEY (golden_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE golden_removals (
    golden_id INTEGER PRIMARY KEY REFERENCES golden_questions (id),
    reviewer TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE TABLE golden_vectors (
    golden_id INTEGER PRIMARY KEY REFERENCES golden_questions (id),
    model TEXT NOT NULL,
    vector BLOB NOT NULL
) STRICT;
"""

_FINAL = (
    "ranking_configurations",
    "evaluation_runs",
    "ranking_verdicts",
    "golden_questions",
    "golden_labels",
    "golden_removals",
)

_TRIGGERS = "\n".join(
    f"CREATE TRIGGER {table}_are_final_{verb[0].lower()} BEFORE {verb} ON {table} "
    f"BEGIN SELECT RAISE (ABORT, '{table} only grow'); END;"
    for table in _FINAL
    for verb in ("UPDATE", "DELETE")
)

SQL = _TABLES + _TRIGGERS
