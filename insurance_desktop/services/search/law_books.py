"""The laws that can be looked up: those that come with the packs, and documents of a library that are laws.

They are told apart from all else by where they lie: the first in no library, the second under a type of document that
their pack names. No ranking of clauses asks here.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.laws import LawArticle, LawsAnswer, LawWork, ListedLaw
from insurance_desktop.domain.numerals import numbered
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus, EditionStatus
from insurance_desktop.packs.law_texts import articles_of, day_in, law_forms, packs_with_laws, paragraphs_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.missing_library import without_library
from insurance_desktop.services.library.packs import packs_held
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue, documents

Articles = Mapping[str, LawArticle]

_DATED = re.compile(r"(?:19|20)\d\d(?!\d)|(?:19|20)\d{6}(?!\d)")
"""What an edition that is called by its day begins with."""


@dataclass(frozen=True, slots=True)
class LawBook:
    """A law at hand. `names` are what it is called, its own name first and the usual one second; `articles` reads its
    articles by the values of their numbers, None where they are not what was shipped. `document_id` of one that lies
    in the library."""

    names: tuple[str, ...]
    edition: str | None
    articles: Callable[[], Articles | None]
    document_id: int | None = None
    is_superseded: bool = False

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def short_name(self) -> str:
        return self.names[min(1, len(self.names) - 1)]


@cache
def shipped_laws(pack: str) -> tuple[LawBook, ...]:
    """The laws that a pack brings."""
    return tuple(_shipped(pack, work) for work in load_pack(pack).laws.works)


def all_shipped() -> tuple[LawBook, ...]:
    """The laws that come with any of the packs."""
    return tuple(book for pack in packs_with_laws() for book in shipped_laws(pack))


def laws_at_hand(connection: Connection, library: Library) -> tuple[LawBook, ...]:
    """All laws that can be looked up, those that come with the program first."""
    packs = (load_pack(name) for name in packs_held(library.database) if name in pack_names())
    held = (book for pack in packs if pack.laws.document_type for book in _held(connection, pack))
    return (*all_shipped(), *held)


@says_what_is_withheld
@without_library(lambda none: _listed(all_shipped()))
def list_laws(library: Library) -> LawsAnswer:
    """The laws that can be looked up by number, with their editions."""
    with library.database.read() as connection:
        return _listed(laws_at_hand(connection, library))


def _listed(books: tuple[LawBook, ...]) -> LawsAnswer:
    return LawsAnswer(AnswerStatus.OK, laws=tuple(map(_entry, books)))


def _entry(book: LawBook) -> ListedLaw:
    articles = book.articles() or {}
    day = next((each.in_force for each in articles.values()), None)
    return ListedLaw(book.name, book.short_name, book.edition, day, len(articles), book.document_id)


def _shipped(pack: str, work: LawWork) -> LawBook:
    return LawBook((work.name, *work.also), work.edition, lambda: articles_of(pack, work))


def _held(connection: Connection, pack: DomainPack) -> Iterator[LawBook]:
    """The verified documents of the pack that are laws, oldest first."""
    also = catalogue.aliases(connection, pack.name)
    for each in catalogue.verified_documents(connection, pack.name):
        is_law = each.document_type == pack.laws.document_type
        document = documents.get(connection, each.document_id) if is_law else None
        if document is None or not document.product_name:
            continue
        name = document.product_name
        names = (name, re.sub(law_forms().full_form, "", name), *also.get(each.work_id or 0, ()))
        registered = (day for day in (each.edition, each.publish_time) if day and _DATED.match(day))
        edition = _edition_printed(connection, each.document_id, pack) or next(registered, None)
        yield LawBook(
            tuple(dict.fromkeys(names)),
            edition,
            _reader(connection, document, edition),
            each.document_id,
            each.edition_status == EditionStatus.SUPERSEDED,
        )


def _edition_printed(connection: Connection, document_id: int, pack: DomainPack) -> str | None:
    """The last day on which the lines above the articles say that the law was passed or changed."""
    above = clauses.by_section(connection, [document_id], pack.preface_title)
    return day_in(law_forms().passed_form, (line for row in above for line in row.text.splitlines()))


def _reader(connection: Connection, document: Document, edition: str | None) -> Callable[[], Articles]:
    """Reads the articles of a document of the library, as long as the connection is open."""

    def read() -> Articles:
        rows = clauses.of_documents(connection, [document.document_id])
        day = day_in(law_forms().in_force_form, (line for row in rows for line in row.text.splitlines()))
        found: dict[str, LawArticle] = {}
        for row in rows:
            told = re.fullmatch(law_forms().article_form, f"{row.section_id} ")
            if told is None:
                continue
            text = row.text
            paragraphs = paragraphs_of(filter(None, map(str.strip, text.splitlines())))
            article = LawArticle(
                law=document.product_name or "",
                edition=edition,
                in_force=day,
                article=row.section_id,
                since=edition,
                chapter=row.breadcrumb[:-1],
                text=text,
                paragraphs=paragraphs,
                document_id=document.document_id,
                clause_id=row.clause_id,
            )
            found.setdefault(numbered(told["number"])[1], article)
        return found

    return read
