"""The second schema: what a reader of pictures suggests for pages without text, kept beside the version it is for."""

TABLES = """
CREATE TABLE page_suggestions (
    version_id INTEGER NOT NULL REFERENCES versions (id) ON DELETE CASCADE,
    page INTEGER NOT NULL,
    skew REAL NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (version_id, page)
) STRICT;
"""
