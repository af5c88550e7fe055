"""What a question says, in the words of the documents.

It may point back to what was said before, or be typed in pinyin, in initials, in English or in another country's
terms. What cannot be read is said, never guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.answers import Hit, SearchRequest
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.measures import measures_asked, rows_met
from insurance_desktop.index.questions import is_follow_up, says_something, without_pointing
from insurance_desktop.index.rewording import Reworded, reworded
from insurance_desktop.index.typed_forms import Meant, read_forms
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import readable
from insurance_desktop.services.products.scope import Scope
from insurance_desktop.store.database import Connection

from .clause_lookup import say_any
from .named_products import Asked


@dataclass(frozen=True, slots=True)
class Told:
    """A question with what was said before it, where it needs that. `lacks_context`: it needs it, and nobody said."""

    text: str
    note: str = ""
    lacks_context: bool = False


def told_together(query: str, context: str | None, pack: DomainPack) -> Told:
    """A follow-up that says nothing by itself is asked together with its context; any other question alone."""
    text = readable(query)
    if not is_follow_up(text, pack):
        return Told(text)
    before = readable(context or "")
    if not says_something(before, pack):
        return Told(text, say("search.needs_context", query=text), lacks_context=True)
    return Told(after(before, text, pack), say("search.asked_with_context", context=before))


def after(before: str, text: str, pack: DomainPack) -> str:
    """A question behind what it points back to, in place of the words that point."""
    return f"{before} {without_pointing(text, pack)}"


def in_our_words(connection: Connection, pack: DomainPack, asked: Asked) -> Asked:
    """The question in the words of its documents, and in its note what was read as what. Refused where what it asks
    about cannot be read: whatever were found would be found for the words around it."""
    whole = meant_by(connection, pack, asked.text, asked.scope)
    note = asked.note + how_read(whole)
    strange = (*whole.unread, *(typed for typed, _ in whole.unsure))
    if strange and not whole.replaced:
        rest = asked.text
        for each in strange:
            rest = rest.replace(each, " ").replace(each.upper(), " ")
        if not says_something(rest, pack):
            return replace(asked, note=note + _unread(whole), is_refused=True)
    ranked = whole.text if asked.ranked == asked.text else meant_by(connection, pack, asked.ranked, asked.scope).text
    told = in_their_language(connection, pack, whole.text, asked.scope.documents)
    ranked = told.text if ranked == whole.text else reworded(ranked, pack).text
    note += how_reworded(told.text if told.read else "", told.unread)
    is_refused = not told.certainty
    return replace(asked, text=told.text, ranked=ranked, note=note, certainty=told.certainty, is_refused=is_refused)


def in_their_language(connection: Connection, pack: DomainPack, text: str, documents: Sequence[int]) -> Reworded:
    """A question in the language of these documents, by the terms that they print."""
    return reworded(text, pack, lambda term: say_any(connection, documents, [term]))


def how_reworded(text: str, unread: Sequence[str]) -> str:
    """The sentences about the text that a question is searched as in another language, and about what of it could not
    be said there; "" where it is searched as it was asked."""
    read = say("search.searched_as", text=text) if text else ""
    return read + (say("search.not_reworded", said="\u3001".join(unread)) if unread else "")


def meant_by(connection: Connection, pack: DomainPack, text: str, scope: Scope) -> Meant:
    """A text in the words of the documents in scope: what they print themselves stays as it is."""
    return read_forms(text, pack, lambda words: say_any(connection, scope.documents, [words]))


def how_read(meant: Meant) -> str:
    """The sentences about what was read as what, and about what has several readings."""
    read = "".join(
        say("search.read_as", typed=typed, meant=words) for typed, words in dict.fromkeys(meant.replaced) if words
    )
    return read + "".join(
        say("search.read_in_several_ways", typed=typed, meant="\u3001".join(words)) for typed, words in meant.unsure
    )


def _unread(meant: Meant) -> str:
    return "".join(say("search.cannot_read", typed=typed) for typed in meant.unread)


def with_rows_asked(hits: Sequence[Hit], request: SearchRequest, pack: DomainPack) -> tuple[Hit, ...]:
    """The hits, each table whole, with its rows that hold for the ages and years of the question or of its context."""
    measures = measures_asked(told_together(request.query, request.context, pack).text, pack)
    if not measures:
        return tuple(hits)
    return tuple(
        replace(hit, matching_rows=rows_met(hit.table_data, measures, pack)) if hit.table_data else hit for hit in hits
    )
