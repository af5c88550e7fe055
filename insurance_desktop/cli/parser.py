"""The parser made of `arguments`; it speaks the catalogue's language."""

import argparse
import re
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, NoReturn

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.wording import LANGUAGES, language, say

from . import commands
from .arguments import COMMANDS, PROGRAM
from .declaring import Argument, Command, Group

LANGUAGE_OPTION = "--language"


class _Formatter(argparse.HelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, say("cli.help_usage") if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    """Speaks the catalogue's language, and raises instead of printing and exiting."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, formatter_class=_Formatter, **settings)
        self.is_group = False
        self._places = self.add_argument_group(say("cli.help_arguments"))
        self._options = self.add_argument_group(say("cli.help_options"))
        self._options.add_argument("-h", "--help", action="help", help=say("cli.argument_help"))
        self.offer(Argument("--library", {"default": argparse.SUPPRESS, "metavar": "FILE"}))
        self._pack = self._options.add_argument("--pack", default=argparse.SUPPRESS, metavar="NAME")
        self.offer(Argument(LANGUAGE_OPTION, {"choices": LANGUAGES, "default": argparse.SUPPRESS}))
        self.offer(Argument("--json", {"action": "store_true", "default": argparse.SUPPRESS}))
        self.offer(Argument("--version", {"action": "store_true", "default": argparse.SUPPRESS}))

    def format_help(self) -> str:
        """A choice of packs is shown where there is one; who names the only pack is understood all the same."""
        self._pack.help = say("cli.argument_pack") if len(pack_names()) > 1 else argparse.SUPPRESS
        return super().format_help()

    def offer(self, argument: Argument) -> None:
        """Adds an argument with its help."""
        is_option = argument.name.startswith("-")
        dest = argument.settings.get("dest") or argument.name.strip("-").replace("-", "_")
        group = self._options if is_option else self._places
        group.add_argument(argument.name, help=say(f"cli.argument_{dest}"), **argument.settings)

    def error(self, message: str) -> NoReturn:
        if self.is_group:
            reason = say("cli.usage_which", names=_listed(self)) if message.endswith(f": {_COMMAND}") else None
            values = {"command": self.prog, "about": self.description}
            raise UsageError("cli.usage_in_group", reason=reason or _in_words(message), **values)
        raise UsageError("cli.usage", reason=_in_words(message), command=self.prog)


def _in_words(message: str) -> str:
    """argparse's English sentence as the catalogue says it."""
    for key, pattern in _COMPLAINTS:
        found = re.fullmatch(pattern, message, re.DOTALL)
        if found:
            return _choice(**found.groupdict()) if key == _CHOICE else say(key, **found.groupdict())
    return message


def _listed(parser: argparse.ArgumentParser) -> str:
    """The commands of a group."""
    choices = (action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return say("cli.listing_joint").join(name for each in choices for name in each or ())


def _choice(name: str, given: str, valid: str) -> str:
    """What was typed that is none of the choices, the nearest of them, and all of them; of commands, which are many,
    only the nearest."""
    given, known = given.strip("'"), [each.strip("'") for each in valid.split(", ")]
    near = next(iter(get_close_matches(given, known, 1)), None)
    said = say("cli.usage_not_a_command", given=given) if name == _COMMAND else say(_CHOICE, name=name, given=given)
    said += say("cli.usage_nearest", near=near) if near else ""
    return (
        said
        if near and name == _COMMAND
        else said + say("cli.usage_choices", valid=say("cli.listing_joint").join(known))
    )


_CHOICE, _COMMAND = "cli.usage_choice", "COMMAND"


_COMPLAINTS = (
    ("cli.usage_missing", r"the following arguments are required: (?P<names>.+)"),
    ("cli.usage_unknown", r"unrecognized arguments: (?P<names>.+)"),
    (_CHOICE, r"argument (?P<name>.+?): invalid choice: (?P<given>.+) \(choose from (?P<valid>.+)\)"),
    ("cli.usage_value", r"argument (?P<name>.+?): expected (?:at least )?one argument"),
    ("cli.usage_number", r"argument (?P<name>.+?): invalid (?:int|float) value: (?P<given>.+)"),
)


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """The command line as a namespace; `run` is the command, or the window where none is named.

    UsageError for a wrong one. SystemExit where help was asked for (and printed).
    """
    unsaid = argparse.Namespace(
        run=commands.window, library=None, read_only=False, json=False, create=False, pack=None, pack_said=None
    )
    if "--version" in argv:
        return argparse.Namespace(**{**vars(unsaid), "run": commands.version, "json": "--json" in argv})
    call, rest = _parser().parse_known_args(argv, unsaid)
    if call.read_only and call.run is not commands.window:
        raise UsageError("cli.usage_read_only")
    if call.run is commands.bench:
        call.rest = rest
    elif rest:
        _parser().error(f"unrecognized arguments: {' '.join(rest)}")
    return call


def is_server(call: argparse.Namespace) -> bool:
    """Whether a call starts a server: what it says is for programs, and in the language of what it serves."""
    return call.run in (commands.mcp, commands.serve)


def _parser() -> _Parser:
    return _parser_in(language())


@cache
def _parser_in(_language: str) -> _Parser:
    parser = _Parser(prog=PROGRAM, description=say("cli.description"))
    parser.offer(Argument("--read-only", {"action": "store_true"}))
    places = _choices(parser)
    for entry in COMMANDS:
        words = say(f"cli.command_{entry.name.replace('-', '_')}")
        made = places.add_parser(entry.name, help=words, description=words)
        if isinstance(entry, Command):
            _fill(made, entry)
        else:
            _fill_group(made, entry)
    return parser


def _fill_group(parser: _Parser, group: Group) -> None:
    parser.is_group = True
    places = _choices(parser, required=True)
    for command in group.commands:
        words = say(f"cli.command_{group.name}_{command.name}")
        made = places.add_parser(command.name, help=words, description=words)
        made.set_defaults(group=group.name)
        _fill(made, command)


def _fill(parser: _Parser, command: Command) -> None:
    parser.set_defaults(run=command.run)
    for argument in command.arguments:
        parser.offer(argument)


def _choices(parser: _Parser, required: bool = False) -> Any:
    return parser.add_subparsers(title=say("cli.help_commands"), metavar=_COMMAND, required=required)
