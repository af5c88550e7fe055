"""Where the figures stand that transcriptions write out: their captions in the books of the library."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

from insurance_desktop.convert.captions import Caption, caption_number, captions_in, compared
from insurance_desktop.convert.text.source_places import SourcePlaces
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.store.database import Connection
from insurance_desktop.store.versions import versions
from insurance_desktop.store.works import documents

_BOOK, _FIGURE = "## ", "##### "
"""How the Markdown of transcriptions begins a book and a figure."""


class WrittenOut(NamedTuple):
    """A figure as a transcription calls it."""

    book: str
    figure: str


class FigurePlace(NamedTuple):
    """The page of a figure in its book; None for a book without pages."""

    document_id: int
    page_number: int | None


def is_transcription(document: Document | None, pack: DomainPack) -> bool:
    """Whether a document says what figures of others show."""
    kind = pack.textbooks.transcription_type
    return bool(kind) and document is not None and document.document_type == kind


def book_name(connection: Connection, document: Document | None) -> str:
    """What a book is called: by its title or, where nobody has said that, by the name of its file."""
    if document is None:
        return ""
    kept = documents.file_name_of(connection, document.document_id)
    return document.product_name or PurePath(documents.name_of_file(kept)).stem


def written_out(markdown: str) -> Iterator[WrittenOut]:
    """The figures that the Markdown of transcriptions is about, in order."""
    book = ""
    for line in markdown.splitlines():
        if line.startswith(_BOOK):
            book = line.removeprefix(_BOOK)
        elif line.startswith(_FIGURE):
            yield WrittenOut(book, line.removeprefix(_FIGURE))


def book_meant(said: str, names: Mapping[int, str]) -> int | None:
    """The document whose name is said, or a part of its name that no other has; None where that tells none."""
    wanted, held = normalised(said), {number: normalised(name) for number, name in names.items() if name}
    same = [number for number, name in held.items() if name == wanted]
    near = same or [number for number, name in held.items() if wanted and (wanted in name or name in wanted)]
    return near[0] if len(near) == 1 else None


def caption_of(figure: str, captions: Iterable[Caption], pack: DomainPack) -> Caption | None:
    """The caption that a figure is called by: its number or, where that is not told, a part of its words."""
    number, words = caption_number(figure, pack), compared(figure)
    for each in captions:
        if each.number == number or (not number and words in compared(each.text)):
            return each
    return None


class Figures:
    """The captions of some books; `names` are their names and `texts` the versions that are read, by document."""

    def __init__(
        self, connection: Connection, pack: DomainPack, names: Mapping[int, str], texts: Mapping[int, int]
    ) -> None:
        self._connection, self._pack, self._names, self._texts = connection, pack, names, texts
        self._captions = {
            number: tuple(captions_in(versions.markdown_of(connection, texts[number]) or "", pack)) for number in names
        }
        self._places: dict[int, SourcePlaces] = {}

    def place(self, wanted: WrittenOut) -> FigurePlace | None:
        """Where a figure stands: in the book that is meant or, where that is not clear, the only one that has it."""
        meant = book_meant(wanted.book, self._names)
        among = self._captions if meant is None else {meant: self._captions[meant]}
        held = [(number, caption_of(wanted.figure, captions, self._pack)) for number, captions in among.items()]
        found = [(number, caption) for number, caption in held if caption is not None]
        return FigurePlace(found[0][0], self._page(*found[0])) if len(found) == 1 else None

    def _page(self, document_id: int, caption: Caption) -> int | None:
        if document_id not in self._places:
            version = versions.get(self._connection, self._texts[document_id])
            self._places[document_id] = SourcePlaces(version.source_map if version else ())
        boxes = self._places[document_id].boxes(caption.start, caption.end)
        return boxes[0].page if boxes else None
