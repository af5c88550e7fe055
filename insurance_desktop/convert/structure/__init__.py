"""Rows to blocks: furniture and contents out, columns found, headings told from text, each by a rule with a name."""
