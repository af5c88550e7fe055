"""Rows changed past all rules of the schema, as no program of this kind changes them."""

from pathlib import Path

from insurance_desktop.services.library.library import open_library


def change_rows(path: Path, *statements: str) -> None:
    with open_library(path) as library, library.database.write() as connection:
        guards = connection.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        for name, _ in guards:
            connection.run(f"DROP TRIGGER {name}")
        for sql in statements:
            connection.run(sql)
        for _, guard in guards:
            connection.run(guard)
