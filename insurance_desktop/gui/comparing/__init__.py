"""Products side by side: chosen by name, a row for each fact, a column for each product."""
