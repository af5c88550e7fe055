"""The printed page as a picture: drawn, turned, marked, and framed to be read again."""
