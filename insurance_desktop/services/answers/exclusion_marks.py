"""The marks of exclusions for a scenario: how surely each speaks of it, and whether it names the one who acted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.denials import happened
from insurance_desktop.index.exclusion_gate import Gate, Judged, refuses
from insurance_desktop.index.exclusion_grounds import grounds_path, load_grounds, read_grounds
from insurance_desktop.index.matching import (
    CASE,
    LISTED,
    MATCHED,
    POSSIBLE,
    Asked,
    Exempt,
    Spoken,
    chances,
    load_match_model,
)
from insurance_desktop.index.matching import marks as marks_of
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.ranking import model_path
from insurance_desktop.index.scenario_events import Event, read_events
from insurance_desktop.index.sentences import sentences
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import readable
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.services.search.question_memory import known_questions

from .exclusion_units import Exemption, Unit


@dataclass(frozen=True, slots=True)
class Marked:
    """An exclusion with its probability and mark; `event` is what speaks against it where it would match without."""

    unit: Unit
    chance: float
    mark: str
    event: Event | None = None

    @property
    def reason(self) -> str | None:
        """In words why it is not matched, where the scenario itself says so."""
        if self.event is None:
            return None
        named = f"{self.event.state}_by" if self.event.who else self.event.state
        return say(f"search.exclusion_event_{named}", said=self.event.said, who=self.event.who)


def mark_all(engine: SearchEngine, scenario: str, units: Sequence[Unit]) -> list[Marked]:
    """Every unit with its probability and mark, the most probable first."""
    pack = engine.library.pack
    model = load_match_model(model_path(pack.name))
    passages = spoken(units)
    said = happened(scenario, [each.text for each in passages], pack) or scenario
    case, grounds = asked(engine, said), read_grounds(pack)
    found = chances(case, passages, engine.models.phrases, grounds, model)
    gate = Gate(scenario, read_events(scenario, pack), case.grounds, grounds, pack)
    marked: list[Marked] = []
    for document in dict.fromkeys(unit.row.document_id for unit in units):
        mine = [place for place, unit in enumerate(units) if unit.row.document_id == document]
        own, chance = [passages[place] for place in mine], [found[place] for place in mine]
        given = [
            _at_most(mark, units[place], pack) for place, mark in zip(mine, marks_of(own, chance, model), strict=True)
        ]
        judged = gate.judged(own, given, chance, model.possible)
        marked += [_marked(units[place], found[place], each) for place, each in zip(mine, judged, strict=True)]
    return sorted(marked, key=lambda each: -each.chance)


def _marked(unit: Unit, chance: float, judged: Judged) -> Marked:
    return Marked(unit, chance, judged.mark, judged.event)


def _at_most(mark: str, unit: Unit, pack: DomainPack) -> str:
    """What grants a benefit and refuses nothing is possible at the most, however near it comes."""
    return mark if mark != MATCHED or _is_refusal(unit, pack) else POSSIBLE


def _is_refusal(unit: Unit, pack: DomainPack) -> bool:
    if unit.kind in (LISTED, CASE) or refuses(unit.text, pack):
        return True
    return refuses(unit.lead_in, pack)


def asked(engine: SearchEngine, scenario: str) -> Asked:
    """The scenario as it is compared with exclusions."""
    embedder, pack = engine.embedder, engine.library.pack
    question = take_apart(readable(scenario), pack)
    vector = embedder.question(embedder.fitting(question.text))
    recalled = known_questions(pack.name, embedder.fingerprint).recall(vector)
    grounds = load_grounds(grounds_path(pack.name), embedder.fingerprint)
    return Asked(
        question,
        vector,
        {} if grounds is None else grounds.chances(vector, question.text),
        None if recalled is None else recalled.direction,
    )


def spoken(units: Iterable[Unit]) -> list[Spoken]:
    """The exclusions as a scenario is compared with them."""
    return [
        Spoken(
            respelled(each.text),
            tuple(respelled(row.text) for row in each.definitions),
            each.kind,
            respelled(each.row.text) if each.kind == CASE else "",
            respelled(each.row.text),
            tuple(_exempt(each, taken) for taken in each.exceptions),
            respelled(each.lead_in),
        )
        for each in units
    ]


def _exempt(unit: Unit, taken: Exemption) -> Exempt:
    """An exception as a scenario is held against it: of the sentence or the definition that it stands in, with what
    defines it, or, where it is a clause of its own, of all that the exclusion says."""
    if taken.row.row == unit.row.row:
        around = next((each for each in sentences(unit.text) if taken.text in each), unit.text)
        meant = [row.text for row in unit.definitions if row.section_title in around]
        return Exempt(taken.text, "\n".join([around, *meant]))
    if taken.row in unit.definitions:
        return Exempt(taken.text, f"{taken.row.section_title}\n{taken.row.text}")
    return Exempt(taken.text, unit.text, taken.row.section_title)
