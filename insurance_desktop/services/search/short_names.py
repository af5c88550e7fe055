"""Products that a question names in short, without the company or the words for their kind: 康e保, 弘康大白."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import terms_named
from insurance_desktop.services.products.product_names import KnownProducts, name_key
from insurance_desktop.store.clauses import search_index
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works.works import Work

SHORTEST = 3
"""Two signs are a word of the language as often as a name, where no company stands before them."""
_LONGEST_COMPANY = 24
_QUOTES = "\u201c\u2018\u300a\u300c\u300e"
_PAGE = 64

Named = tuple[tuple[Work, str], ...]


def named_in_short(connection: Connection, known: KnownProducts, text: str, works: Mapping[int, int | None]) -> Named:
    """The products of these documents (`works` by document) that a text names in short, with the words that do: all
    that share the name, but for riders of another where it is not said that a rider is meant.

    What a clause says otherwise than as a part of these names is a word, and so is a term of the trade.
    """
    asked = "".join(name_key(sign) or " " for sign in text)
    found = []
    for words, short, places in _shorts_in(known, asked):
        meant = [known.works[place] for place in without_riders(known, words, places)]
        bearing = {known.works[place].work_id for place in places}
        if bearing.isdisjoint(works.values()) or terms_named(short, known.pack):
            continue
        ends = frozenset(known.shorts[place].get(short, short).removeprefix(short)[:2] for place in places)
        own = [document for document, work in works.items() if work in bearing]
        others = [document for document in works if document not in own]
        if not is_word(connection, others, short, ends - {""}) and not is_word(connection, own, short, ends):
            found += [(work, words) for work in meant]
    return tuple(found)


def _shorts_in(known: KnownProducts, asked: str) -> list[tuple[str, str, list[int]]]:
    """(words, short name, products that bear it) for each short name in a question, with as much of the whole name as
    it says; of two that overlap the longer."""
    found: dict[str, tuple[str, list[int]]] = {}
    for short in dict.fromkeys(short for shorts in known.shorts for short in shorts if short in asked):
        places = known.of_owners(known.names.holding(short))
        wholes = (known.shorts[place].get(short, short) for place in places)
        words = max((_begun(asked[asked.find(short) :], whole) for whole in wholes), key=len, default=short)
        if len(words) < SHORTEST:
            words, places = _behind_company(known, asked, short, places)
        if places and _is_apart(known, asked, words):
            found[words] = (short, places)
    longest = [words for words in found if not any(words != other and words in other for other in found)]
    return [(words, *found[words]) for words in longest]


def _begun(asked: str, whole: str) -> str:
    """As much of a name as a question says from its own first sign on."""
    return next((whole[:size] for size in range(len(whole), 0, -1) if asked.startswith(whole[:size])), "")


def _is_apart(known: KnownProducts, asked: str, words: str) -> bool:
    """Whether a short name begins with its company, or stands where a name may: not in the middle of other words."""
    openers = (" ", *known.pack.name_openers)
    starts = (match.start() for match in re.finditer(re.escape(words), asked))
    return bool(known.companies.opening(words)) or any(not at or asked[:at].endswith(openers) for at in starts)


def _behind_company(known: KnownProducts, asked: str, short: str, places: Iterable[int]) -> tuple[str, list[int]]:
    """The short name with the company that stands before it in a question, and that company's products."""
    before = asked[: asked.find(short)]
    heads = (before[-size:] for size in range(min(len(before), _LONGEST_COMPANY), 1, -1))
    for head in heads:
        company = known.companies.named(head.rstrip(known.pack.linking_signs))
        theirs = known.of_companies(company) if company else frozenset()
        if meant := [place for place in places if place in theirs]:
            return head + short, meant
    return short, []


def without_riders(known: KnownProducts, words: str, places: Sequence[int]) -> Sequence[int]:
    """The products without the riders of that name, where the words do not say that one is meant."""
    if _is_rider(words, known.pack):
        return places
    return [place for place in places if not _is_rider(known.works[place].name, known.pack)] or places


def _is_rider(name: str, pack: DomainPack) -> bool:
    return any(re.search(form, name) for form in pack.rider_forms)


def is_word(connection: Connection, documents: Sequence[int], short: str, ends: frozenset[str]) -> bool:
    """Whether these clauses say a short name neither in quotation marks nor as the beginning of a whole one, `ends`
    being what goes on with it."""
    meant = f"(?:{'|'.join(map(re.escape, ends))})" if ends else "(?!)"
    word = re.compile(rf"(?<![{_QUOTES}]){re.escape(short)}(?!{meant})")
    return "" not in ends and any(word.search(text) for text in _saying(connection, documents, short))


def _saying(connection: Connection, documents: Sequence[int], short: str) -> Iterator[str]:
    last = 0
    while rows := search_index.saying(connection, documents, [short], last, _PAGE):
        yield from (_bare(f"{title}\n{text}") for _, title, text in rows)
        last = rows[-1][0]


def _bare(text: str) -> str:
    """A text as names are compared, with the marks that open a quotation."""
    return "".join(sign if sign in _QUOTES else name_key(sign) for sign in text)
