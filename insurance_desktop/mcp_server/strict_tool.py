"""A tool that refuses arguments it does not know, and says in words what is wrong with the others."""

import logging
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from mcp_types import ToolAnnotations
from pydantic import ConfigDict, ValidationError

from insurance_desktop.packs.wording import say

from .answer_schemas import output_schema
from .complaints import Code, Complaint, crashed, wrong_arguments

_log = logging.getLogger(__name__)

READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class StrictTool(Tool):
    """The SDK ignores unknown arguments in silence: a misspelt filter would answer from the whole library.

    A failed call is a result, too: its code and sentences on both channels.
    """

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        try:
            return await super().run(arguments, context, convert_result)
        except UnexpectedToolError as error:
            _log.error("tool %s crashed", self.name, exc_info=error.__cause__)
            return crashed(self.name).as_result()
        except ToolError as error:
            return self._in_words(error).as_result()

    def _in_words(self, error: ToolError) -> Complaint:
        """The SDK puts an English sentence before the words that a model shall read, or has no other."""
        cause = error.__cause__
        if isinstance(cause, ValidationError):
            return wrong_arguments(self.name, self.parameters, cause)
        return Complaint(Code.UNEXPECTED, str(cause or error))


def strict_tool(
    call: Callable[..., Any], title: str, description: str, meta: dict[str, Any] | None = None, **words: str
) -> StrictTool:
    """The tool of a function: read-only, unknown arguments forbidden, each argument with the help text of its name."""
    tool = StrictTool.from_function(
        call, title=title, description=description, annotations=READ_ONLY, structured_output=False, meta=meta
    )
    assert isinstance(tool, StrictTool)
    tool.fn_metadata.arg_model = _forbidding(tool.fn_metadata.arg_model)
    tool.fn_metadata.output_schema = output_schema(tool.name)
    tool.parameters = tool.fn_metadata.arg_model.model_json_schema(by_alias=True)
    for name, schema in tool.parameters.get("properties", {}).items():
        schema["description"] = say(f"mcp_server.argument_{name}", **words)
    return tool


def _forbidding(arguments: type[ArgModelBase]) -> type[ArgModelBase]:
    class Arguments(arguments):  # type: ignore[misc, valid-type]  # a base known only at run time
        model_config = ConfigDict(extra="forbid", title=arguments.__name__)

    return Arguments
