"""Finds products by what people call them: part of a name, company and kind, an alias, a name with a typo."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from insurance_desktop.domain.answers import LookupAnswer, ProductMatch
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.characters import comparable
from insurance_desktop.packs.wording import say
from insurance_desktop.store import catalogue, works
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import Work

from .asking import refuse_unreadable
from .library import Library

BEST = 5
_TYPO_BAR = 0.45
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a name means: one product, several, or none with the nearest names."""

    product: Work | None
    candidates: tuple[ProductMatch, ...] = ()

    @property
    def status(self) -> AnswerStatus:
        if self.product is not None:
            return AnswerStatus.OK
        exact = [each for each in self.candidates if each.score >= 1.0]
        return AnswerStatus.AMBIGUOUS if len(exact) > 1 else AnswerStatus.NOT_FOUND


@dataclass(frozen=True, slots=True)
class _Named:
    """A product with the keys that a name is compared with."""

    work: Work
    keys: tuple[str, ...]
    core: str
    kind: str


def lookup(library: Library, name: str, company: str | None = None) -> LookupAnswer:
    """The products that `name` may mean, best first; several equally good ones are `ambiguous`."""
    refuse_unreadable(name, _LONGEST_NAME)
    with library.database.read() as connection:
        known = _named(connection, library.pack)
    if not known:
        return LookupAnswer(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
    if company is not None:
        known = [each for each in known if same_company(library.pack, each.work.issuer, company)]
        if not known:
            return LookupAnswer(AnswerStatus.NOT_FOUND, say("search.unknown_company", company=company))
    listed = _by_company_and_kind(library.pack, known, name)
    if listed:
        return LookupAnswer(AnswerStatus.OK, None, tuple(listed))
    matches = _matches(known, name)
    if not matches:
        return LookupAnswer(AnswerStatus.NOT_FOUND, say("search.unknown_product", product=name))
    best = [each for each in matches if each.score == matches[0].score]
    if len(best) > 1:
        message = say("search.ambiguous_product", product=name, count=len(best))
        return LookupAnswer(AnswerStatus.AMBIGUOUS, message, tuple(best[: max(BEST, len(best))]))
    return LookupAnswer(AnswerStatus.OK, None, tuple(matches[:BEST]))


def resolve_product(connection: Connection, pack: DomainPack, named: str | int) -> Resolved:
    """The product with this id, code or exact name; else the candidates that bear it, else the nearest names."""
    known = _named(connection, pack)
    asked = str(named).strip()
    for same in (
        [each for each in known if each.work.code is not None and each.work.code == asked],
        [each for each in known if str(each.work.work_id) == asked],
        [each for each in known if comparable(asked) and comparable(asked) in each.keys],
    ):
        if len(same) == 1:
            return Resolved(same[0].work)
        if same:
            return Resolved(None, tuple(_match(each.work, 1.0, "name") for each in same))
    return Resolved(None, tuple(_matches(known, asked)[:BEST]))


def names_in(connection: Connection, pack: DomainPack, text: str) -> tuple[tuple[Work, str], ...]:
    """The products whose whole name (or an alias) stands in a text, with the words that named them; the longest win."""
    spelled = comparable(text)
    found = [
        (each.work, key) for each in _named(connection, pack) for key in each.keys if len(key) > 3 and key in spelled
    ]
    longest = max((len(key) for _, key in found), default=0)
    return tuple((work, key) for work, key in found if len(key) == longest)


def same_company(pack: DomainPack, one: str | None, other: str) -> bool:
    """Whether two names mean one company: alike, or aliases of the same issuer. Sister companies stay apart."""
    if one is None:
        return False
    mine, yours = _company_keys(pack, one), _company_keys(pack, other)
    return not mine.isdisjoint(yours)


def _company_keys(pack: DomainPack, name: str) -> frozenset[str]:
    key = comparable(name)
    keys = {key}
    for issuer in pack.issuers:
        names = {comparable(each) for each in (issuer.name, *issuer.aliases)}
        if key in names:
            keys |= names
    return frozenset(keys)


def _named(connection: Connection, pack: DomainPack) -> list[_Named]:
    aliases = catalogue.aliases(connection, pack.name)
    found = []
    for work in works.all_of(connection, pack.name):
        keys = tuple(dict.fromkeys(comparable(name) for name in (work.name, *aliases.get(work.work_id, ()))))
        company = [key for key in _company_keys(pack, work.issuer or "") if key]
        core = next((keys[0].removeprefix(name) for name in company if keys[0].startswith(name)), keys[0])
        found.append(_Named(work, keys, core, comparable(work.category or "")))
    return found


def _by_company_and_kind(pack: DomainPack, known: Sequence[_Named], name: str) -> list[ProductMatch]:
    """`平安 养老`: all products of that company whose name or kind holds the other words; [] where none is named."""
    words = [comparable(word) for word in name.split() if comparable(word)]
    if len(words) < 2:
        return []
    for place, word in enumerate(words):
        theirs = [each for each in known if any(key.startswith(word) for key in _issuer_names(pack, each.work))]
        rest = words[:place] + words[place + 1 :]
        listed = [each for each in theirs if all(other in each.keys[0] or other in each.kind for other in rest)]
        if listed:
            return [_match(each.work, 0.9, "company_and_kind") for each in listed]
    return []


def _issuer_names(pack: DomainPack, work: Work) -> frozenset[str]:
    return _company_keys(pack, work.issuer) if work.issuer else frozenset()


def _matches(known: Sequence[_Named], name: str) -> list[ProductMatch]:
    """The products that a name may mean, with a score in 0–1 and how it was found, best first."""
    asked = comparable(name)
    if not asked:
        return []
    found = []
    for each in known:
        score, how = _likeness(asked, each)
        if score > 0:
            found.append(_match(each.work, round(score, 3), how))
    return sorted(found, key=lambda each: (-each.score, each.product_name, each.product_id))


def _likeness(asked: str, named: _Named) -> tuple[float, str]:
    if named.work.code is not None and comparable(named.work.code) == asked:
        return 1.0, "code"
    if asked in named.keys:
        return 1.0, "name" if asked == named.keys[0] else "alias"
    if any(asked in key for key in named.keys):
        return 0.9, "part"
    if any(key in asked for key in (*named.keys, named.core) if len(key) > 2):
        return 0.85, "longer"
    alike = max(_best_overlap(asked, key) for key in (*named.keys, named.core))
    return (0.8 * alike, "typo") if alike >= _TYPO_BAR else (0.0, "")


def _best_overlap(asked: str, key: str) -> float:
    """How much of the shorter question stands in the best stretch of the name: one wrong character costs little."""
    if not key:
        return 0.0
    width = min(len(asked) + 1, len(key))
    stretches = (key[start : start + width] for start in range(max(len(key) - width, 0) + 1))
    return max(_shared(asked, stretch) for stretch in stretches)


def _shared(one: str, other: str) -> float:
    """Shared single characters and pairs in order, as a share of what the longer one has."""
    singles = len(set(one) & set(other)) / max(len(set(one)), 1)
    pairs, others = {*pairwise(one)}, {*pairwise(other)}
    common = len(pairs & others) / max(len(pairs), 1)
    return (singles + common) / 2


def _match(work: Work, score: float, how: str) -> ProductMatch:
    return ProductMatch(
        product_id=work.work_id,
        product_code=work.code,
        product_name=work.name,
        company=work.issuer,
        category=work.category,
        publish_time=work.publish_time,
        score=score,
        matched_by=how,
    )
