"""What a told case says of each ground of exclusion: that it happened, to whom, or that it did not.

The vocabulary is the pack's. A case is read without a model: each word that tells of a ground is put out of sight, and
the forms of the pack say from what stands around it who did it. Where no form speaks it was the insured.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from insurance_desktop.domain.exclusion_rules import GroundEvent
from insurance_desktop.domain.numerals import values_in
from insurance_desktop.domain.pack import DomainPack

from .characters import respelled

HAPPENED, OPEN = "happened", "open"
OTHER, BESIDE, DENIED, CONTRARY, UNSAID, LATER = "other", "beside", "denied", "contrary", "unsaid", "later"
EXCEPTED, NARROW = "excepted", "narrow"
"""HAPPENED: the insured did it or has it; OPEN: nothing says so nor speaks against it. All others speak against it:
somebody else did it, it was only watched or passed by, it did not happen, the contrary is said, nothing that belongs to
it is said, the time in which it would count is over, the exclusion itself leaves it out, or it bars other benefits."""

_MASK = "\u25a1"
_PAUSE = "\uff0c"
_PAUSES = re.compile(r"[\s,;:!?\u3002\uff0c\uff1b\uff1a\uff01\uff1f\u2026\u2014\u2026]+")
_OWN, _ASKED = "own", "asked"


@dataclass(frozen=True, slots=True)
class Event:
    """What a case says of a ground: `said` are its words, `who` did it where the words name somebody else."""

    ground: str
    state: str
    said: str = ""
    who: str = ""


@dataclass(frozen=True)
class Events:
    """A case as it is read, with how many days after the contract it lies where it says so."""

    by_ground: Mapping[str, Event]
    days: int | None = None
    kinds: Mapping[str, str] = field(default_factory=dict)
    names_another: bool = False
    """Whether it speaks of the one whose deeds some contracts exclude beside those of the insured."""

    def kind_of(self, ground: str) -> str:
        """The sort of a ground; "" where the pack says none."""
        return self.kinds.get(ground, "")

    def of(self, ground: str) -> Event:
        return self.by_ground.get(ground) or Event(ground, OPEN)


def read_events(scenario: str, pack: DomainPack) -> Events:
    """The events of a case, ground by ground."""
    story = _story(scenario)
    reader = _reader(pack)
    found = {ground.name: reader.event(story, ground.name) for ground in pack.exclusion_grounds}
    return Events(
        {name: event for name, event in found.items() if event.state != OPEN},
        reader.days(story),
        reader.kinds,
        reader.names_another(story),
    )


def told(scenario: str, pattern: re.Pattern[str], pack: DomainPack) -> Iterator[re.Match[str]]:
    """Where the case says this of the insured: not that it did not happen, and not of somebody else."""
    story, reader = _story(scenario), _reader(pack)
    return (match for match in pattern.finditer(story) if reader.mention(story, match.span()).state == HAPPENED)


def days_of(match: re.Match[str], pack: DomainPack) -> int | None:
    """The length of time that the groups `count` and `unit` hold; None where they hold none."""
    return _length(match, _reader(pack).units)


def _story(scenario: str) -> str:
    return _PAUSES.sub(_PAUSE, respelled(scenario)).strip(_PAUSE)


@dataclass(frozen=True, slots=True)
class _Form:
    use: str
    pattern: re.Pattern[str]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Words:
    """How one ground is told: `strong` words say it, `loose` ones allow for it."""

    kind: str
    strong: re.Pattern[str] | None
    loose: re.Pattern[str] | None
    also: re.Pattern[str] | None
    against: re.Pattern[str] | None


class _Reader:
    def __init__(self, pack: DomainPack) -> None:
        told = {each.ground: each for each in pack.ground_events}
        self.words = {
            each.name: _words(told.get(each.name), each.street, each.printed) for each in pack.exclusion_grounds
        }
        self.forms = [
            _Form(each.use, _expanded(each.pattern, pack.event_parts), each.kinds) for each in pack.event_forms
        ]
        self.kinds = {each.ground: each.kind for each in pack.ground_events}
        self.since = [re.compile(each) for each in pack.since_forms]
        self.others = [re.compile(each) for each in pack.actor_words]
        self.units = {unit: int(days) for unit, days in pack.since_units.items()}

    def event(self, story: str, ground: str) -> Event:
        words = self.words[ground]
        strong = [self.mention(story, place, ground, words.kind) for place in _places(words.strong, story)]
        if strong and all(each.state == OTHER for each in strong):
            return strong[0]
        contrary = _first(words.against, story)
        if contrary:
            return Event(ground, CONTRARY, contrary)
        loose = [self.mention(story, place, ground, words.kind) for place in _places(words.loose, story)]
        if words.loose is not None and not (strong or loose):
            return Event(ground, UNSAID)
        if words.also is not None and words.also.search(story) is None:
            return Event(ground, UNSAID)
        strong, loose = _told(strong), _told(loose)
        for mentions, state in ((strong, HAPPENED), (loose, OPEN)):
            if mentions:
                own = next((each for each in mentions if each.state == HAPPENED), None)
                return mentions[0] if own is None else Event(ground, state, own.said)
        return Event(ground, OPEN)

    def mention(self, story: str, place: tuple[int, int], ground: str = "", kind: str = "") -> Event:
        """What is said of a ground, or of anything, at one place."""
        said = story[place[0] : place[1]]
        masked = story[: place[0]] + _MASK + story[place[1] :]
        for form in self.forms:
            if form.kinds and kind not in form.kinds:
                continue
            match = form.pattern.search(masked)
            if match is not None:
                who = (match.groupdict().get("who") or "").replace(_MASK, said)
                return Event(ground, HAPPENED if form.use == _OWN else form.use, said, who)
        return Event(ground, HAPPENED, said)

    def names_another(self, story: str) -> bool:
        return any(word.search(story) for word in self.others)

    def days(self, story: str) -> int | None:
        """How long after the contract the case lies; None where it does not say."""
        for form in self.since:
            match = form.search(story)
            if match is not None:
                return _length(match, self.units)
        return None


def limit_days(text: str, pack: DomainPack) -> int | None:
    """The longest time that a passage prints as a limit, in days."""
    units = _reader(pack).units
    lengths = [_length(match, units) for form in _limits(pack.since_limits) for match in form.finditer(text)]
    return max((each for each in lengths if each is not None), default=None)


def _length(match: re.Match[str], units: Mapping[str, int]) -> int | None:
    count = next(iter(values_in(match["count"])), "")
    days = next((days for unit, days in units.items() if match["unit"].endswith(unit)), None)
    if not count or days is None:
        return None
    return round(float(count) * days)


@lru_cache(maxsize=4)
def _limits(forms: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form) for form in forms)


_READERS: dict[int, tuple[DomainPack, _Reader]] = {}


def _reader(pack: DomainPack) -> _Reader:
    """The pack's vocabulary compiled, once a pack."""
    kept = _READERS.get(id(pack))
    if kept is None or kept[0] is not pack:
        kept = _READERS[id(pack)] = (pack, _Reader(pack))
    return kept[1]


