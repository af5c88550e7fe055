"""What a scenario says did not happen: it is left out before the scenario is compared with exclusions.

Some exclusions are about a lack themselves (no licence, no prescription). Who says that this is lacking tells what
happened: such words stay, told by what the exclusions say and by the street words of their grounds.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from insurance_desktop.domain.pack import DomainPack

from . import tokens
from .characters import comparable, respelled
from .questions import compiled, trade_terms

_SHORTEST = 2
_NEAR = 1
"""How far behind the denying word what it denies begins."""


def happened(scenario: str, exclusions: Sequence[str], pack: DomainPack) -> str:
    """The scenario without its denials; "" where it says nothing else. `exclusions` are what it is compared with."""
    text = respelled(scenario)
    found = [match for form in compiled(pack.denial_forms) for match in form.finditer(text)]
    kept, last = [], 0
    for match in sorted(found, key=lambda each: each.start()):
        if match.start() >= last and _denies(match, exclusions, pack):
            kept.append(text[last : match.start()])
            last = match.end()
    left = "".join([*kept, text[last:]])
    return left if len(comparable(left)) >= _SHORTEST else ""


def _denies(match: re.Match[str], exclusions: Sequence[str], pack: DomainPack) -> bool:
    """Whether the words deny what exclusions name, and not what they require. What else did not happen (没戴头盔) is
    no denial: what follows it without a pause may have happened."""
    said = match["denied"].strip()
    streets = [word for ground in pack.exclusion_grounds for word in ground.street]
    if any(_stands(word, said, match.group(), pack) for word in streets):
        return False
    first = _first_thing(said, pack)
    if first is not None:
        meant = (first, *trade_terms(first, pack.synonyms))
        lacks = _lacks([*streets, *exclusions], pack)
        if any(word in lack for word in meant for lack in lacks):
            return False
        if any(word in text for word in meant for text in exclusions) or any(
            each.startswith(first) for each in streets
        ):
            return True
    return any(0 <= said.find(word) <= _NEAR for word in streets)


def _stands(word: str, said: str, whole: str, pack: DomainPack) -> bool:
    """Whether a street word denies by itself, and the scenario denies the same."""
    for form in compiled(pack.lack_forms):
        lack = form.match(word)
        if lack is not None and len(lack["lacked"]) >= _SHORTEST:
            return said.startswith(lack["lacked"]) or word in whole
    return False


def _first_thing(said: str, pack: DomainPack) -> str | None:
    """The first word of what is denied that is no mere helping word."""
    ignored = frozenset(pack.stop_words)
    for helping in compiled(pack.lack_helpers):
        said = helping.sub("", said, count=1)
    words = (word for word in tokens.words(said) if len(word) >= _SHORTEST and word not in ignored)
    return next(words, None)


def _lacks(texts: Iterable[str], pack: DomainPack) -> tuple[str, ...]:
    """What exclusions say is lacking: 无合法有效驾驶证驾驶 → 合法有效驾驶证驾驶."""
    return tuple(dict.fromkeys(lack for text in texts for lack in _lacking(text, pack.lack_forms)))


def _lacking(text: str, forms: tuple[str, ...]) -> Iterator[str]:
    for form in compiled(forms):
        for match in form.finditer(text):
            yield match["lacked"]
