"""Markdown to clauses, fresh or edited: ids, items, references, categories, proposed exclusions. Pure."""
