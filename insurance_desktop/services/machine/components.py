"""Parts of the program that may be missing: pip installs them where pip installed the program, when a person asks."""

import importlib
import importlib.util
import re
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Sequence
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, SystemRefused
from insurance_desktop.domain.running import CancelCheck, Cancelled, never_cancelled
from insurance_desktop.packs.system_reasons import reason_of

from .commands import Runner, run_command
from .licences import EXTRAS, OURS

MODULES = {"ai": ("openai", "anthropic", "keyring"), "ocr": ("rapidocr",)}
"""What is imported of each extra."""
MEGABYTES = {"ai": 60, "ocr": 220}
"""Room on the disk, with all that the packages require: measured on Linux with Python 3.11 in November 2026."""
TOLD = 1_500
"""Signs of pip's last words that are told."""

_EXTRA = re.compile(r"extra\s*==\s*[\"']([^\"']+)")


class Way(StrEnum):
    """How a component can be added to this installation."""

    PIP = "pip"
    PACKAGED = "packaged"
    """A program without a Python of the user's: nothing can be added to it."""
    SYSTEM = "system"
    """The system's own Python, which its packages look after."""
    NO_PIP = "no_pip"
    """Put up by another installer."""


@entity
class Component:
    """An extra: whether it is here, what pip is told to install, and about how many megabytes that takes."""

    name: str
    is_installed: bool
    requirements: tuple[str, ...]
    megabytes: int
    way: Way

    @property
    def command(self) -> str:
        """What a person may type instead, wherever this program's Python is."""
        return " ".join(f'"{each}"' for each in self.requirements)


def components() -> tuple[Component, ...]:
    return tuple(component(name) for name in EXTRAS)


def component(name: str) -> Component:
    """NotFound where there is none of that name."""
    if name not in MODULES:
        raise NotFound("machine.no_such_component", name=name)
    here = all(importlib.util.find_spec(module) is not None for module in MODULES[name])
    return Component(name, here, _requirements(name), MEGABYTES[name], way_here())


def way_here() -> Way:
    if getattr(sys, "frozen", False):
        return Way.PACKAGED
    is_own = sys.prefix != sys.base_prefix
    if not is_own and Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").is_file():
        return Way.SYSTEM
    return Way.PIP if importlib.util.find_spec("pip") is not None else Way.NO_PIP


def install_component(
    name: str,
    *,
    offline: Callable[[], bool] = bool,
    cancel: CancelCheck = never_cancelled,
    run: Runner = run_command,
) -> Component:
    """Let pip fetch it from where pip fetches packages, and look whether it is there then.

    SystemRefused where nothing can be added here, connections are off, pip failed or it is still missing; Cancelled
    where `cancel` ended it.
    """
    wanted = component(name)
    if wanted.way is not Way.PIP:
        raise SystemRefused(f"machine.component_{wanted.way}", command=wanted.command)
    if offline():
        raise SystemRefused("machine.component_offline", command=wanted.command)
    try:
        status, said = run(_pip(wanted.requirements), cancel, None)
    except OSError as error:
        raise SystemRefused("machine.component_failed", status="", said=reason_of(error)) from error
    if cancel():
        raise Cancelled
    if status != 0:
        raise SystemRefused("machine.component_failed", status=status, said=said[-TOLD:].strip())
    importlib.invalidate_caches()
    installed = component(name)
    if not installed.is_installed:
        raise SystemRefused("machine.component_still_missing", command=wanted.command)
    return installed


def _pip(requirements: Sequence[str]) -> tuple[str, ...]:
    python = Path(sys.executable)
    with_streams = python.with_name("python.exe") if python.name.lower() == "pythonw.exe" else python
    quiet = ("--disable-pip-version-check", "--no-input", "--progress-bar", "off")
    return (str(with_streams), "-m", "pip", "install", *quiet, *requirements)


def _requirements(name: str) -> tuple[str, ...]:
    """As this installation declares them; run from a checkout, as the checkout does."""
    try:
        declared = [line for line in requires(OURS) or () if _extra_of(line) == name]
    except PackageNotFoundError:
        declared = []
    if not declared:
        declared = _of_checkout(name)
    return tuple(line.partition(";")[0].strip() for line in declared)


def _extra_of(line: str) -> str:
    found = _EXTRA.search(line)
    return found[1] if found else ""


def _of_checkout(name: str) -> list[str]:
    project = paths.resource_root().parent / "pyproject.toml"
    if not project.is_file():
        return []
    return list(tomllib.loads(project.read_text("utf-8"))["project"]["optional-dependencies"][name])
