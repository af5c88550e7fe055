"""What a question to conventions and codes asks for, by the rules of the pack: words, ship, measures, intent, route.

Nothing is looked for here; which of the regulations that the rules name a library holds is found out later.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.query_rules import QueryRule, QueryTopic, ShipType
from insurance_desktop.domain.regulation_search import Route, Understood
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.intents import intent_of
from insurance_desktop.index.questions import compiled
from insurance_desktop.index.rewording import IsPrinted, measured, reworded, ship_types_in

from .citing import citations_in, instruments_in

_MANY, _SEVERAL = 3, 2
_TOP_K = {_MANY: (5, 15), _SEVERAL: (3, 12)}
"""By so many regulations that a question is looked for with: how many hits more, and how many at most."""
_MOST_OF_COMPLEX = 15


def understand(question: str, pack: DomainPack, is_printed: IsPrinted = lambda _: True) -> Understood:
    """The question as it is searched; `is_printed` says which terms the documents print."""
    rules, spelled, intent = pack.query_rules, respelled(question).strip(), intent_of(question, pack)
    told = reworded(question, pack, is_printed)
    measures = {each.name: number for each, number, _ in measured(spelled, rules.measures)}
    ships = _ship_types(spelled, rules.ship_types)
    kinds = _with_wider(ships, rules.ship_types)
    said = "\n".join((told.text, *told.beside))
    topics = [each for each in rules.topics if terms_said(said, each.terms)]
    met = [each for each in rules.rules if _is_met(each, topics, kinds, measures, spelled)]
    more = [term for each in met for term in each.terms if is_printed(term)]
    citations = citations_in(_without_figures(spelled, pack), pack.regulations)
    cited = tuple(each.text for each in citations if each.is_regulation)
    regulations = tuple(dict.fromkeys((*cited, *_regulations(met), *_regulations(topics))))
    terms = tuple(dict.fromkeys((*(term for _, term in told.read), *more)))
    is_wide = any(form.search(spelled) for form in compiled(rules.complex_forms))
    asks_around = any(form.search(spelled) for form in compiled(rules.relation_forms))
    return Understood(
        text=" ".join(dict.fromkeys((told.text, *more))),
        enhanced_query=" | ".join(filter(None, (question.strip(), " ".join(terms), " ".join(regulations)))),
        intent=intent.name,
        depth=rules.depths.get(intent.name, "normal"),
        top_k=_top_k(intent.clauses, len(regulations), is_wide=is_wide),
        route=Route.KEYWORD if cited and not asks_around else Route.HYBRID,
        terms=terms,
        subjects=tuple(dict.fromkeys(term for each in topics for term in each.terms)),
        regulations=regulations,
        ship_type=next(iter(ships), None),
        ship_types=ships,
        measures=measures,
        references=cited,
        chapters=tuple(each.text for each in citations if not each.is_regulation),
        instruments=tuple(each.name for each in instruments_in(spelled, pack.regulations)),
        unread=told.unread,
        certainty=told.certainty,
        is_reworded=bool(told.read),
    )


def terms_said(text: str, terms: Iterable[str]) -> tuple[str, ...]:
    """Those of the terms that stand in a text, in one or in several."""
    said = text.casefold()
    return tuple(term for term in terms if re.search(rf"(?<![a-z]){re.escape(term.casefold())}s?(?![a-z])", said))


def _ship_types(text: str, ships: Sequence[ShipType]) -> tuple[str, ...]:
    """The types that are named; where none is, those that the question's voyage tells."""
    told = (each.name for each in ships if any(form.search(text) for form in compiled(each.forms)))
    return ship_types_in(text, ships) or tuple(told)


def _with_wider(named: Iterable[str], ships: Sequence[ShipType]) -> frozenset[str]:
    """The types, and all that they are."""
    wider = {each.name: each.within for each in ships}
    return frozenset(kind for each in named for kind in (each, *_with_wider(wider[each], ships)))


def _is_met(
    rule: QueryRule, topics: Sequence[QueryTopic], kinds: frozenset[str], measures: Mapping[str, float], text: str
) -> bool:
    number = measures.get(rule.measure)
    return (
        (not rule.topics or any(each.name in rule.topics for each in topics))
        and (not rule.ship_types or bool(kinds & set(rule.ship_types)))
        and (not rule.measure or (number is not None and _is_between(number, rule)))
        and (not rule.forms or any(form.search(text) for form in compiled(rule.forms)))
    )


def _is_between(number: float, rule: QueryRule) -> bool:
    return (rule.least is None or number >= rule.least) and (rule.below is None or number < rule.below)


def _regulations(told: Iterable[QueryRule | QueryTopic]) -> Iterator[str]:
    for each in told:
        yield from each.regulations


def _without_figures(text: str, pack: DomainPack) -> str:
    """The text without numbers that count something: 15 ppm is no regulation 15."""
    for form in compiled((*(each.pattern for each in pack.query_rules.measures), *pack.figure_forms)):
        text = form.sub(" ; ", text)
    return text


def _top_k(usual: int, regulations: int, *, is_wide: bool) -> int:
    """How many hits are given, as the seed has it."""
    for least, (more, most) in _TOP_K.items():
        if regulations >= least:
            return max(usual, min(usual + more, most))
    return min(2 * usual, _MOST_OF_COMPLEX) if is_wide else usual
