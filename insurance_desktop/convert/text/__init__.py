"""Blocks to Markdown with its source map and the ledger of glyphs; Markdown back to plain words; edits."""
