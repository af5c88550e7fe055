"""Verified clauses and the index derived from them."""
