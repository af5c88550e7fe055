"""What is wrong with a call, in sentences that a model can act on: the argument, what it may be, what to call next."""

from typing import Any

from pydantic import ValidationError

from insurance_desktop.packs.wording import say

Schema = dict[str, Any]

SHOWN = 40
"""At most this many signs of a wrong value are said back."""
NAMES_A_PRODUCT = {"product", "product_id", "product_code"}


def complaint(tool: str, parameters: Schema, error: ValidationError) -> str:
    """All faults of one call. `parameters` is the tool's JSON schema: the valid values are read from it."""
    faults: dict[str, str] = {}
    for each in error.errors():
        name = str(each["loc"][0])
        faults.setdefault(name, _fault(name, each["type"], each["input"], parameters))
    next_call = say("mcp_server.look_product_up") if NAMES_A_PRODUCT & faults.keys() else ""
    return say(
        "mcp_server.wrong_arguments",
        tool=tool,
        faults="；".join(faults.values()),
        valid=_all_of(parameters),
        next_call=next_call,
    )


def _fault(name: str, kind: str, given: Any, parameters: Schema) -> str:
    schema = parameters["properties"].get(name)
    if schema is None:
        return say("mcp_server.fault_unknown", name=name)
    if kind == "missing":
        return say("mcp_server.fault_missing", name=name, valid=_values(schema))
    return say("mcp_server.fault_value", name=name, given=_shown(given), valid=_values(schema))


def _shown(given: Any) -> str:
    words = str(given)
    return words if len(words) <= SHOWN else say("mcp_server.fault_long", start=words[:SHOWN], length=len(words))


def _all_of(parameters: Schema) -> str:
    """The names of all arguments; those that must be there say so."""
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
