"""What a typed name may mean among the known products: from exact names down to slips, the surest way first."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from insurance_desktop.convert.clauses.document_names import read_title
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.questions import subject_of
from insurance_desktop.index.readings import readings

from .product_names import KnownProducts, name_key

EXACT, LISTED, PART, IN_WORDS, LONGER, SPELLED, SLIPPED = 1.0, 0.9, 0.9, 0.88, 0.85, 0.85, 0.8
_LIKE_CODE, _LONGEST_CODE = 0.6, 60
TYPO = "typo"
"""How a product is found whose name is like the one that was typed, and no more than that."""

_SEPARATORS = re.compile(r"[\s,;:/|\u3001\u3002\uff0c\uff1b\uff1a\u00b7\u300a\u300b]+")
_LATIN = re.compile(r"[a-z]")
_SHORTEST_SPELLED = 2


@dataclass(frozen=True, slots=True)
class Meant:
    """A product that may be meant: how sure, found how. `is_listed`: one of a list that was asked for as such."""

    place: int
    score: float
    how: str
    is_listed: bool = False


Way = Callable[[KnownProducts, str, str], list[Meant]]
"""Products by one kind of likeness; a way takes the name as typed and as a key."""


def meant_by(known: KnownProducts, name: str, among: frozenset[int] | None = None) -> list[Meant]:
    """The products that `name` may mean, the likeliest first; `among` these alone where given."""
    asked = name_key(name)
    for way in (_by_code, _by_name, _listed):
        found = _within(way(known, name, asked), among)
        if found:
            return found
    for ways in (_SURE_WAYS, (_slipped,)):
        for text in _readings_of(known.pack, name):
            found = _recognised(known, text, among, ways) or _of_company(known, text, among, ways)
            if found:
                return found
    return []


def meant_whole(known: KnownProducts, words: str) -> int | None:
    """The one product whose name all of these words are, or are a part of; None where they are no one's, several
    products', a list's, or say more."""
    found = _by_code(known, words, "") or _listed(known, words, name_key(words))
    found = found or _recognised(known, words, None, _WHOLE_WAYS) or _of_company(known, words, None, _WHOLE_WAYS)
    return found[0].place if len(found) == 1 and not found[0].is_listed else None


def _recognised(known: KnownProducts, name: str, among: frozenset[int] | None, ways: Sequence[Way]) -> list[Meant]:
    """What the first of these ways that leads anywhere finds."""
    asked = name_key(name)
    for way in ways if asked else ():
        found = _within(way(known, name, asked), among)
        if found:
            return found
    return []


def _of_company(known: KnownProducts, name: str, among: frozenset[int] | None, ways: Sequence[Way]) -> list[Meant]:
    """A company before the name of its product: 中国平安人寿的福满多 is what 福满多 is among its products."""
    for companies, rest in known.companies.opening(name_key(name)):
        theirs = known.of_companies(companies)
        inside = theirs if among is None else theirs & among
        for text in dict.fromkeys((rest, rest.lstrip(known.pack.linking_signs))):
            found = _recognised(known, text, inside, ways) if len(text) > 1 and inside else []
            if found:
                return found
    return []


def nearest(known: KnownProducts, name: str, among: frozenset[int] | None, count: int) -> list[Meant]:
    """The names that have most in common with one that is not known: no more than a hint."""
    asked = name_key(name)
    like = get_close_matches(name.strip().upper()[:_LONGEST_CODE], list(known.codes), count, _LIKE_CODE)
    coded = [place for code in like for place in known.codes[code]]
    named = known.of_owners(known.names.nearest(asked, 4 * count)) if asked else []
    places = list(dict.fromkeys((*coded, *named)))
    return _within([Meant(place, 0.0, "nearest") for place in places], among)[:count]


def _readings_of(pack: DomainPack, name: str) -> Iterable[str]:
    """The name as typed, then without what stands around a name: company and kind of document, words that only ask."""
    yield name.strip()
    if title := read_title(name, pack).product:
        yield title
    bare = subject_of(name, pack)
    if bare != name_key(name):
        yield bare


def _by_code(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    return [Meant(place, EXACT, "code") for place in known.by_code.get(name.strip(), ())]


def _by_name(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    return [
        Meant(place, EXACT, "name" if known.keys[place][0] == asked else "alias")
        for place in known.by_key.get(asked, ())
    ]


def _holding(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    places = known.of_owners(known.names.holding(asked))
    return [Meant(place, PART, "part") for place in sorted(places, key=lambda place: _fullness(known, place, asked))]


def _in_words(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    """Words in any order, each of them in the name."""
    words = sorted({name_key(word) for word in _SEPARATORS.split(name)} - {""}, key=len, reverse=True)
    if len(words) < 2:
        return []
    places = known.of_owners(known.names.holding(words[0])) or range(len(known.works))
    whole = [place for place in places if all(_has_word(known, place, word) for word in words)]
    return [Meant(place, IN_WORDS, "words") for place in sorted(whole, key=lambda each: _fullness(known, each, asked))]


def _has_word(known: KnownProducts, place: int, word: str) -> bool:
    return any(word in key for key in known.keys[place]) or known.is_of_kind(place, known.kind_marks.get(word, ()))


def _without_asides(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    """Names of which some bracket was left out: 安康医疗保险A款 for 安康医疗保险（2017版）（A款）."""
    places = [place for place, keys in enumerate(known.without_asides) if any(asked in key for key in keys)]
    return [Meant(place, IN_WORDS, "words") for place in sorted(places, key=lambda each: _fullness(known, each, asked))]


def _with_kind(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    """A part of the name with what people call its kind after it: 康悦防癌险."""
    for size in range(len(asked) - 1, 1, -1):
        marks = known.kind_marks.get(asked[size:])
        if marks:
            places = known.of_owners(known.names.holding(asked[:size]))
            found = [place for place in places if known.is_of_kind(place, marks)]
            if found:
                ordered = sorted(found, key=lambda place: _fullness(known, place, asked))
                return [Meant(place, IN_WORDS, "words") for place in ordered]
    return []


def _inside(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    """Names that stand whole in what was typed, with or without their company; the longest one."""
    places = known.of_owners(known.names.inside(asked)) or [
        place for place in known.cores.inside(asked) if _is_own(known, known.cores.keys[place])
    ]
    return [Meant(place, LONGER, "longer") for place in places]


def _is_own(known: KnownProducts, core: str) -> bool:
    """Whether one product alone has these words in its name."""
    return len(known.of_owners(known.names.holding(core))) == 1


def _spelled(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    if len(asked) < _SHORTEST_SPELLED or not _LATIN.search(asked):
        return []
    places = known.of_owners(known.names.spelled(asked))
    return [Meant(place, SPELLED, "pinyin") for place in sorted(places, key=lambda each: _fullness(known, each, asked))]


def _slipped(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    found: dict[int, Meant] = {}
    for slip in known.names.slipped(asked):
        place = known.owners[slip.place]
        found.setdefault(place, Meant(place, round(SLIPPED * (1 - slip.cost / (len(asked) + 1)), 3), TYPO))
    return list(found.values())


def _listed(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    """The list that the words ask for. A single word that stands in names too (养老年金) may be a name cut short."""
    apart = name.translate(dict.fromkeys(map(ord, known.pack.linking_signs), " "))
    places = listed(known, [name_key(word) for word in _SEPARATORS.split(apart)])
    is_part = len(_SEPARATORS.split(name.strip())) == 1 and bool(known.names.holding(asked))
    return [Meant(place, LISTED, "company_and_kind", is_listed=not is_part) for place in places]


def _spelled_words(known: KnownProducts, name: str, asked: str) -> list[Meant]:
    """Words in any order, each of them in the name or its pinyin: pingan yanglao."""
    words = [word for word in map(name_key, _SEPARATORS.split(name)) if len(word) >= _SHORTEST_SPELLED]
    if len(words) < 2 or not _LATIN.search(asked):
        return []
    theirs = [
        {*known.of_owners([*known.names.holding(word), *(known.names.spelled(word) if _LATIN.search(word) else ())])}
        for word in words
    ]
    places = sorted(set.intersection(*theirs), key=lambda place: _fullness(known, place, asked))
    return [Meant(place, SPELLED, "pinyin") for place in places]


_SURE_WAYS: tuple[Way, ...] = (
    _by_name,
    _holding,
    _in_words,
    _without_asides,
    _with_kind,
    _inside,
    _spelled,
    _spelled_words,
)

_WHOLE_WAYS: tuple[Way, ...] = (_by_name, _holding, _without_asides, _with_kind)
"""The ways in which nothing that was typed is left over."""


def _fullness(known: KnownProducts, place: int, asked: str) -> tuple[bool, int, str]:
    """Names that the words begin come first, then shorter ones."""
    key = known.keys[place][0]
    begins = key.startswith(asked) or known.cores.keys[place].startswith(asked)
    return not begins, len(key), key


def _within(found: list[Meant], among: frozenset[int] | None) -> list[Meant]:
    return found if among is None else [each for each in found if each.place in among]


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


_MANY = 200_000


@lru_cache(maxsize=_MANY)
def sort_key(text: str) -> str:
    """Orders names by pinyin, characters of one sound beside each other; digits and Latin letters as they are."""
    return "".join(f"{(readings(sign) or (sign.casefold(),))[0]}\0{sign}" for sign in text)


@lru_cache(maxsize=_MANY)
def spelled(text: str) -> str:
    """What a name can be found by beside its characters: its pinyin and its initials.

    Both with the most frequent reading of each character, and again with the rarest one where there are several.
    "" for a name without Chinese.
    """
    sounds = [readings(sign) or (sign.casefold(),) for sign in text if not sign.isspace()]
    if text.isascii():
        return ""
    ways = sorted({tuple(each[0] for each in sounds), tuple(each[-1] for each in sounds)})
    return " ".join(f"{''.join(way)} {''.join(sound[0] for sound in way)}" for way in ways)
