"""Questions of exams that are practised: papers, own choices, and when a question is due again.

A question stands in the file once, whichever papers it is of, and leaves with the last of them; `due` null = it is not
repeated. `is_right` null = nobody could tell.
"""

SQL = """
CREATE TABLE exam_questions (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    question TEXT NOT NULL,
    due TEXT,
    UNIQUE (pack, sha256)
) STRICT;
CREATE INDEX exam_questions_by_due ON exam_questions (pack, due) WHERE due IS NOT NULL;

CREATE TABLE exam_papers (
    id INTEGER PRIMARY KEY,
    pack TEXT NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    added_at TEXT NOT NULL,
    UNIQUE (pack, sha256)
) STRICT;

CREATE TABLE exam_paper_questions (
    paper_id INTEGER NOT NULL REFERENCES exam_papers (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    question_id INTEGER NOT NULL REFERENCES exam_questions (id),
    PRIMARY KEY (paper_id, position),
    UNIQUE (paper_id, question_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX exam_paper_questions_by_question ON exam_paper_questions (question_id);

CREATE TABLE exam_choices (
    id INTEGER PRIMARY KEY,
    question_id INTEGER NOT NULL REFERENCES exam_questions (id) ON DELETE CASCADE,
    chosen TEXT NOT NULL CHECK (chosen <> ''),
    is_right INTEGER CHECK (is_right IN (0, 1)),
    at TEXT NOT NULL
) STRICT;
CREATE INDEX exam_choices_by_question ON exam_choices (question_id);
"""
