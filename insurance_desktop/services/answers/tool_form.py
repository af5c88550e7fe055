"""What a tool is: its arguments, what of them a face takes itself, and how a use case is asked with them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from importlib import import_module
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import UsageError

from .argument_kinds import Choice, Kind

if TYPE_CHECKING:
    from insurance_desktop.services.library.packs import PackChoice

    from .library_reader import LibraryReader


class Subject(StrEnum):
    """What an argument names. Where its value is wrong, a tool that `finds` these is the one to call."""

    PRODUCT = "product"
    DOCUMENT = "document"
    CLAUSE = "clause"


SUBJECTS = {
    **dict.fromkeys(("product", "product_id", "product_code", "product_name"), Subject.PRODUCT),
    **dict.fromkeys(("document_id", "other_document_id", "edition"), Subject.DOCUMENT),
    **dict.fromkeys(("clause_id", "section_id", "row", "column"), Subject.CLAUSE),
}
"""By the name of the argument, in every tool."""

PACK, DETAIL, ROOM = "pack", "detail", "max_tokens"
"""The arguments that no use case takes: which pack answers, where a library holds several; how much the text of an
answer says, and in how many tokens."""
_OF_THE_FACE = frozenset((PACK, DETAIL, ROOM))
CONCISE, FULL, SUMMARY = "concise", "full", "summary"
_TELLS_THE_PACK = {"document_id": "document_id", "clause_id": "clause_id"} | {
    name: "product" for name, subject in SUBJECTS.items() if subject is Subject.PRODUCT
}
"""What of a choice of packs an argument says."""
_OWN_WORDS = {
    ("compare_editions", "document_id"): "mcp_server.argument_compare_editions_document_id",
    ("lookup_product", "product"): "mcp_server.argument_lookup_product_product",
}
"""Arguments that mean something else in one tool than in the others."""


REQUIRED = object()


@entity
class Argument:
    """One argument, of any of its `kinds`; it may be null where null is its default.

    `place` is the use case's parameter that takes it, or `parameter.field` of an entity that a parameter takes;
    `is_text`: it takes a number as text.
    """

    name: str
    kinds: tuple[Kind, ...]
    place: str
    default: Any = REQUIRED
    is_text: bool = False
    old_names: tuple[str, ...] = ()
    """What it was called before, and still may be."""


@entity
class Tool:
    """`use_case` is `package.module:function` under `services`; its return type is the type of the answer.

    `one_of`: exactly one of these arguments is given. `said_first`: where nothing could be answered (`status`), this
    part of the answer is what a reader has to see first. `view`: the resource that shows the answer. `asks`: the
    argument that says what is looked for. `budget`: how many
    tokens the text of an answer takes where a call does not say it (0 = all it needs), but for passages under the keys
    of `whole`, which are never cut. `path`: what it is called over HTTP, where that is not its name.
    """

    name: str
    title: str
    toolset: str
    use_case: str
    arguments: tuple[Argument, ...] = ()
    finds: Subject | None = None
    one_of: tuple[str, ...] = ()
    said_first: str = ""
    view: str = ""
    asks: str = ""
    budget: int = 0
    whole: tuple[str, ...] = ()
    path: str = ""

    def about(self, argument: str) -> str:
        """The key of the sentence that says what an argument is."""
        return _OWN_WORDS.get((self.name, argument), f"mcp_server.argument_{argument}")

    def renamed(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a call by the names of today. UsageError where two names of one say different things."""
        taken = dict(given)
        for argument in self.arguments:
            for old in argument.old_names:
                value = taken.pop(old, None)
                if value is None:
                    continue
                if str(taken.get(argument.name) or value) != str(value):
                    raise UsageError("mcp_server.two_names", name=argument.name, old=old)
                taken[argument.name] = value
        return taken

    def question(self) -> Callable[..., Any]:
        """The use case, imported with the first question."""
        module, _, function = self.use_case.partition(":")
        found: Callable[..., Any] = getattr(import_module(f"insurance_desktop.services.{module}"), function)
        return found

    def choosing(self, packs: Sequence[str]) -> "Tool":
        """The tool where one of several packs answers."""
        return replace(self, arguments=(*self.arguments, Argument(PACK, (Choice(tuple(packs)),), PACK, None)))

    def ask(self, reader: "LibraryReader", given: Mapping[str, Any], **beside: Any) -> Any:
        """The answer to checked arguments; `given` holds every one of them. `beside`: what is no argument of a
        question, such as who listens to its answer."""
        question = self.question()
        taken: dict[str, Any] = {}
        entities: dict[str, dict[str, Any]] = {}
        for argument in self.arguments:
            if argument.name in _OF_THE_FACE:
                continue
            value = given[argument.name]
            parameter, _, field = argument.place.partition(".")
            into = entities.setdefault(parameter, {}) if field else taken
            into[field or parameter] = str(value) if argument.is_text and value is not None else value
        made = {parameter: _kind_of(question, parameter)(**values) for parameter, values in entities.items()}
        return reader.ask_of(self.pack_meant(given), question, **taken, **made, **beside)

    def pack_meant(self, given: Mapping[str, Any]) -> "PackChoice":
        """What its arguments tell, and the works that it is always asked about."""
        from insurance_desktop.services.library.packs import WORK_KINDS  # noqa: PLC0415 (SQLite comes with it)

        return replace(pack_meant(given), work_kind=WORK_KINDS.get(self.toolset, ""))


def pack_meant(given: Mapping[str, Any]) -> "PackChoice":
    """What the arguments of a call tell of the pack: it is named, or a document, a clause or a product is."""
    from insurance_desktop.services.library.packs import PackChoice  # noqa: PLC0415 (SQLite comes with it)

    told: dict[str, Any] = {}
    for name, value in given.items():
        if value is not None and name in _TELLS_THE_PACK:
            told.setdefault(_TELLS_THE_PACK[name], str(value) if _TELLS_THE_PACK[name] == "product" else value)
    return PackChoice(given.get(PACK), **told)


def _kind_of(question: Callable[..., Any], parameter: str) -> Callable[..., Any]:
    """The entity that a parameter takes."""
    taken = question.__annotations__[parameter]
    kind: Callable[..., Any] = next(each for each in get_args(taken) or (taken,) if each is not NoneType)
    return kind
