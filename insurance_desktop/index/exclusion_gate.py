"""Whether an exclusion that looks like a case is kept as matched: only where the one whom it names did what it names.

The marks of index.matching are taken back where the events of the case speak against every ground of the exclusion;
what is only near stays possible, what is denied is not mentioned.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from insurance_desktop.domain.pack import DomainPack

from .exclusion_grounds import ExclusionGrounds
from .matching import CASE, LISTED, MATCHED, NOT_MENTIONED, POSSIBLE, REFUSAL, Spoken
from .scenario_events import CONTRARY, DENIED, HAPPENED, LATER, OPEN, OTHER, UNSAID, Event, Events, limit_days

_GLOSS = 160
_TIME, _ACT = "time", "act"
_SILENT = frozenset({DENIED, CONTRARY})
"""What is said not to have happened is not mentioned; what somebody else did, or too late, is possible."""
_SURE_GROUND = 0.5
"""Chosen on the training documents: at this chance 35 of 38 exclusions come back that the missing words took away
wrongly, and 7 of 32 that they took away rightly."""
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
            self._judge(passage, mark, chance, least)
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
        events = [self._event(name, passage) for name in sorted(own | self.grounds.refused_by(defined))]
        if not events or any(each.state == HAPPENED for each in events):
            return Judged(mark)
        against = [each for each in events if each.state != OPEN]
        speaking = max((self._chance(each) for each in events if each.state == OPEN), default=-1.0)
        strongest = max(against, key=lambda each: (each.state != UNSAID, self._chance(each)), default=None)
        if strongest is None or speaking >= max(self._chance(each) for each in against):
            return Judged(mark)
        return Judged(NOT_MENTIONED if strongest.state in _SILENT else POSSIBLE, strongest)

    def _is_raised(self, passage: Spoken, own: Iterable[str], chance: float, least: float) -> bool:
        """What a list of exclusions names and the case tells outright is matched, even where it is worded afar."""
        if passage.kind == LISTED and chance >= least and self._is_told(own):
            return True
        return passage.kind in (LISTED, REFUSAL) and chance >= _SURE_ENOUGH and self._is_in_time(own, passage)

    def _is_told(self, own: Iterable[str]) -> bool:
        return any(self.events.of(name).state == HAPPENED for name in own)

    def _is_in_time(self, own: Iterable[str], passage: Spoken) -> bool:
        """Whether the case says to lie within the time in which this refuses."""
        limits = [limit_days(text, self.pack) for text in (passage.text, *passage.explained)]
        longest = max((each for each in limits if each is not None), default=None)
        timed = any(self.events.kind_of(name) == _TIME for name in own)
        return timed and self.events.days is not None and longest is not None and self.events.days <= longest

    def _event(self, name: str, passage: Spoken) -> Event:
        """What the case says of a ground; a limit in time that is over speaks against it."""
        event = self._of_actor(self._open_where_sure(self.events.of(name)), passage)
        if self.events.days is None or self.events.kind_of(name) not in (_TIME, _ACT):
            return event
        printed = limit_days(passage.text, self.pack)
        return replace(event, state=LATER) if printed is not None and self.events.days > printed else event

    def _open_where_sure(self, event: Event) -> Event:
        """No vocabulary is whole: where the reading of grounds is sure of one, its missing words say nothing."""
        return replace(event, state=OPEN) if event.state == UNSAID and self._chance(event) >= _SURE_GROUND else event

    def _of_actor(self, event: Event, passage: Spoken) -> Event:
        """What an exclusion of somebody else's deed asks: that this one did it."""
        if not any(re.search(form.pattern, passage.text) for form in self.pack.actor_forms):
            return event
        if not self.events.names_another:
            return replace(event, state=UNSAID) if event.state in (HAPPENED, OPEN) else event
        if event.state == OTHER and any(re.search(word, event.who) for word in self.pack.actor_words):
            return replace(event, state=HAPPENED)
        return event

    def _chance(self, event: Event) -> float:
        return self.chances.get(event.ground, 0.0)


def refuses(text: str, pack: DomainPack) -> bool:
    """Whether a passage refuses or limits anything: a benefit that only looks like a case excludes nothing."""
    forms = (*pack.exclusion_phrases, *pack.limit_phrases, *pack.loss_phrases)
    return any(re.search(form, text) for form in forms)
