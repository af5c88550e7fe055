"""What a face that writes works on: an open library, what asks and indexes it, and what converts into it."""

from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from insurance_desktop.packs.loader import load_pack

from .importing.converter import Converter
from .library.library import Library, PackReader, open_library, open_reader
from .library.packs import ANY_PACK, PackChoice
from .search.engine import SearchEngine


@dataclass(frozen=True)
class Workspace:
    """Give it to any thread; close it once, when no call is under way."""

    library: Library
    engine: SearchEngine
    converter: Converter

    def read_by(self, pack: str, read: PackReader = load_pack) -> "Workspace":
        """The same file read by another pack, asked with the same models; of it, only the engine is to be closed."""
        library = self.library.read_by(pack, read)
        if library is self.library:
            return self
        return Workspace(library, SearchEngine(library, self.engine.models), self.converter)

    def close(self) -> None:
        """Close the file, so that it can be carried away, and stop the processes.

        The file first: a conversion whose worker is stopped under it must not end as FAILED, it is still QUEUED.
        """
        self.library.close()
        self.converter.close()
        self.engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_workspace(
    path: Path, *, create: bool = True, pack: PackChoice = ANY_PACK, read: PackReader = load_pack
) -> Workspace:
    """Open a library to work on it: made where there is none, brought to the newest schema (after a backup)."""
    library = open_library(path, create=create, pack=pack, read=read)
    return Workspace(library, SearchEngine(library), Converter())


def open_to_read(path: Path, *, read: PackReader = load_pack) -> Workspace:
    """Open a library that cannot be written: what is there can be read, asked and copied."""
    library = open_reader(path, read=read)
    return Workspace(library, SearchEngine(library), Converter())
