"""Clause documents of invented insurers with questions, to fit to and to measure on, and what reads them."""
