"""What collecting keeps about sites, each listed file, robots.txt, its requests and its runs.

A receipt is written before its request leaves (`sent`) and ends once; a confirmation of a person stays as it is. An
alarm stays open until a person has looked at it: a changed file's ends with the next decision on its document, any
other with a person's word, or by itself where what it told of is over.
"""

SQL = """
CREATE TABLE sites (
    name TEXT PRIMARY KEY,
    last_discovery TEXT,
    last_success TEXT,
    state TEXT NOT NULL DEFAULT '{}'
) STRICT;

CREATE TABLE attachments (
    id INTEGER PRIMARY KEY,
    edition_id INTEGER NOT NULL REFERENCES editions (id) ON DELETE CASCADE,
    document_type TEXT NOT NULL,
    url TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'listed',
    document_id INTEGER REFERENCES documents (id),
    listed_at TEXT NOT NULL,
    site TEXT,
    is_confirmed INTEGER NOT NULL DEFAULT 1,
    listing TEXT NOT NULL DEFAULT '',
    reason TEXT,
    sha256 TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    checked_at TEXT,
    validator TEXT,
    UNIQUE (edition_id, document_type, url)
) STRICT;
CREATE INDEX attachments_by_site ON attachments (site, state);
CREATE INDEX attachments_by_document ON attachments (document_id);

CREATE TABLE robots_files (
    origin TEXT PRIMARY KEY,
    content TEXT,
    fetched_at TEXT NOT NULL
) STRICT;

CREATE TABLE robots_confirmations (
    id INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    path TEXT NOT NULL,
    confirmed_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;

CREATE TRIGGER robots_confirmations_are_final_u BEFORE UPDATE ON robots_confirmations
BEGIN SELECT RAISE (ABORT, 'a confirmation is final'); END;
CREATE TRIGGER robots_confirmations_are_final_d BEFORE DELETE ON robots_confirmations
BEGIN SELECT RAISE (ABORT, 'confirmations only grow'); END;

CREATE TABLE breakers (
    domain TEXT PRIMARY KEY,
    open_until TEXT,
    cause TEXT,
    failures INTEGER NOT NULL DEFAULT 0,
    last_request_at TEXT,
    server_faults INTEGER NOT NULL DEFAULT 0
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
    outcome TEXT NOT NULL,
    purpose TEXT NOT NULL DEFAULT '',
    reason TEXT
) STRICT;
CREATE INDEX receipts_by_run ON receipts (run_id);

CREATE TRIGGER receipts_end_once BEFORE UPDATE ON receipts WHEN OLD.outcome <> 'sent'
BEGIN SELECT RAISE (ABORT, 'a receipt that has ended is final'); END;

CREATE TRIGGER receipts_keep_what_was_asked BEFORE UPDATE OF run_id, at, method, url, purpose ON receipts
BEGIN SELECT RAISE (ABORT, 'what was asked is final'); END;

CREATE TRIGGER receipts_stay BEFORE DELETE ON receipts
BEGIN SELECT RAISE (ABORT, 'receipts only grow'); END;

CREATE TABLE collection_runs (
    run_id TEXT PRIMARY KEY,
    site TEXT NOT NULL,
    step TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT NOT NULL DEFAULT 'running',
    reason TEXT,
    report TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX collection_runs_by_site ON collection_runs (site, started_at);

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

CREATE TRIGGER collection_alarms_end_once BEFORE UPDATE ON collection_alarms WHEN OLD.ended_at IS NOT NULL
BEGIN SELECT RAISE (ABORT, 'an alarm that has ended is final'); END;

CREATE TRIGGER collection_alarms_keep_what_was_told
BEFORE UPDATE OF site, run_id, raised_at, kind, document_id, former_document_id, facts, after_decision
ON collection_alarms
BEGIN SELECT RAISE (ABORT, 'what an alarm tells is final'); END;

CREATE TRIGGER collection_alarms_stay BEFORE DELETE ON collection_alarms
BEGIN SELECT RAISE (ABORT, 'alarms only grow'); END;

CREATE VIEW open_collection_alarms AS
SELECT * FROM collection_alarms
WHERE ended_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM decisions
    WHERE decisions.document_id = collection_alarms.document_id
        AND decisions.id > collection_alarms.after_decision
        AND decisions.kind IN ('approved', 'rejected')
);
"""
