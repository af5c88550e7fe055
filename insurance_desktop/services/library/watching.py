"""Whether the list of documents is still what was read: another program may work on the same library.

The command line, a collection run or a second window write the same file. A few numbers tell whether anything was
imported, converted, decided or edited since; to read them costs about as much as opening a file, so a window may ask
every few seconds.
"""

from insurance_desktop.domain.entity import entity
from insurance_desktop.store import changes

from .library import Library


@entity
class LibraryState:
    """Another one as soon as a document, a conversion, a text or a decision came or went, whoever did it."""

    numbers: tuple[int, ...] = ()


def state_of(library: Library) -> LibraryState:
    """Read it before the list that it belongs to: what comes in between is then noticed, never missed."""
    with library.database.read() as connection:
        return LibraryState(changes.numbers(connection))
