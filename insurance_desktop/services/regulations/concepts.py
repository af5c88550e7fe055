"""The subjects of a pack as nodes of the graph: what each is called, and which regulations are about it."""

from insurance_desktop.domain.regulation_rules import Concept
from insurance_desktop.domain.regulations import ConceptLink

from .book import Book, Printed
from .citing import plain


def concept_called(text: str, book: Book) -> ConceptLink | None:
    """The subject that goes by this name."""
    said = plain(text).casefold()
    found = next((each for each in book.pack.concepts if said in _names(each)), None)
    return concept_link(found, book) if found else None


def concepts_of(printed: Printed, book: Book) -> tuple[ConceptLink, ...]:
    """The subjects that a regulation belongs to, itself or with what it stands in."""
    return tuple(
        concept_link(each, book)
        for each in book.pack.concepts
        if any(_holds(about, printed) for about in regulations_about(each, book))
    )


def concept_link(concept: Concept, book: Book) -> ConceptLink:
    about = tuple(each.link for each in regulations_about(concept, book))
    return ConceptLink(concept.name, concept.words, about)


def regulations_about(concept: Concept, book: Book) -> tuple[Printed, ...]:
    """What the library holds of the regulations that the pack names; one that could be several is none."""
    named = (regulation_titled(reference, title, book) for reference, title in concept.regulations.items())
    return tuple(each for each in named if each is not None)


def regulation_titled(reference: str, title: str, book: Book) -> Printed | None:
    """The regulation that is cited, if the library has it once and with this title, but for notes behind it: another
    edition may have another one under the number."""
    found = book.meant(reference)
    is_meant = len(found) == 1 and plain(found[0][0].row.section_title).casefold().startswith(plain(title).casefold())
    return found[0][0] if is_meant else None


def _names(concept: Concept) -> set[str]:
    return {plain(name).casefold() for name in (concept.name, *concept.words)}


def _holds(about: Printed, printed: Printed) -> bool:
    """Whether a regulation is the one that is named, or stands in it."""
    key = about.place.key
    return printed.instrument == about.instrument and printed.place.key[: len(key)] == key
