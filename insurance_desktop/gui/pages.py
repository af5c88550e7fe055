"""The pages of the rail. Each registers itself: a folder of this room with an `entry.py` is a page.

A page is imported and made when it is shown for the first time; of its folder only the entry is read at the start.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pkgutil import iter_modules
from typing import Any

from insurance_desktop import gui
from insurance_desktop.domain.answers import SourceReference
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.facts import FactSource
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.practising import EvidencePlace

LIBRARY, REVIEW, SEARCH, COLLECTING, SETTINGS = "library", "review", "search", "crawl", "settings"
"""The names of pages that something else leads to."""
BACKUP = "gui.backup"
"""The section of the settings that a damaged library leads to."""

SPACE = "Space"


@entity
class Command:
    """`default` is its key as it ships and its name in code; `words` says what it does, `scope` where it counts.

    `letter` does the same where nothing can be typed; `SPACE`, which presses buttons, only in what takes it itself.
    """

    default: str
    words: str
    scope: str
    fixed: bool = False
    letter: str = ""


@entity
class Entry:
    """A page as the frame knows it: `name` is its icon and what the settings call it, `words` its title's key.

    `page`, `background` and `sign` name a module of `folder` and a class in it, made with the context alone: the page,
    what goes on while the window is open, and what stands in the status bar. `place` is the order in the rail.
    A page with a `key` of its own leaves the others their numbers. One with a `work_kind` is in the rail where the
    library holds, or the settings tick, a pack whose works are of that kind. `sections` are the headings of a long
    page, each of which can be gone to.
    """

    folder: str
    place: int
    name: str
    words: str
    page: str
    commands: tuple[Command, ...] = ()
    background: str = ""
    sign: str = ""
    is_at_foot: bool = False
    key: str = ""
    work_kind: str = ""
    sections: tuple[str, ...] = ()

    def load(self, home: str) -> Any:
        """The class that `page`, `background` or `sign` names."""
        module, _, name = home.partition(":")
        return getattr(import_module(f"{self.folder}.{module}"), name)


@cache
def entries() -> tuple[Entry, ...]:
    """In the order of the rail."""
    rooms = [each.name for each in iter_modules(gui.__path__, f"{gui.__name__}.") if each.ispkg]
    found = [import_module(f"{each}.entry").ENTRY for each in rooms if find_spec(f"{each}.entry") is not None]
    return tuple(sorted(found, key=lambda each: each.place))


@cache
def keyed() -> tuple[tuple[Entry, str], ...]:
    """The same, each with its key as it ships."""
    numbers = count(1)
    return tuple((each, each.key or f"Ctrl+{next(numbers)}") for each in entries())


@entity
class Place:
    """Where to open the review page: a document, and there boxes to mark, or else a page, a section or a paragraph;
    beside another edition, where one is named."""

    document_id: int
    boxes: tuple[Box, ...] = ()
    page: int | None = None
    section: str | None = None
    paragraph: int | None = None
    against: int | None = None


def place_of(source: SourceReference | FactSource | EvidencePlace) -> Place:
    """Where the words of an answer stand."""
    paragraph = None if source.locator is None else source.locator.paragraph
    return Place(source.document_id, source.boxes, source.page_number, paragraph=paragraph)
