"""A small cache of drawn pages: losing it costs only time."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import LibraryDamaged
from insurance_desktop.domain.hash_tree import leaf_of
from insurance_desktop.store.database import Connection, Row

KEPT = 200
"""Pictures that stay: some 200 × 150 KB."""
_DRAWN = "picture, width, height, page_width, page_height"


@entity
class PageKey:
    """A page (from 1) of an original at a resolution."""

    sha256: str
    page: int
    dpi: int


@entity
class PagePicture:
    """A PNG with its size in pixels and the page's size in points."""

    png: bytes
    width: int
    height: int
    page_width: float
    page_height: float


def get(connection: Connection, key: PageKey) -> PagePicture | None:
    row = connection.row(
        f"SELECT {_DRAWN}, hash FROM page_pictures WHERE original_sha256 = ? AND page = ? AND dpi = ?",
        (key.sha256, key.page, key.dpi),
    )
    return _picture(row)


def sharpest(connection: Connection, sha256: str, page: int) -> PagePicture | None:
    """The kept picture of a page that comes nearest to one a person reads on a screen."""
    row = connection.row(
        f"SELECT {_DRAWN}, hash FROM page_pictures WHERE original_sha256 = ? AND page = ? "
        "ORDER BY abs(dpi - 110) LIMIT 1",
        (sha256, page),
    )
    return _picture(row)


def put(connection: Connection, key: PageKey, picture: PagePicture, now: str) -> None:
    """Keep a picture and let the oldest go."""
    drawn = (picture.png, picture.width, picture.height, picture.page_width, picture.page_height)
    connection.run(
        f"INSERT OR REPLACE INTO page_pictures (original_sha256, page, dpi, {_DRAWN}, used_at, hash) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (key.sha256, key.page, key.dpi, *drawn, now, leaf_of(drawn)),
    )
    connection.run(
        "DELETE FROM page_pictures WHERE (original_sha256, page, dpi) IN "
        "(SELECT original_sha256, page, dpi FROM page_pictures ORDER BY used_at DESC LIMIT -1 OFFSET ?)",
        (KEPT,),
    )


def drop_altered(connection: Connection) -> int:
    """Takes away the pictures that are no longer what was drawn; how many. They are drawn anew when they are wanted."""
    gone = altered(connection)
    connection.run_many("DELETE FROM page_pictures WHERE rowid = ?", [(row,) for row, _sha256 in gone])
    return len(gone)


def altered(connection: Connection) -> tuple[tuple[int, str], ...]:
    """The pictures that are no longer what was drawn, each with the original that it is of."""
    rows = connection.rows("SELECT rowid, original_sha256 FROM page_pictures WHERE hash IS NOT NULL")
    return tuple(row for row in rows if not _is_sound(connection, row[0]))


def _is_sound(connection: Connection, row: int) -> bool:
    """One picture at a time: all of them are some 30 MB."""
    try:
        kept = connection.row(f"SELECT {_DRAWN}, hash FROM page_pictures WHERE rowid = ?", (row,))
    except LibraryDamaged:  # SQLite itself cannot read it any more
        return False
    return _picture(kept) is not None


def _picture(row: Row | None) -> PagePicture | None:
    """None where it is no longer what was drawn: it is drawn anew."""
    if row is None or leaf_of(row[:-1]) != row[-1]:
        return None
    return PagePicture(bytes(row[0]), *row[1:-1])
