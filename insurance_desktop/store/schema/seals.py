"""What shows that a clause is still what was decided on.

`seal` is the hash of its items, the hash of its references, and the way from its row's hash, which covers both, to the
root that the decision log names: see `clauses/seals.py`.
"""

SQL = """
CREATE TABLE clause_seals (
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    chunk_index INTEGER NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY (document_id, chunk_index)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER clauses_leave_their_seals AFTER DELETE ON clauses
BEGIN DELETE FROM clause_seals WHERE document_id = OLD.document_id AND chunk_index = OLD.chunk_index; END;
"""
