"""The SQLite file: one module per table, SQL in full; nothing here commits."""
