"""The text of a document: rendered, edited, compared; each character knows where it is printed."""
