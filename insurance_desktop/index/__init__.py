"""Tokens, vectors, windows and ranking: arithmetic without a database."""
