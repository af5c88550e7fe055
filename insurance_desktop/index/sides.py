"""The sides of a question: the things that it puts beside each other, and what it asks about all of them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from insurance_desktop.domain.pack import DomainPack

from .characters import comparable, respelled
from .questions import ATTRIBUTE, COMPARISON, JOINT, PREDICATE, QUESTION, patterns_of, trade_terms, without

_PAUSE = re.compile(r"[,，。;；:：?？!！\s…—]+")
_END = re.compile("[。;；?？!！]+")
_MOST_SIDES = 4
_SHORTEST_SIDE = 2


@dataclass(frozen=True, slots=True)
class Side:
    """One of the things: what the question calls it, and what it says of all of them before and behind."""

    name: str
    before: str
    behind: str

    @property
    def text(self) -> str:
        """The question about this thing alone."""
        return f"{self.before} {self.name}{self.behind}".strip()

    @property
    def shared(self) -> str:
        """What is asked about each of the things."""
        return f"{self.before} {self.behind}".strip()


def sides_of(text: str, pack: DomainPack) -> tuple[Side, ...]:
    """The things that a question joins, each with what is asked about all of them; () where it joins none.

    What stands before the first of them and behind the last is said of each, without the words that compare.
    """
    spelled = respelled(text).strip()
    for joint in sorted(_found(spelled, pack, JOINT), key=re.Match.start):
        before, first = _last_piece(spelled[: joint.start()])
        first = _without_opening(first, pack)
        if first:
            others, behind = _others(spelled[joint.end() :], first, pack)
            names = [*dict.fromkeys((first, *others))]
            if 1 < len(names) <= _MOST_SIDES and all(len(comparable(each)) >= _SHORTEST_SIDE for each in names):
                around = [without(each, patterns_of(pack, COMPARISON)).strip() for each in (before, behind)]
                return tuple(Side(name, *around) for name in names)
            return ()
    return ()


def questions_in(text: str, pack: DomainPack) -> tuple[str, ...]:
    """The questions of a text that asks several after each other, each about a thing of its own; () where any of them
    may need what another says."""
    asked = [each.strip() for each in _END.split(text) if comparable(each)]
    are_questions = all(any(form.search(each) for form in patterns_of(pack, QUESTION)) for each in asked)
    return tuple(asked) if 1 < len(asked) <= _MOST_SIDES and are_questions and are_other_terms(asked, pack) else ()


def are_other_terms(texts: Iterable[str], pack: DomainPack) -> bool:
    """Whether each of these names terms of the trade, and none that another one does."""
    terms = [frozenset(trade_terms(respelled(each), pack.synonyms)) for each in texts]
    return all(terms) and len(frozenset().union(*terms)) == sum(map(len, terms))


def _last_piece(text: str) -> tuple[str, str]:
    """What stands before the last pause, and what behind it; a pause at the very end is none."""
    last = next((each for each in reversed(_PAUSE.split(text)) if each), "")
    return text[: text.rfind(last)].strip(), last


def _without_opening(text: str, pack: DomainPack) -> str:
    """A thing without the words before it that only compare, or join it to what was left out."""
    openings = (each.match(text) for use in (JOINT, ATTRIBUTE) for each in patterns_of(pack, use))
    opening = next((each for each in openings if each), None)
    return text[opening.end() :].strip() if opening else text


def _others(text: str, first: str, pack: DomainPack) -> tuple[list[str], str]:
    """The things behind the first joint, and what is said of all of them behind the last."""
    joints = list(_found(text, pack, JOINT))
    ends = [each.start() for each in _PAUSE.finditer(text) if not any(each.end() == joint.start() for joint in joints)]
    has_more = any(text[end:].strip() and _PAUSE.sub("", text[end:]) for end in ends)
    has_own = has_more or any(True for _ in _found(first, pack, ATTRIBUTE))
    uses = (PREDICATE,) if has_own else (PREDICATE, ATTRIBUTE)
    ends += [each.start() for use in uses for each in _found(text, pack, use) if each.start()]
    end = min(ends, default=len(text))
    said = text[:end]
    for joint in reversed([each for each in joints if each.end() <= end]):
        said = f"{said[: joint.start()]},{said[joint.end() :]}"
    return [each for each in _PAUSE.split(said) if each], text[end:]


def _found(text: str, pack: DomainPack, use: str) -> Iterable[re.Match[str]]:
    return (each for pattern in patterns_of(pack, use) for each in pattern.finditer(text))
