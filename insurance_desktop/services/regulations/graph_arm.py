"""What the graph of regulations says of a question.

Cited regulations with their interpretations and amendments, those that the pack's rules name, those about a concept,
those that a subject's chapters call so; and what regulations that were found point at.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from insurance_desktop.domain.regulation_search import Understood
from insurance_desktop.domain.regulations import Relation

from .book import Book, Printed
from .concepts import regulations_about
from .understanding import terms_said


def in_graph(book: Book, asked: Understood) -> tuple[Printed, ...]:
    """The regulations that the graph brings, the surest first."""
    brought = (*_cited(book, asked), *_named(book, asked), *_of_concepts(book, asked), *_titled(book, asked))
    return tuple({each.row.row: each for each in brought}.values())


def _cited(book: Book, asked: Understood) -> Iterator[Printed]:
    """The cited regulations, each with what interprets and amends it."""
    for reference in asked.references:
        meant = [printed for printed, _ in book.meant(reference)]
        if len(meant) == 1:
            yield from meant
            words = (*book.rules.interpreting_words, *book.rules.amending_words)
            yield from (source for source, _, to in _commenting(book, words) if to == meant[0].id)


def _named(book: Book, asked: Understood) -> Iterator[Printed]:
    """Those that the pack's rules name. An edition may number otherwise: where the text says none of the subject's
    terms, another regulation bears the number."""
    for reference in asked.regulations:
        meant = [printed for printed, _ in book.meant(reference)]
        if len(meant) == 1 and terms_said(f"{meant[0].row.section_title}\n{meant[0].text}", asked.subjects):
            yield from meant


def _of_concepts(book: Book, asked: Understood) -> Iterator[Printed]:
    """The regulations about the concepts that the question names, chapters left out."""
    said = "\n".join((asked.text, *asked.terms))
    for concept in book.pack.concepts:
        if terms_said(said, (concept.name, *concept.words)):
            yield from (each for each in regulations_about(concept, book) if each.text.strip())


def _titled(book: Book, asked: Understood) -> Iterator[Printed]:
    """Those of the chapters which the rules name whose titles say what is asked about, most of it first."""
    chapters = [pair for reference in asked.regulations for pair in book.said(reference)]
    terms = dict.fromkeys((*asked.terms, *terms_said(asked.text, asked.subjects)))
    found: list[tuple[int, Printed]] = []
    for each in book.printed:
        if any(each.instrument == instrument and _is_in(each, place.key) for instrument, place in chapters):
            found.append((len(terms_said(each.row.section_title, terms)), each))
    yield from (each for said, each in sorted(found, key=lambda pair: -pair[0]) if said)


def _is_in(printed: Printed, key: Sequence[str]) -> bool:
    return len(printed.place.key) > len(key) and printed.place.key[: len(key)] == tuple(key)


def sections_in(book: Book, chapters: Sequence[str]) -> frozenset[int]:
    """The sections that these parts of instruments hold, by their first rows."""
    places = [pair for chapter in chapters for pair in book.said(chapter)]
    return frozenset(
        each.row.row
        for each in book.printed
        if any(each.instrument == one and each.place.key[: len(place.key)] == place.key for one, place in places)
    )


def pointed_at(book: Book, found: Sequence[Printed], known: Collection[str], most: int) -> tuple[Printed, ...]:
    """What these regulations point at and `known` ids leave out, in the order of the pointers."""
    by_id = {each.id: each for each in book.printed}
    targets = (pointer.to for each in found for pointer in book.references(each) if pointer.resolved)
    new = (by_id[to] for to in dict.fromkeys(targets) if to in by_id and to not in known and by_id[to].text.strip())
    return tuple(islice(new, most))


def interpretations(book: Book) -> Counter[str]:
    """In how many sections each regulation is interpreted."""
    told = _commenting(book, book.rules.interpreting_words)
    return Counter(to for _, kind, to in told if kind is Relation.INTERPRETS)


def _commenting(book: Book, words: Sequence[str]) -> Iterator[tuple[Printed, Relation, str]]:
    """The sections that interpret or amend others, with what they do and the id of the other; such say `words`."""
    for each in book.printed:
        if each.row.document_id in book.commentaries or any(word in each.text.casefold() for word in words):
            told = {(pointer.kind, pointer.to) for pointer in book.references(each) if pointer.resolved}
            yield from ((each, kind, to) for kind, to in sorted(told) if kind is not Relation.REFERENCES)
