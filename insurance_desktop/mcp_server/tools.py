"""The tools of `services.answers.tools` as the protocol has them: registration, schemas and both channels of an answer.

The SDK ignores unknown arguments in silence: a misspelt filter would answer from the whole library. So arguments are
read by models that forbid them, and a failed call is a result, too: its code and sentences on both channels.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool as ServerTool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BeforeValidator, ConfigDict, Field, ValidationError, create_model

from insurance_desktop.domain.errors import UsageError, WorkbenchError
from insurance_desktop.packs.system_reasons import system_refused
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.answer_schemas import answer_schemas
from insurance_desktop.services.answers.argument_kinds import Choice, Flag, Kind, Number, Text
from insurance_desktop.services.answers.tool_form import DETAIL, FULL, PACK, REQUIRED, ROOM, Argument, Tool
from insurance_desktop.services.answers.tools import tools_of

from .answering import in_a_thread
from .concise import Space, concise
from .published import published, published_answer
from .rendering import readable
from .served_packs import ServedPacks
from .tool_errors import crashed, failure, not_one_of, wrong_arguments

if TYPE_CHECKING:
    from insurance_desktop.services.answers.library_reader import LibraryReader

_log = logging.getLogger(__name__)

Reader = Callable[[], "LibraryReader"]
Schema = dict[str, Any]

READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)


class StrictArguments(ArgModelBase):
    model_config = ConfigDict(extra="forbid")


class StrictTool(ServerTool):
    """Answers a call in words, whatever becomes of it. What is published of its arguments is brief; `every` says
    all."""

    declared: Any = Field(exclude=True)
    every: Schema = Field(exclude=True)

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        try:
            return await super().run(self.declared.renamed(arguments), context, convert_result)
        except UsageError as error:
            return failure(self.name, error).as_result()
        except UnexpectedToolError as error:
            _log.error("tool %s crashed", self.name, exc_info=error.__cause__)
            if isinstance(error.__cause__, OSError):
                return failure(self.name, system_refused(error.__cause__)).as_result()
            return crashed(self.name).as_result()
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            return wrong_arguments(self.name, self.every, error.__cause__).as_result()


def offered_tools(reader: Reader, toolsets: Sequence[str], packs: ServedPacks) -> list[StrictTool]:
    """The tools of these toolsets (of the usual ones where none is named) over these packs. UsageError as
    `tools_of`."""
    tools = tools_of(toolsets)
    choosing = (tool.choosing(packs.offered) for tool in tools) if packs.offered else tools
    choices = {"categories": packs.categories, "packs": ", ".join(packs.held)}  # read from files: once for all tools
    return [_registered(tool, reader, packs, choices) for tool in choosing]


def _registered(tool: Tool, reader: Reader, packs: ServedPacks, choices: dict[str, str]) -> StrictTool:
    """`choices` is what the descriptions of arguments may name."""

    async def call(**given: Any) -> CallToolResult:
        return await in_a_thread(partial(_answered, tool, reader, given, says_pack=packs.are_several))

    model = create_model(f"{tool.name}Arguments", __base__=StrictArguments, **dict(map(_field, tool.arguments)))
    parameters = model.model_json_schema(by_alias=True)
    for name, schema in parameters["properties"].items():
        schema["description"] = say(tool.about(name), **choices)
    return StrictTool(
        fn=call,
        name=tool.name,
        title=tool.title,
        description=say(f"mcp_server.{tool.name}"),
        parameters=published(parameters, tool),
        fn_metadata=FuncMetadata(arg_model=model, output_schema=_output_schema(tool, packs)),
        is_async=True,
        context_kwarg=None,
        annotations=READ_ONLY,
        meta={"ui": {"resourceUri": tool.view}} if tool.view else None,
        declared=tool,
        every=parameters,
    )


def _field(argument: Argument) -> tuple[str, Any]:
    """An argument as a pydantic model declares it."""
    kind = reduce(or_, map(_type, argument.kinds))
    if argument.default is REQUIRED:
        return argument.name, (kind, ...)
    return argument.name, (kind | None if argument.default is None else kind, argument.default)


def _type(kind: Kind) -> Any:
    match kind:
        case Text(longest, shortest):
            return Annotated[str, Field(min_length=shortest, max_length=longest)]
        case Number(least, most):
            return Annotated[int, Field(strict=True, ge=least, le=most), BeforeValidator(Number.read)]
        case Flag():
            return Annotated[bool, Field(strict=True), BeforeValidator(Flag.read)]
        case Choice(names):
            return Literal[names]


def _answered(tool: Tool, reader: Reader, given: dict[str, Any], *, says_pack: bool) -> CallToolResult:
    """One answer as typed structure and as text with the same facts: some clients read one, some the other."""
    from insurance_desktop.domain.shapes import shape

    if tool.one_of and sum(given[name] is not None for name in tool.one_of) != 1:
        return not_one_of(tool).as_result()
    try:
        facts = shape(tool.ask(reader(), given))
        if says_pack:
            facts[PACK] = reader().pack_said(tool.pack_meant(given))
        texts = [facts[tool.said_first]] if tool.said_first and facts["status"] != "ok" else []
        texts.append(_text(tool, given, facts))
    except WorkbenchError as error:
        return failure(tool.name, error).as_result()
    except Exception as error:
        damage = reader().damage_behind(error)
        if damage is None:
            raise
        return failure(tool.name, damage).as_result()
    content = [TextContent(type="text", text=text) for text in texts]
    return CallToolResult(content=[*content], structured_content=facts)


def _text(tool: Tool, given: dict[str, Any], facts: dict[str, Any]) -> str:
    """The text of an answer."""
    if given.get(DETAIL) == FULL:
        return readable(facts)
    asked, room = given[tool.asks] if tool.asks else "", given.get(ROOM)
    return concise(facts, Space(room or tool.budget, asked, () if room else tool.whole, room is not None))


def _output_schema(tool: Tool, packs: ServedPacks) -> Schema:
    """What a tool answers; which pack it was is said where a library holds several."""
    return published_answer(answer_schemas()[tool.name], (PACK,) if packs.are_several else ())
