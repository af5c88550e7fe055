"""资料库: every document with its state, and the way in for new ones."""
