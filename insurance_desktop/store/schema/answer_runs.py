"""Evaluations of answers as they came out: papers of exam questions, golden questions put to `ask`. They only grow."""

SQL = """
CREATE TABLE answer_runs (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('exam', 'ask')),
    at TEXT NOT NULL,
    paper TEXT NOT NULL,
    paper_sha256 TEXT NOT NULL,
    questions INTEGER NOT NULL,
    configuration TEXT NOT NULL,
    report TEXT NOT NULL
) STRICT;

CREATE TRIGGER answer_runs_are_final BEFORE UPDATE ON answer_runs
BEGIN SELECT RAISE (ABORT, 'the history of evaluations only grows'); END;
"""
