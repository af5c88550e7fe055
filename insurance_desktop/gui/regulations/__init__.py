"""A regulation in a window of its own: its text, and the pointers around it as a picture to walk through."""
