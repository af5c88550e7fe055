"""Whether an exclusion that looks like a case is kept as matched: only where the one whom it names did what it names.

The marks of index.matching are taken back where the events of the case speak against every ground of the exclusion;
what is only near stays possible, what is denied is not mentioned.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.pack import DomainPack

from .characters import respelled
from .exclusion_grounds import ExclusionGrounds
from .matching import CASE, LISTED, MATCHED, NOT_MENTIONED, POSSIBLE, REFUSAL, Exempt, Spoken
from .scenario_events import (
    CONTRARY,
    DENIED,
    EXCEPTED,
    HAPPENED,
    LATER,
    NARROW,
    OPEN,
    OTHER,
    UNSAID,
    Event,
    Events,
    limit_days,
)
from .scenario_exceptions import is_met

_GLOSS = 160
_PAUSE = re.compile("[\uff0c\u3002\uff1b,;]")
_TIME, _ACT = "time", "act"
_SILENT = frozenset({DENIED, CONTRARY})
"""What is said not to have happened is not mentioned; what somebody else did, or too late, is possible."""
_SURE_GROUND = 0.5
"""Chosen on the training documents: at this chance 35 of 38 exclusions come back that the missing words took away
wrongly, and 7 of 32 that they took away rightly."""
_OPEN_ENOUGH = 0.1
"""From this chance on a ground that the case neither tells nor denies outweighs one that it does not speak of."""
_SURE_ENOUGH = 0.5
"""From this chance on a refusal within a time that the case says to be in is matched."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The mark of a passage; `event` is what spoke for or against it, where anything did."""

    mark: str
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Gate:
    """What a case says, ready to be held against passages. `chances` are those of its grounds."""

    scenario: str
    events: Events
    chances: Mapping[str, float]
    grounds: ExclusionGrounds
    pack: DomainPack

    def judged(
        self, passages: Sequence[Spoken], given: Sequence[str], found: Sequence[float], least: float
    ) -> list[Judged]:
        """The marks of one document's passages as the events leave them. What a case tells outright is matched from
        a chance of `least` on; a definition's case only where an exclusion that is matched leans on the definition."""
        judged = [
            self._taken_back(passage, self._judge(passage, mark, chance, least))
            for passage, mark, chance in zip(passages, given, found, strict=True)
        ]
        leaned = {
            text
            for passage, each in zip(passages, judged, strict=True)
            if each.mark == MATCHED and passage.kind != CASE
            for text in passage.definitions
        }
        return [
            Judged(POSSIBLE, each.event)
            if passage.kind == CASE and each.mark == MATCHED and passage.case_of not in leaned
            else each
            for passage, each in zip(passages, judged, strict=True)
        ]

    def _taken_back(self, passage: Spoken, judged: Judged) -> Judged:
        """What a passage leaves out itself is possible at the most, unless it names more that happened; so is what bars
        other benefits than the case asks for."""
        if judged.mark != MATCHED:
            return judged
        if self._bars_others(passage.lead_in):
            return Judged(POSSIBLE, Event("", NARROW))
        met = next((each for each in passage.exceptions if self._is_left_out(passage, each)), None)
        return judged if met is None else Judged(POSSIBLE, Event("", EXCEPTED, met.text))

    def _bars_others(self, lead_in: str) -> bool:
        """Whether the words above a list say which benefits it bars, and the case asks for others alone."""
        refused = {each.name for each in self.pack.benefit_kinds if re.search(each.refused, lead_in)}
        asked = {each.name for each in self.pack.benefit_kinds if re.search(each.asked, respelled(self.scenario))}
        return bool(refused and asked) and not refused & asked

    def _is_left_out(self, passage: Spoken, exempt: Exempt) -> bool:
        about = self.grounds.refused_by(self.grounds.printed_in(respelled(exempt.of)))
        more = self.grounds.refused_by(self._printed(passage)) - about
        return not self._is_told(more) and is_met(self.scenario, exempt, self.pack)

    def _printed(self, passage: Spoken) -> frozenset[str]:
        """The grounds that a passage or its definitions name."""
        texts = (passage.text, *(each[:_GLOSS] for each in passage.explained))
        return frozenset(name for text in texts for name in self.grounds.printed_in(text))

    def _judge(self, passage: Spoken, mark: str, chance: float, least: float) -> Judged:
        own = self.grounds.printed_in(passage.text)
        if passage.kind == CASE:
            if self._is_told(own):
                return Judged(mark)
        else:
            own = self.grounds.refused_by(own)
        if mark == NOT_MENTIONED:
            return Judged(mark)
        if mark == POSSIBLE and self._is_raised(passage, own, chance, least):
            return Judged(MATCHED)
        defined = {name for text in passage.explained for name in self.grounds.printed_in(text[:_GLOSS])}
        named = [self._event(name, passage) for name in sorted(own)]
        meant = [self._event(name, passage) for name in sorted(self.grounds.refused_by(defined) - own)]
        if _happened(named) or (_happened(meant) and not _told_against(named)):
            return Judged(mark)
        against = self._strongest([each for each in (*named, *meant) if each.state not in (HAPPENED, OPEN)])
        if against is None:
            return Judged(mark)
        speaking = max((self._chance(each) for each in (*named, *meant) if each.state == OPEN), default=-1.0)
        enough = min(self._chance(against), _OPEN_ENOUGH) if against.state == UNSAID else self._chance(against)
        if against.state != LATER and speaking >= enough:
            return Judged(mark)
        return Judged(NOT_MENTIONED if against.state in _SILENT else POSSIBLE, against)

    def _strongest(self, against: Iterable[Event]) -> Event | None:
        """What speaks most against a passage: a time that is over, then what is told, then what is not."""
        return max(
            against, key=lambda each: (each.state == LATER, each.state != UNSAID, self._chance(each)), default=None
        )

    def _is_raised(self, passage: Spoken, own: Iterable[str], chance: float, least: float) -> bool:
        """What a list of exclusions names and the case tells outright is matched, even where it is worded afar."""
        if passage.kind == LISTED and chance >= least and self._is_told(own):
            return True
        return passage.kind in (LISTED, REFUSAL) and chance >= _SURE_ENOUGH and self._is_in_time(own, passage)

    def _is_told(self, own: Iterable[str]) -> bool:
        return any(self.events.of(name).state == HAPPENED for name in own)

    def _is_in_time(self, own: Iterable[str], passage: Spoken) -> bool:
        """Whether the case says to lie within the time in which this refuses."""
        longest = self._limit(passage)
        timed = any(self.events.kind_of(name) == _TIME for name in own)
        return timed and self.events.days is not None and longest is not None and self.events.days <= longest

    def _limit(self, passage: Spoken) -> int | None:
        """How long a limit in time lasts that a passage speaks of, where it, its clause or its definitions say so."""
        limits = (limit_days(text, self.pack) for text in (passage.text, passage.clause, *passage.explained))
        return next((each for each in limits if each is not None), None)

    def _limit_of_act(self, name: str, text: str) -> int | None:
        """How long an act counts, by the words that stand beside it without a pause."""
        beside = (each for each in _PAUSE.split(text) if name in self.grounds.printed_in(each))
        return next((days for each in beside if (days := limit_days(each, self.pack)) is not None), None)

    def _event(self, name: str, passage: Spoken) -> Event:
        """What the case says of a ground; a limit in time that is over speaks against it."""
        event = self._of_actor(self._open_where_sure(self.events.of(name)), passage)
        if self.events.days is None or self.events.kind_of(name) not in (_TIME, _ACT):
            return event
        is_time = self.events.kind_of(name) == _TIME
        printed = self._limit(passage) if is_time else self._limit_of_act(name, passage.text)
        return replace(event, state=LATER) if printed is not None and self.events.days > printed else event

    def _open_where_sure(self, event: Event) -> Event:
        """No vocabulary is whole: where the reading of grounds is sure of one, its missing words say nothing."""
        return replace(event, state=OPEN) if event.state == UNSAID and self._chance(event) >= _SURE_GROUND else event

    def _of_actor(self, event: Event, passage: Spoken) -> Event:
        """What an exclusion of somebody else's deed asks: that this one did it."""
        words = (passage.text, passage.lead_in)
        if not any(re.search(form.pattern, each) for form in self.pack.actor_forms for each in words):
            return event
        if not self.events.names_another:
            return replace(event, state=UNSAID) if event.state in (HAPPENED, OPEN) else event
        if event.state == OTHER and any(re.search(word, event.who) for word in self.pack.actor_words):
            return replace(event, state=HAPPENED)
        return event

    def _chance(self, event: Event) -> float:
        return self.chances.get(event.ground, 0.0)


def _happened(events: Iterable[Event]) -> bool:
    return any(each.state == HAPPENED for each in events)


def _told_against(events: Iterable[Event]) -> bool:
    """Whether the case itself speaks against one of these."""
    return any(each.state not in (HAPPENED, OPEN, UNSAID) for each in events)


def refuses(text: str, pack: DomainPack) -> bool:
    """Whether a passage refuses or limits anything: a benefit that only looks like a case excludes nothing."""
    forms = (*pack.exclusion_phrases, *pack.limit_phrases, *pack.loss_phrases)
    return any(re.search(form, text) for form in forms)
