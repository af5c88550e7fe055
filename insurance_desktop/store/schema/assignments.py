"""Who is asked to review what, and who asked: a history that grows (`assignments_are_final`). The newest row of a
document holds; `reviewer` null gives it back to whoever takes it. It leaves with its document.

A plan, no decision: nobody is kept from deciding, and the hash chain knows nothing of it.
"""

SQL = """
CREATE TABLE assignments (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    reviewer TEXT CHECK (length(trim(reviewer)) > 0),
    set_by TEXT NOT NULL CHECK (length(trim(set_by)) > 0),
    note TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
CREATE INDEX assignments_by_document ON assignments (document_id);

CREATE TRIGGER assignments_are_final BEFORE UPDATE ON assignments
BEGIN SELECT RAISE (ABORT, 'the history of assignments only grows'); END;
"""
