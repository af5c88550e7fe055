"""One module an answer: exclusions, surrender, clauses, tables, quotations, comparisons."""
