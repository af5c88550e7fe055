"""Questions answered in checked sentences."""
