"""The schema of a library file: SQL in full, a module for each part of `store` that reads and writes the tables.

A table is followed by its indexes and by the triggers that keep its rules. Frozen with the first release: from then on
a change of mind is a migration (`store/migrations.py`).
"""

from . import clauses, collecting, evaluation, versions, works

_THE_FILE_ITSELF = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

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

INSERT INTO meta (key, value) VALUES ('library_id', lower(hex(randomblob(8))));
"""

SQL = "".join((_THE_FILE_ITSELF, works.SQL, versions.SQL, clauses.SQL, collecting.SQL, evaluation.SQL))
