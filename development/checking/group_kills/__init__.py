"""Kills the program with everything it started, at a drawn moment of what changes or serves a library."""
