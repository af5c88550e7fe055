"""The seventh schema: alarms of collecting, which stay open until a person has looked at them.

A changed file's alarm ends with the next decision on its document; any other with a person's word, or by itself where
what it told of is over.
"""

TABLES = """
CREATE TABLE collection_alarms (
    id INTEGER PRIMARY KEY,
    site TEXT NOT NULL,
    run_id TEXT NOT NULL,
    raised_at TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('file_changed', 'list_shrunk')),
    document_id INTEGER REFERENCES documents (id),
    former_document_id INTEGER REFERENCES documents (id),
    facts TEXT NOT NULL DEFAULT '{}',
    after_decision INTEGER NOT NULL DEFAULT 0,
    ended_at TEXT,
    ended_by TEXT,
    reason TEXT,
    CHECK (ended_by IS NULL OR (ended_at IS NOT NULL AND length(trim(ended_by)) > 0 AND length(trim(reason)) > 0))
) STRICT;
CREATE INDEX collection_alarms_by_document ON collection_alarms (document_id);

CREATE VIEW open_collection_alarms AS
SELECT * FROM collection_alarms
WHERE ended_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM decisions
    WHERE decisions.document_id = collection_alarms.document_id
        AND decisions.id > collection_alarms.after_decision
        AND decisions.kind IN ('approved', 'rejected')
);
"""

TRIGGERS = """
CREATE TRIGGER collection_alarms_end_once BEFORE UPDATE ON collection_alarms WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE (ABORT, 'an alarm that has ended is final'); END;
CREATE TRIGGER collection_alarms_keep_what_was_told
BEFORE UPDATE OF site, run_id, raised_at, kind, document_id, former_document_id, facts, after_decision
ON collection_alarms
BEGIN SELECT RAISE (ABORT, 'what an alarm tells is final'); END;
CREATE TRIGGER collection_alarms_stay BEFORE DELETE ON collection_alarms
BEGIN SELECT RAISE (ABORT, 'alarms only grow'); END;
"""
