"""The lists beside page and text: queue, findings, clauses, corrections, notes, versions, decisions."""
