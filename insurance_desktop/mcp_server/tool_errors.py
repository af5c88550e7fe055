"""What is wrong with a call, in sentences that a model can act on: code, argument, what may be given, what to call."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from mcp_types import CallToolResult, TextContent
from pydantic import ValidationError

from insurance_desktop.domain.errors import (
    LibraryBusy,
    LibraryError,
    ModelError,
    NotFound,
    SystemRefused,
    UsageError,
    WorkbenchError,
)
from insurance_desktop.packs.wording import say, sentence
from insurance_desktop.services.answers.tool_form import SUBJECTS, Subject, Tool
from insurance_desktop.services.answers.tools import finder_of

Schema = dict[str, Any]

SHOWN = 40
"""At most this many signs of a wrong value are said back."""


class Code(StrEnum):
    """Every kind of failure that a model can meet. What was asked and is not there is no failure: see `status`."""

    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENTS = "invalid_arguments"
    NOT_FOUND = "not_found"
    LIBRARY_BUSY = "library_busy"
    LIBRARY_UNUSABLE = "library_unusable"
    MODEL_UNUSABLE = "model_unusable"
    UNEXPECTED = "unexpected"


@dataclass(frozen=True, slots=True)
class ToolFailure:
    """A failed call: `message` says what was wrong, `valid` what may be given, `next_tool` what to call now.

    What there is not is left out: a busy file has no valid values, and a damaged one is read by no tool.
    """

    code: Code
    message: str
    valid: tuple[str, ...] = ()
    next_tool: str | None = None

    def as_result(self) -> CallToolResult:
        """The tool result that says so on both channels."""
        next_call = say("mcp_server.next_tool", tool=self.next_tool) if self.next_tool else ""
        text = say("mcp_server.error", code=self.code.value, message=self.message, next_call=next_call)
        error: dict[str, Any] = {"code": self.code.value, "message": self.message}
        if self.valid:
            error["valid"] = list(self.valid)
        if self.next_tool is not None:
            error["next_tool"] = self.next_tool
        return CallToolResult(
            content=[TextContent(type="text", text=text)], structured_content={"error": error}, is_error=True
        )


_CODES: tuple[tuple[type[WorkbenchError], Code], ...] = (
    (UsageError, Code.INVALID_ARGUMENTS),
    (NotFound, Code.NOT_FOUND),
    (LibraryBusy, Code.LIBRARY_BUSY),
    (LibraryError, Code.LIBRARY_UNUSABLE),
    (SystemRefused, Code.LIBRARY_UNUSABLE),
    (ModelError, Code.MODEL_UNUSABLE),
)


_FORMS = {
    "search.unknown_day": ("YYYY-MM-DD",),
    "search.unknown_cursor": ("next_cursor",),
}
"""What may be given in the place of what a service refused, by the error's key."""


def failure(tool: str, error: WorkbenchError) -> ToolFailure:
    """An expected failure of a service."""
    code = next((code for kind, code in _CODES if isinstance(error, kind)), Code.UNEXPECTED)
    next_tool: str | None = "library_status"
    if code in (Code.INVALID_ARGUMENTS, Code.LIBRARY_BUSY):
        next_tool = tool
    elif code is Code.LIBRARY_UNUSABLE or tool == "library_status":
        next_tool = None  # it would fail in the same way; the sentence says what the person can do
    return ToolFailure(code, str(sentence(error)), _FORMS.get(error.key, ()), next_tool)


def wrong_arguments(tool: str, parameters: Schema, error: ValidationError) -> ToolFailure:
    """All faults of one call. `parameters` is the tool's JSON schema: the valid values are read from it."""
    faults: dict[str, str] = {}
    for each in error.errors():
        name = str(each["loc"][0])
        faults.setdefault(name, _fault(name, each["type"], each["input"], parameters))
    message = say(
        "mcp_server.wrong_arguments",
        tool=tool,
        faults="；".join(faults.values()),
        valid=_all_of(parameters),
        next_call=_advice(faults.keys()),
    )
    return ToolFailure(
        Code.INVALID_ARGUMENTS, message, tuple(parameters["properties"]), _next_tool(tool, faults.keys())
    )


def not_one_of(tool: Tool) -> ToolFailure:
    message = say(f"mcp_server.one_of_{tool.name}")
    return ToolFailure(Code.INVALID_ARGUMENTS, message, tool.one_of, _next_tool(tool.name, tool.one_of))


def unknown_tool(tool: str, known: tuple[str, ...]) -> ToolFailure:
    shown = tool if len(tool) <= SHOWN else tool[:SHOWN]
    message = say("mcp_server.unknown_tool", tool=shown, valid="、".join(known))
    likely = get_close_matches(tool[:100], known, 1)
    return ToolFailure(Code.UNKNOWN_TOOL, message, known, likely[0] if likely else None)


def crashed(tool: str) -> ToolFailure:
    return ToolFailure(Code.UNEXPECTED, say("mcp_server.crashed", tool=tool))


def _next_tool(tool: str, named: Iterable[str]) -> str:
    """Who finds the right value of a wrong argument."""
    finders = map(finder_of, _subjects(named))
    return next((finder for finder in finders if finder != tool), tool)


def _advice(named: Iterable[str]) -> str:
    return "".join(say(f"mcp_server.look_{subject}_up") for subject in _subjects(named))


def _subjects(named: Iterable[str]) -> list[Subject]:
    """What the arguments of these names stand for, in the order in which one would ask for it."""
    found = {SUBJECTS.get(name) for name in named}
    return [subject for subject in Subject if subject in found]


def _fault(name: str, kind: str, given: Any, parameters: Schema) -> str:
    schema = parameters["properties"].get(name)
    if schema is None:
        return say("mcp_server.fault_unknown", name=_shown(name))
    if kind == "missing":
        return say("mcp_server.fault_missing", name=name, valid=_values(schema))
    return say("mcp_server.fault_value", name=name, given=_shown(given), valid=_values(schema))


def _shown(given: Any) -> str:
    words = str(given)
    return words if len(words) <= SHOWN else say("mcp_server.fault_long", start=words[:SHOWN], length=len(words))


def _all_of(parameters: Schema) -> str:
    """The names of all arguments; those that must be there say so."""
    if not parameters["properties"]:
        return say("mcp_server.no_arguments")
    required = parameters.get("required", ())
    return "、".join(
        say("mcp_server.required", name=name) if name in required else name for name in parameters["properties"]
    )


def _values(schema: Schema) -> str:
    """What an argument may be, in words."""
    if "anyOf" in schema:
        return say("mcp_server.or").join(_values(each) for each in schema["anyOf"] if each.get("type") != "null")
    if "enum" in schema:
        return say("mcp_server.one_of", names="、".join(schema["enum"]))
    if schema["type"] == "string":
        return _length(schema)
    if schema["type"] == "boolean":
        return say("mcp_server.yes_or_no")
    if "minimum" in schema:
        return say("mcp_server.number_between", least=schema["minimum"], most=schema["maximum"])
    return say("mcp_server.number")


def _length(schema: Schema) -> str:
    return say("mcp_server.text", least=schema.get("minLength", 0), most=schema["maxLength"])
