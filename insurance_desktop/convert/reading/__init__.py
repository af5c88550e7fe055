"""A PDF down to glyphs, runs and rows: what is printed, and what of it a reader sees."""
