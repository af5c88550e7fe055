"""A tool that refuses arguments it does not know, and says in words what is wrong with the others."""

from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from mcp_types import ToolAnnotations
from pydantic import ConfigDict, ValidationError

from insurance_desktop.packs.wording import say

READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


class StrictTool(Tool):
    """The SDK ignores unknown arguments in silence: a misspelt filter would answer from the whole library."""

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(self._complaint(error.__cause__)) from error.__cause__
            raise

    def _complaint(self, error: ValidationError) -> str:
        faults = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        return say("mcp_server.wrong_arguments", tool=self.name, faults=faults, valid=", ".join(self.valid_arguments))

    @property
    def valid_arguments(self) -> list[str]:
        return list(self.parameters["properties"])


def strict_tool(call: Callable[..., Any], title: str, description: str, **words: str) -> StrictTool:
    """The tool of a function: read-only, unknown arguments forbidden, each argument with the help text of its name."""
    tool = StrictTool.from_function(
        call, title=title, description=description, annotations=READ_ONLY, structured_output=True
    )
    assert isinstance(tool, StrictTool)
    tool.fn_metadata.arg_model = _forbidding(tool.fn_metadata.arg_model)
    tool.parameters = tool.fn_metadata.arg_model.model_json_schema(by_alias=True)
    for name, schema in tool.parameters["properties"].items():
        schema["description"] = say(f"mcp_server.argument_{name}", **words)
    return tool


def _forbidding(arguments: type[ArgModelBase]) -> type[ArgModelBase]:
    class Arguments(arguments):  # type: ignore[misc, valid-type]
        model_config = ConfigDict(extra="forbid", title=arguments.__name__)

    return Arguments
