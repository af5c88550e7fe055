"""Originals without pages: Markdown, web pages and Word files, in the order in which their words stand."""
