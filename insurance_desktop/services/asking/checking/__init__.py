"""Whether each sentence of a written answer stands in the verified clauses that it cites."""
