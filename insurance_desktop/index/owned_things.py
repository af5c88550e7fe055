"""What a question asks of each of the things that it names: of each its own, or of several the same."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from insurance_desktop.domain.pack import DomainPack

from .questions import ATTRIBUTE, COMPARISON, EACH, JOINT, PREDICATE, patterns_of, subject_of, without

_STOPS = ".\u3002?\uff1f!\uff01;\uff1b"
_SIGNS = _STOPS + ",\uff0c\u3001:\uff1a \u3000"


@dataclass(frozen=True, slots=True)
class OwnedThing:
    """What is asked of a thing that a question names, and what the question calls the two together. "" = nothing."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class _Said:
    """What stands behind a name, up to the next one, as it stands (`raw`) and without the words that only compare.

    `asks`: it says what is asked; `is_joined`: the next name is joined with it; `is_closed`: a sentence ends there.
    """

    raw: str
    text: str
    asks: bool
    is_joined: bool
    is_closed: bool


def owned_things(text: str, names: Sequence[tuple[int, int]], pack: DomainPack) -> tuple[OwnedThing, ...]:
    """What is asked of what is named at each of these places.

    A name is asked what stands behind it; where nothing does, what is asked of the next one, or, at the end of a
    sentence, of the one before. What stands before all names is said of each, unless each is asked its own.
    """
    ends = [*(start for start, _ in names[1:]), len(text)]
    said = [_said(text[end:following], pack) for (_, end), following in zip(names, ends, strict=True)]
    before = _alone(text[: names[0][0]], pack)
    is_shared = subject_of(before, pack) and not all(each.asks for each in said)
    before = before if is_shared else ""
    do_differ = sum(each.asks for each in said) > 1
    things = []
    for place, (start, end) in enumerate(names):
        own = _asked(said, place, pack)
        is_own = said[place].asks and do_differ
        name = text[start:end] + (_without_question(said[place].raw, pack) if is_own else "")
        things.append(OwnedThing(name.strip(_SIGNS), f"{before} {own}".strip()))
    return tuple(things)


def _said(text: str, pack: DomainPack) -> _Said:
    bare = text.rstrip()
    joint = next(
        (each for form in patterns_of(pack, JOINT) for each in form.finditer(bare) if each.end() == len(bare)), None
    )
    bare = bare if joint is None else bare[: joint.start()]
    said = _alone(bare, pack)
    for form in patterns_of(pack, ATTRIBUTE):
        opening = form.match(said)
        said = said if opening is None else said[opening.end() :]
    return _Said(bare, said, bool(subject_of(said, pack)), joint is not None, bare.rstrip().endswith(tuple(_STOPS)))


def _alone(text: str, pack: DomainPack) -> str:
    """What is said, without the words that only ask it of each thing or compare them."""
    return without(text, (*patterns_of(pack, EACH), *patterns_of(pack, COMPARISON))).strip(_SIGNS)


def _asked(said: Sequence[_Said], place: int, pack: DomainPack) -> str:
    """What is asked of the thing at this place, by itself or by its neighbours."""
    own = said[place]
    told = [at for at, each in enumerate(said) if each.asks]
    if not told:
        return ""
    if place not in told:
        behind = [] if own.is_closed else [at for at in told if at > place]
        return said[behind[0] if behind else max((at for at in told if at < place), default=told[0])].text
    if own.is_joined and place + 1 < len(said) and not _question_at(own.text, pack):
        following = said[place + 1].text
        at = _question_at(following, pack)
        return own.text if at is None else own.text + following[at:]
    return own.text


def _without_question(text: str, pack: DomainPack) -> str:
    """A thing that is asked for, without the words that ask."""
    at = _question_at(text, pack)
    return text if not at else text[:at]


def _question_at(text: str, pack: DomainPack) -> int | None:
    """Where the words begin that ask; None where there are none."""
    return min((each.start() for form in patterns_of(pack, PREDICATE) if (each := re.search(form, text))), default=None)
