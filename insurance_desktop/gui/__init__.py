"""The window. Qt lives here and only here."""
