"""Asking: a question answered in sentences that stand in verified clauses, and the models that a person set for it."""
