"""The third schema: a mark for each change of a document's index rows, so that what is kept in memory can follow.

`change` counts up, `stamp` is drawn at random: two copies of a library that went different ways never look the same.
Triggers set the marks, because clauses also leave by trigger. A document's clauses are written together: the first one
marks their coming.
"""

TABLES = """
CREATE TABLE index_changes (
    change INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL UNIQUE,
    stamp INTEGER NOT NULL
) STRICT;
INSERT INTO index_changes (document_id, stamp)
SELECT document_id, random () FROM (SELECT DISTINCT document_id FROM clauses ORDER BY document_id);
"""

TRIGGERS = """
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
"""
