"""Files become stored conversions: what a person names, whose it is, and its conversion."""
