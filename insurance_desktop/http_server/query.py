"""The query of an address as the arguments of a tool, checked by its declaration: all faults are told at once."""

from collections.abc import Iterable, Mapping
from typing import Any

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.argument_kinds import Choice, Flag, Kind, Number, Text
from insurance_desktop.services.answers.tool_form import REQUIRED, Argument, Tool

_SHOWN = 40
_WRONG = object()


def arguments_of(tool: Tool, pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Every argument of the tool; a name without a value, as empty fields of a form have it, is not given."""
    given: dict[str, str] = {}
    faults = []
    for name, value in pairs:
        if name in given and given[name] != value:
            faults.append(say("http_server.fault_twice", name=_shown(name)))
        if value:
            given[name] = value
    given = tool.renamed(given)
    known = {argument.name: argument for argument in tool.arguments}
    faults += [say("http_server.fault_unknown", name=_shown(name)) for name in given if name not in known]
    read = {name: _read(argument, given) for name, argument in known.items()}
    faults += [_fault(known[name], given) for name, value in read.items() if value is _WRONG]
    if not faults and tool.one_of and sum(read[name] is not None for name in tool.one_of) != 1:
        faults.append(say("http_server.fault_one_of", names=_names(tool.one_of)))
    if faults:
        raise UsageError("http_server.wrong_query", faults=say("http_server.and").join(faults), valid=_names(known))
    return read


def schema_of(argument: Argument) -> dict[str, Any]:
    """JSON Schema of the values that an argument takes."""
    kinds = [_schema(kind) for kind in argument.kinds]
    told: dict[str, Any] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    default = argument.default
    return told | ({"default": default} if default is not REQUIRED and default is not None else {})


def _read(argument: Argument, given: Mapping[str, str]) -> Any:
    if argument.name not in given:
        return _WRONG if argument.default is REQUIRED else argument.default
    return next(
        (value for kind in argument.kinds if (value := _value(kind, given[argument.name])) is not _WRONG), _WRONG
    )


def _value(kind: Kind, given: str) -> Any:
    """What a text says as a value of one kind."""
    match kind:
        case Text(longest, shortest):
            return given if (shortest or 0) <= len(given) <= longest else _WRONG
        case Number(least, most):
            value = Number.read(given)
            is_one = isinstance(value, int) and (least is None or value >= least) and (most is None or value <= most)
            return value if is_one else _WRONG
        case Flag():
            value = Flag.read(given)
            return value if isinstance(value, bool) else _WRONG
        case Choice(names):
            return given if given in names else _WRONG


def _schema(kind: Kind) -> dict[str, Any]:
    match kind:
        case Text(longest, shortest):
            bounds = {"minLength": shortest, "maxLength": longest}
            return {"type": "string"} | {name: bound for name, bound in bounds.items() if bound is not None}
        case Number(least, most):
            bounds = {"minimum": least, "maximum": most}
            return {"type": "integer"} | {name: bound for name, bound in bounds.items() if bound is not None}
        case Flag():
            return {"type": "boolean"}
        case Choice(names):
            return {"type": "string", "enum": list(names)}


def _fault(argument: Argument, given: Mapping[str, str]) -> str:
    valid = say("http_server.or").join(map(_in_words, argument.kinds))
    if argument.name not in given:
        return say("http_server.fault_missing", name=argument.name, valid=valid)
    return say("http_server.fault_value", name=argument.name, given=_shown(given[argument.name]), valid=valid)


def _in_words(kind: Kind) -> str:
    match kind:
        case Text(longest, shortest):
            return say("http_server.a_text", least=shortest or 0, most=longest)
        case Number(None, None):
            return say("http_server.a_number")
        case Number(least, most):
            return say("http_server.a_number_between", least=least, most=most)
        case Flag():
            return say("http_server.a_flag")
        case Choice(names):
            return say("http_server.a_choice", names=_names(names))


def _names(names: Iterable[str]) -> str:
    return say("http_server.comma").join(names)


def _shown(given: str) -> str:
    return given if len(given) <= _SHOWN else given[:_SHOWN] + "…"
