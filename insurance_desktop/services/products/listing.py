"""Requests for a list: a company, a kind of product, or both (平安 养老), in any order and with words around them."""

from collections.abc import Iterator, Sequence

from .product_names import KnownProducts

_LONGEST_REQUEST = 30


def listed(known: KnownProducts, typed: Sequence[str]) -> list[int]:
    """All products of the company and of the kinds that the words name; [] where the words say anything else too.

    Words that can be read in two ways mean both: 平安养老 is a company, and the pensions of 平安.
    """
    words = tuple(word for word in typed if word)
    found: set[int] = set()
    for companies, rest in _companies_in(known, words):
        kinds = _kinds_in(known, rest)
        if kinds is None or (companies is None and not kinds):
            continue
        theirs = range(len(known.works)) if companies is None else known.of_companies(companies)
        found.update(place for place in theirs if all(known.is_of_kind(place, marks) for marks in kinds))
    return sorted(found, key=lambda place: (known.works[place].issuer or "", known.works[place].name, place))


def _companies_in(
    known: KnownProducts, words: tuple[str, ...]
) -> Iterator[tuple[frozenset[str] | None, tuple[str, ...]]]:
    """The ways to find a company in the words, with the words that are left; None = no company is named."""
    yield None, words
    for place, word in enumerate(words):
        others = (*words[:place], *words[place + 1 :])
        for companies, rest in known.companies.opening(word):
            yield companies, (rest, *others) if rest else others
            if others and not rest:
                break  # a company's whole name with something after it means that company


def _kinds_in(known: KnownProducts, words: Sequence[str]) -> list[tuple[str, ...]] | None:
    """The marks of each kind that these words name; None where one of them says something else."""
    found = []
    for word in words:
        parts = _parts(word, known.listing_words) if len(word) <= _LONGEST_REQUEST else None
        if parts is None:
            return None
        found += [known.kind_marks[part] for part in parts if part in known.kind_marks]
    return found


def _parts(word: str, vocabulary: frozenset[str]) -> tuple[str, ...] | None:
    """The word as a row of known ones, long ones first; None where it is not."""
    if not word:
        return ()
    for size in range(len(word), 0, -1):
        rest = _parts(word[size:], vocabulary) if word[:size] in vocabulary else None
        if rest is not None:
            return (word[:size], *rest)
    return None
