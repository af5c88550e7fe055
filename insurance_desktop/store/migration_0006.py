"""The sixth schema: what collecting keeps about each listed file, about robots.txt and about its runs.

A receipt is written before its request leaves (`sent`) and ends once; a confirmation of a person stays as it is.
"""

TABLES = """
ALTER TABLE attachments ADD COLUMN site TEXT;
ALTER TABLE attachments ADD COLUMN is_confirmed INTEGER NOT NULL DEFAULT 1;
ALTER TABLE attachments ADD COLUMN listing TEXT NOT NULL DEFAULT '';
ALTER TABLE attachments ADD COLUMN reason TEXT;
ALTER TABLE attachments ADD COLUMN sha256 TEXT;
ALTER TABLE attachments ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE attachments ADD COLUMN checked_at TEXT;
ALTER TABLE attachments ADD COLUMN validator TEXT;
CREATE INDEX attachments_by_site ON attachments (site, state);
CREATE INDEX attachments_by_document ON attachments (document_id);

ALTER TABLE receipts ADD COLUMN purpose TEXT NOT NULL DEFAULT '';
ALTER TABLE receipts ADD COLUMN reason TEXT;
CREATE INDEX receipts_by_run ON receipts (run_id);

ALTER TABLE breakers ADD COLUMN server_faults INTEGER NOT NULL DEFAULT 0;

CREATE TABLE robots_files (
    origin TEXT PRIMARY KEY,
    content TEXT,
    fetched_at TEXT NOT NULL
) STRICT;

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
"""

TRIGGERS = """
CREATE TRIGGER receipts_end_once BEFORE UPDATE ON receipts WHEN OLD.outcome <> 'sent'
BEGIN SELECT RAISE (ABORT, 'a receipt that has ended is final'); END;
CREATE TRIGGER receipts_keep_what_was_asked BEFORE UPDATE OF run_id, at, method, url, purpose ON receipts
BEGIN SELECT RAISE (ABORT, 'what was asked is final'); END;
CREATE TRIGGER receipts_stay BEFORE DELETE ON receipts
BEGIN SELECT RAISE (ABORT, 'receipts only grow'); END;

CREATE TRIGGER robots_confirmations_are_final_u BEFORE UPDATE ON robots_confirmations
BEGIN SELECT RAISE (ABORT, 'a confirmation is final'); END;
CREATE TRIGGER robots_confirmations_are_final_d BEFORE DELETE ON robots_confirmations
BEGIN SELECT RAISE (ABORT, 'confirmations only grow'); END;
"""
