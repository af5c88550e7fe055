"""Writes the server into the configuration of AI clients, takes it out again, and tries it as they would."""
