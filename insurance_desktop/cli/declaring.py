"""What a command is made of: arguments, commands and their groups, as data."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .using import Access

ASKS, READS, WRITES, CREATES = Access


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument as typed; its help is `cli.argument_<dest>`."""

    name: str
    settings: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its help is `cli.command_<name>`, in a group `cli.command_<group>_<name>`."""

    name: str
    run: Callable[[argparse.Namespace], Any]
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Commands that share their first word; its help is `cli.command_<name>`."""

    name: str
    commands: tuple[Command, ...]


def command(name: str, run: Callable[[argparse.Namespace], Any], *arguments: Argument) -> Command:
    return Command(name, run, arguments)


def takes(name: str, **settings: Any) -> Argument:
    return Argument(name, settings)


def flag(name: str, **settings: Any) -> Argument:
    return Argument(name, {"action": "store_true", **settings})


REVIEWER = takes("--reviewer", required=True)
REASON = takes("--reason", required=True)
MAY_REVIEWER = takes("--reviewer", default="")
MAY_REASON = takes("--reason", default="")
DOCUMENT = takes("document_id", type=int)