def _words(told: GroundEvent | None, street: Iterable[str], printed: Iterable[str]) -> _Words:
    plain = [re.escape(word) for word in street]
    if told is None:
        return _Words("", _either([*plain, *printed]), None, None, None)
    strong = [*plain, *printed, *told.told, *(() if told.loose else told.said)]
    return _Words(
        told.kind,
        _either(strong),
        _either(told.said),
        re.compile(told.also) if told.also else None,
        _either(told.against),
    )


def _either(forms: Iterable[str]) -> re.Pattern[str] | None:
    each = [f"(?:{form})" for form in forms]
    return re.compile("|".join(each)) if each else None


def _expanded(pattern: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    """The pattern with its parts in place; parts may hold parts."""
    while True:
        whole = pattern
        for name, part in parts.items():
            whole = whole.replace("{" + name + "}", part)
        if whole == pattern:
            return re.compile(whole)
        pattern = whole


def _told(mentions: list[Event]) -> list[Event]:
    """The mentions that tell, without those that only ask whether it would be taken so (会算酒驾吗)."""
    return [each for each in mentions if each.state != _ASKED]


def _first(pattern: re.Pattern[str] | None, story: str) -> str:
    match = None if pattern is None else pattern.search(story)
    return "" if match is None else match.group()


def _places(pattern: re.Pattern[str] | None, story: str) -> Iterator[tuple[int, int]]:
    if pattern is not None:
        for match in pattern.finditer(story):
            if match.end() > match.start():
                yield match.span()
