"""Packs that prove one verified clause without this program."""
