"""Runs against an insurer's site: what is listed, what is fetched, and what must be looked at."""
