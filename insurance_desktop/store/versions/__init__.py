"""Versions of a document's text, and what people decided, corrected and noted about them."""
