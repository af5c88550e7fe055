"""The Markdown against a second, independent reading of the PDF, and all that a reviewer must see."""
