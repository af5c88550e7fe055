"""Picks a face and imports it lazily."""
