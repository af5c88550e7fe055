"""The signs that mean something to Markdown wherever they stand; in text a backslash goes before them."""

ESCAPED = frozenset("\\`*_<|")
