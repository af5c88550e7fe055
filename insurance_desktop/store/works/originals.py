"""Originals: the bytes as they came, by sha256, never changed."""

import hashlib

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.store.database import Connection
from insurance_desktop.store.restoring import unguarded


@entity
class Original:
    sha256: str
    content: bytes
    media_type: str


def sha256_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def put(connection: Connection, original: Original, now: str) -> None:
    """Store the bytes once; the same bytes again change nothing."""
    connection.run(
        "INSERT INTO originals (sha256, content, byte_count, media_type, stored_at) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (sha256) DO NOTHING",
        (original.sha256, original.content, len(original.content), original.media_type, now),
    )


def mend(connection: Connection, sha256: str, content: bytes) -> bool:
    """Puts the bytes that came once more in place of stored ones that are no longer they; whether there was need."""
    if connection.value("SELECT content = ? FROM originals WHERE sha256 = ?", (content, sha256)):
        return False
    with unguarded(connection, "originals"):
        connection.run(
            "UPDATE originals SET content = ?, byte_count = ? WHERE sha256 = ?", (content, len(content), sha256)
        )
    return True


def altered(connection: Connection) -> tuple[str, ...]:
    """The originals whose bytes are no longer those that came, or can no longer be read; every byte is read."""
    return tuple(row[0] for row in connection.rows("SELECT sha256 FROM originals") if not is_sound(connection, row[0]))


def is_sound(connection: Connection, sha256: str) -> bool:
    """Whether an original is there, byte for byte as it came."""
    try:
        return content(connection, sha256) is not None
    except LibraryDamaged:  # also where SQLite itself cannot read it any more
        return False


def content(connection: Connection, sha256: str) -> bytes | None:
    """LibraryDamaged where the bytes are no longer those that came."""
    found = connection.value("SELECT content FROM originals WHERE sha256 = ?", (sha256,))
    if found is not None and sha256_of(found) != sha256:
        raise LibraryDamaged("store.original_changed", sha256=sha256)
    return None if found is None else bytes(found)
