"""Tables of words as files for others: Excel and Word."""
