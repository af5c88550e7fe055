"""The words of the trade as data: standard library only, imported by every other room."""
