"""A question in other letters or words than the documents': terms in pinyin or initials, in another language, or as
another country's trade says them. What can be read in two ways is not read."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack, ForeignTerm

from . import tokens
from .characters import respelled
from .readings import readings, syllables

_LETTERS = re.compile(r"(?<![A-Za-z\d])[A-Za-z]+(?:[ '][A-Za-z]+)*(?![A-Za-z\d])")
_LATIN = re.compile(r"[A-Za-z]{2}")
_FEWEST_INITIALS = 3
"""Two letters stand for too many words to be one of the trade."""
_FEWEST_LETTERS = 5
"""A term in pinyin has so many letters: a shorter one may be a word of any language."""
_FEWEST_PRINTED = 4
"""A shorter word may stand inside any other that the documents print."""
_MOST_READINGS, _MOST_SPELLINGS = 2, 64
_LONGEST_TERM = 10
_LONGEST_SYLLABLE = 6

IsPrinted = Callable[[str], bool]


@entity
class Meant:
    """A question as it is looked for. `replaced` are words of it with what they were read as, `unread` letters that
    nobody can read, and `unsure` those with several readings: they stand in the text as they were."""

    text: str
    replaced: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()
    unsure: tuple[tuple[str, tuple[str, ...]], ...] = ()


def read_forms(text: str, pack: DomainPack, is_printed: IsPrinted) -> Meant:
    """What a question in one spelling means in the pack's words. Words that the documents print (`is_printed`) stay."""
    replaced: list[tuple[str, str]] = []
    text = _translated(text, pack.regional_terms, is_printed, replaced)
    if not pack.typed_terms or not _LATIN.search(text):
        return Meant(text, tuple(replaced))
    before = len(replaced)
    text = _translated(text, pack.foreign_terms, is_printed, replaced)
    if len(replaced) > before:
        text = _translated(text, pack.foreign_words, lambda _: False, [])
    return _typed(" ".join(text.split()), pack, is_printed, replaced)


def _translated(text: str, terms: Sequence[ForeignTerm], is_printed: IsPrinted, replaced: list[tuple[str, str]]) -> str:
    """The text with these terms in the pack's words; `replaced` learns which."""
    if not terms:
        return text
    pattern, means = _dictionary(tuple(terms))

    def read(found: re.Match[str]) -> str:
        if is_printed(found[0]):
            return found[0]
        meaning = means[_key(found["said"])]
        replaced.append((found[0], meaning))
        return meaning

    return pattern.sub(read, text)


def _key(said: str) -> str:
    return re.sub(r"[\s-]", "", said).lower()


