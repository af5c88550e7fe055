"""Newer versions of the program from a place that a person or an organisation names: nothing unsigned is believed."""
