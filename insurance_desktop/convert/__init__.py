"""PDF to Markdown, in worker processes: pdf, layout, tables, clean, markdown, clauses, findings."""
