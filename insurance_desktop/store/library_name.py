"""The name that a library has by itself, and shares with its copies."""

from .database import Connection


def library_id(connection: Connection) -> str:
    """16 hex digits, drawn when the library was made."""
    return str(connection.value("SELECT value FROM meta WHERE key = 'library_id'"))
