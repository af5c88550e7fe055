"""Kills an operation at drawn moments, each time on a fresh copy, and looks what the next start finds."""

import importlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity

from .lives import LIBRARY, NEVER, Life, Moment, live
from .looking import State, look
from .operations import SAMPLES, Operation
from .witnesses import Scene

_LISTED = 3
"""Products of the site that is asked."""


@entity
class Kill:
    """One kill: its moment, how much was acknowledged before, and what was wrong afterwards."""

    operation: str
    moment: Moment
    acknowledged: int
    what: tuple[str, ...]


@entity
class Undisturbed:
    """What an operation makes where nobody kills it: `states[n]` after n steps; and its whole life."""

    states: tuple[State, ...]
    life: Life

    def moment(self, number: int, source: Random) -> Moment:
        """By turns a time of its life and a change of its files."""
        if number % 2 and self.life.changes:
            return Moment(changes=source.randint(1, self.life.changes))
        return Moment(seconds=source.uniform(0, self.life.seconds))


@entity
class Place:
    """A folder with a copy of the library that an operation works on, and the site that it can ask."""

    ground: Path
    folder: Path
    operation: Operation
    site: Any
    address: str

    @property
    def library(self) -> Path:
        return self.folder / LIBRARY

    def live(self, arguments: tuple[str, ...], moment: Moment = NEVER, *, step: int | None = None) -> Life:
        named = {
            "{ground}": str(self.ground),
            "{folder}": str(self.folder),
            "{site}": self.address,
            "{step}": str(step or self.operation.steps),
        }
        given = list(arguments)
        for name, value in named.items():
            given = [each.replace(name, value) for each in given]
        return live(self.folder, given, module=self.operation.module, asking=self.operation.asking, moment=moment)


def kills(ground: Path, operation: Operation, number: int, seed: int) -> Iterator[Kill]:
    """So many kills of one operation."""
    known = undisturbed(ground, operation)
    source = Random(f"{seed} {operation.name}")
    for each in range(number):
        yield killed(ground, operation, known, known.moment(each, source))


def undisturbed(ground: Path, operation: Operation) -> Undisturbed:
    with _place(ground, operation) as place:
        states = [look(place.library)]
    for step in range(1, (operation.steps or 1) + 1):
        with _place(ground, operation) as place:
            life = place.live(operation.arguments, step=step)
            states.append(look(place.library))
            what = [*states[-1].faults, *_witnessed(place, life, states[0]), *_unmade(place)]
            if life.code or life.acknowledged != step or what:
                raise RuntimeError(f"{operation.name} goes wrong by itself: {life} {what}")
    return Undisturbed(tuple(states), life)


def killed(ground: Path, operation: Operation, known: Undisturbed, moment: Moment) -> Kill:
    """One kill on a fresh copy."""
    with _place(ground, operation) as place:
        life = place.live(operation.arguments, moment)
        try:
            what = tuple(_wrong(place, known, life))
        except Exception as fault:  # whatever it is: the next start needs help
            what = (f"does not open: {type(fault).__name__} {fault}",)
    return Kill(operation.name, moment, life.acknowledged, what)


def _wrong(place: Place, known: Undisturbed, life: Life) -> Iterator[str]:
    """What the next start finds that should not be so, and what does not go through when it is asked for again."""
    operation, before, last = place.operation, known.states[0], known.states[-1]
    yield from _witnessed(place, life, before)  # the file as it was left: looking at it writes
    now = look(place.library)
    if operation.steps is None:
        yield from _between(before, last, now)
    elif now not in (expected := known.states[life.acknowledged : life.acknowledged + 2]):
        yield f"{life.acknowledged} acknowledged, there is no {expected[0] - now}, there is {now - expected[0]}"
    if life.acknowledged:
        yield from _unmade(place)
    yield from _left(place)
    if not _is_done(place, now, known, life):
        yield from _again(place, known, now)


def _between(before: State, last: State, now: State) -> Iterator[str]:
    """Of work that is done piece by piece each piece is there, as it was before or as it is to be."""
    if missing := (before.rows & last.rows) - now.rows:
        yield f"lost: {missing}"
    if foreign := now.rows - before.rows - last.rows:
        yield f"neither before nor after: {foreign}"
    if now.faults - before.faults:
        yield f"wrong: {now - before}"


def _is_done(place: Place, now: State, known: Undisturbed, life: Life) -> bool:
    """Whether asking once more would rightly be refused."""
    is_all_told = life.acknowledged == known.life.acknowledged
    is_there = place.operation.made is not None and not any(_unmade(place))
    return is_all_told or is_there or now == known.states[-1] != known.states[0]


def _again(place: Place, known: Undisturbed, now: State) -> Iterator[str]:
    operation = place.operation
    life = place.live(operation.again or operation.arguments)
    after, expected = look(place.library), now if operation.again else known.states[-1]
    if life.code:
        yield f"does not go through again: {life.code}"
    if after != expected:
        yield f"once more leaves {after - expected}, lacks {expected - after}"
    yield from _unmade(place)
    yield from _left(place)


def _unmade(place: Place) -> Iterator[str]:
    made = place.operation.made
    if made is not None and not (place.folder / made).exists():
        yield f"{made} is not there"


def _left(place: Place) -> Iterator[str]:
    yield from (f"left behind: {each.name}" for each in place.folder.iterdir() if each.name.startswith("."))


def _witnessed(place: Place, life: Life, before: State) -> Iterator[str]:
    return place.operation.witness(Scene(place.folder, life.said, before, place.site))


@contextmanager
def _place(ground: Path, operation: Operation) -> Iterator[Place]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        site, address = stack.enter_context(_site()) if "{site}" in operation.arguments else (None, "")
        shutil.copyfile(ground / operation.library, folder / LIBRARY)
        yield Place(ground, folder, operation, site, address)


@contextmanager
def _site() -> Iterator[tuple[Any, str]]:
    """A site of some products, on loopback."""
    module = _stand_in()
    site = module.Site()
    sample = (paths.resource_root() / "samples" / SAMPLES[2]).read_bytes()
    for number in range(_LISTED):
        site.lists(str(1000 + number))
        site.serves(str(1000 + number), 1, 1, sample + b"\n%%%d" % number)
    with module.on_loopback(site) as address:
        yield site, address


@cache
def _stand_in() -> Any:
    """The stand-in of an insurer's site that the tests have."""
    sys.path.append(str(Path(__file__).parents[3] / "tests" / "support"))
    return importlib.import_module("stand_in_site")