@lru_cache(maxsize=8)
def _dictionary(terms: tuple[ForeignTerm, ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """A pattern of all that is said, the longest first, and what each of it means; Latin words stand alone."""
    spelled = {respelled(said): each.means for each in terms for said in each.said}
    means = {_key(said): meaning for said, meaning in spelled.items() if said != meaning}
    said = sorted((said for said, meaning in spelled.items() if said != meaning), key=len, reverse=True)
    words = "|".join(re.sub(r"(?:\\?[\s-])+", r"[\\s-]*", re.escape(each)) for each in said)
    whole = rf"(?<![A-Za-z])(?P<said>{words})(?:e?s)?(?![A-Za-z])" if _LATIN.search(words) else f"(?P<said>{words})"
    return re.compile(whole, re.IGNORECASE), means


def _typed(text: str, pack: DomainPack, is_printed: IsPrinted, replaced: list[tuple[str, str]]) -> Meant:
    """The text with runs of letters as the terms that they spell."""
    unread: list[str] = []
    unsure: list[tuple[str, tuple[str, ...]]] = []

    def read(found: re.Match[str]) -> str:
        run = found[0]
        if any(map(is_printed, (run, *(word for word in run.split() if len(word) >= _FEWEST_PRINTED)))):
            return run
        spelled = _spelled_out(run.lower(), pack)
        unsure.extend(spelled.unsure)
        if spelled.replaced:
            replaced.extend(spelled.replaced)
            return spelled.text
        if not spelled.unsure and len(run) > 1:
            unread.append(run)
        return run

    text = _LETTERS.sub(read, text)
    return Meant(" ".join(text.split()), tuple(replaced), tuple(unread), tuple(unsure))


def _spelled_out(run: str, pack: DomainPack) -> Meant:
    """A run of pinyin and initials in characters; nothing is replaced where some of it cannot be read."""
    terms, words = _pinyin(_all_terms(pack)), _pinyin(pack.typed_words)
    letters, ends = re.sub("[ ']", "", run), _word_ends(run)
    written, place = "", 0
    found, unsure = list[tuple[str, str]](), list[tuple[str, tuple[str, ...]]]()
    while place < len(letters):
        length, meanings = _longest(letters, place, terms, ends, _FEWEST_LETTERS)
        if not meanings and (place == 0 or place in ends):
            word = letters[place : min(end for end in ends if end > place)]
            length, meanings = len(word), _initials(pack.typed_terms).get(word, ())
        meanings = _told_apart(meanings, pack) if meanings else ()
        said = letters[place : place + length]
        if len(meanings) == 1:
            found.append((said, meanings[0]))
            written += meanings[0]
        elif meanings:
            unsure.append((said, meanings))
            written += f" {said} "
        else:
            length, meanings = _longest(letters, place, words, ends, 1)
            length = length or _syllable(letters, place)
            if not length:
                return Meant(run, unsure=tuple(unsure))
            written += meanings[0] if len(meanings) == 1 else f" {letters[place : place + length]} "
        place += length
    return Meant(written, tuple(found), unsure=tuple(unsure))


def _told_apart(terms: tuple[str, ...], pack: DomainPack) -> tuple[str, ...]:
    """The first of the terms where all of them mean the same, else all of them."""
    same = any(all(term in group.trade for term in terms) for group in pack.synonyms)
    return terms[:1] if same else terms


def _word_ends(run: str) -> frozenset[int]:
    """Where the words of a run end, among the letters alone."""
    places, count = [], 0
    for word in re.split("[ ']", run):
        count += len(word)
        places.append(count)
    return frozenset(places)


def _longest(
    letters: str, place: int, known: Mapping[str, tuple[str, ...]], ends: frozenset[int], fewest: int
) -> tuple[int, tuple[str, ...]]:
    """The longest known spelling at a place behind which a word ends or a syllable follows."""
    for end in range(len(letters), place + fewest - 1, -1):
        meaning = known.get(letters[place:end])
        if meaning and (end in ends or _syllable(letters, end)):
            return end - place, meaning
    return 0, ()


def _syllable(letters: str, place: int) -> int:
    """The length of the longest syllable at a place; 0 where there is none."""
    sizes = range(min(_LONGEST_SYLLABLE, len(letters) - place), 0, -1)
    return next((size for size in sizes if letters[place : place + size] in syllables()), 0)


def _all_terms(pack: DomainPack) -> tuple[str, ...]:
    """What may be typed in whole syllables: every term of the trade."""
    named = (*pack.typed_terms, *(term for group in pack.synonyms for term in group.trade))
    return tuple(tokens.unique(named))


@lru_cache(maxsize=8)
def _pinyin(terms: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The terms by each way of spelling them out."""
    return _by(terms, lambda character: readings(character)[:_MOST_READINGS])


@lru_cache(maxsize=8)
def _initials(terms: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    """The terms by the first letters of their syllables, in the most frequent reading."""
    several = tuple(term for term in terms if len(term) >= _FEWEST_INITIALS)
    return _by(several, lambda character: tuple(reading[0] for reading in readings(character)[:1]))


def _by(terms: Iterable[str], spell: Callable[[str], Sequence[str]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for term in terms:
        if not all(map(tokens.is_ideographic, term)) or len(term) > _LONGEST_TERM:
            continue
        ways = [tuple(dict.fromkeys(spell(character))) for character in term]
        for way in islice(product(*ways), _MOST_SPELLINGS):
            key = "".join(way)
            found[key] = tuple(dict.fromkeys((*found.get(key, ()), term)))
    return found
