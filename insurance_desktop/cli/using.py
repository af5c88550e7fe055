"""A command that is one use case: its arguments are the command's by name, its answer is shown as JSON and as text."""

import inspect
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum, auto
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from insurance_desktop import paths
from insurance_desktop.domain.evaluation import ITEM_SIGN
from insurance_desktop.domain.shapes import shape
from insurance_desktop.packs.wording import say

from . import answer_layouts, exam_layouts, product_layouts, work_layouts
from .console import Report, note, note_progress, stoppable
from .rendering import Shown, rendered

if TYPE_CHECKING:
    from insurance_desktop.services.library.library import Library
    from insurance_desktop.services.library.packs import PackChoice
    from insurance_desktop.services.workspace import Workspace

Answer = TypeVar("Answer")


LAYOUTS_OF = (answer_layouts, exam_layouts, product_layouts, work_layouts)
"""Who imports them has the layouts of all answers."""


class Access(Enum):
    """How a use case has the library: as a reader that may find none, to read, to write, or to make where there is
    none."""

    ASKS = auto()
    READS = auto()
    WRITES = auto()
    CREATES = auto()


@dataclass(frozen=True, slots=True)
class Use:
    """`use_case` is `package.module:function` under `services`, imported when the command runs.

    `places`: arguments of another name than the parameter's, by the parameter; the fields of an entity that it takes
    are arguments, too. `key`: the JSON key of an answer that is a list; `without`: keys of the answer that stay inside.
    `sentence` says the answer in place of its layout, `empty` where there is nothing in it.
    """

    use_case: str
    access: Access
    places: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    without: tuple[str, ...] = ()
    sentence: str = ""
    empty: str = ""

    def __call__(self, call: Namespace) -> Report:
        module, _, function = self.use_case.partition(":")
        question = getattr(import_module(f"insurance_desktop.services.{module}"), function)
        given = self._arguments(question, call)
        if self.access is Access.ASKS:
            return self._report(ask(call, question, **given))
        with ExitStack() as stack:
            taken = inspect.signature(question).parameters
            if self.access is Access.READS:
                first: Any = stack.enter_context(reading(call))
            else:
                workspace = stack.enter_context(working(call, self.access is Access.CREATES))
                first = workspace.engine.part_for(question)
            if "progress" in taken:
                given["progress"] = note_progress
            if "cancel" in taken:
                given["cancel"] = stack.enter_context(stoppable())
            answer = question(first, **given)
        return self._report(answer)

    def _arguments(self, question: Callable[..., Any], call: Namespace) -> dict[str, Any]:
        given: dict[str, Any] = {}
        for name, parameter in list(inspect.signature(question).parameters.items())[1:]:
            kind, place = parameter.annotation, self.places.get(name, name)
            if is_dataclass(kind) and isinstance(kind, type):
                given[name] = made_of(kind, call)
            elif hasattr(call, place):
                given[name] = getattr(call, place)
        return given

    def _report(self, answer: Any) -> Report:
        said = say(self.sentence, it=Shown(answer)) if self.sentence else rendered(answer)
        return report(answer, said, key=self.key, without=self.without, empty=self.empty)


def report(
    answer: Any,
    said: str | None = None,
    *,
    key: str = "",
    without: tuple[str, ...] = (),
    empty: str = "",
    code: int = 0,
) -> Report:
    """An answer in both forms; `said` in place of its layout."""
    found = {key: shape(answer)} if key else shape(answer)
    words = rendered(answer) if said is None else said
    return Report(
        {name: value for name, value in found.items() if name not in without},
        say(empty) if empty and not words else words,
        code,
    )


def ask(call: Namespace, question: Callable[..., Answer], *given: Any, **named: Any) -> Answer:
    """What a use case answers from the call's library, or what it answers where there is none."""
    from insurance_desktop.services.answers.library_reader import LibraryReader

    with LibraryReader(call.library, pack=pack_meant(call)) as reader:
        call.pack_said = reader.pack_said()
        return reader.ask(question, *given, **named)


def pack_meant(call: Namespace) -> "PackChoice":
    """What of the call tells the pack, where a library holds several."""
    from insurance_desktop.services.library.packs import WORK_KINDS, PackChoice

    product = getattr(call, "product", None) or getattr(call, "product_code", None)
    kept = next(iter(getattr(call, "clause_ids", None) or ()), None)
    return PackChoice(
        call.pack,
        getattr(call, "document_id", None),
        product,
        (kept and (kept.rpartition(ITEM_SIGN)[0] or kept)) or getattr(call, "clause_id", None),
        getattr(call, "golden_id", None),
        WORK_KINDS.get(getattr(call, "group", ""), ""),
    )


def saying_its_pack(call: Namespace, library: "Library") -> "Library":
    """Has the answer say which pack it is of, where the library holds several."""
    call.pack_said = library.pack_said()
    return library


def reading(call: Namespace) -> "Library":
    from insurance_desktop.services.library.library import open_reader

    return saying_its_pack(call, open_reader(call.library, pack=pack_meant(call)))


def writing(call: Namespace, create: bool = False) -> "Library":
    from insurance_desktop.services.library.library import open_library

    with _said_if_made(call, create):
        library = open_library(call.library, create=create, pack=pack_meant(call))
    return saying_its_pack(call, library)


def working(call: Namespace, create: bool = False) -> "Workspace":
    """The library with what asks and indexes it, and what converts into it."""
    from insurance_desktop.services.workspace import open_workspace

    with _said_if_made(call, create):
        workspace = open_workspace(call.library, create=create, pack=pack_meant(call))
    saying_its_pack(call, workspace.library)
    return workspace


@contextmanager
def _said_if_made(call: Namespace, create: bool) -> Iterator[None]:
    """A library that opening makes is told of, and asked for (`--create`) where its folder has to be made, too."""
    from insurance_desktop.services.library.library import refuse_to_make

    is_new = create and paths.is_absent(call.library)
    if is_new and not call.create:
        refuse_to_make(call.library)
    yield
    if is_new:
        note(say("cli.library_made", path=call.library))


def made_of(kind: Any, call: Namespace) -> Any:
    """An entity made of those arguments that carry the names of its fields."""
    return kind(**{each.name: getattr(call, each.name) for each in fields(kind) if hasattr(call, each.name)})
