"""A grid of made documents: every way of printing a contract beside every other, with the sections that it has."""
