"""The command line as a test uses it: run in this process or as a process of its own, and read what it said."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from insurance_desktop import cli
from insurance_desktop.domain.serving import ServerOptions, WebOptions

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Said:
    """What a run left: exit code and both streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as the one JSON document that it must be."""
        return json.loads(self.out)


class OtherFaces:
    """Stands for the window and the server; remembers which was opened with which library."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, Path]] = []
        self.asked_to_serve: list[ServerOptions] = []
        self.asked_for_the_web: list[WebOptions] = []

    def faces(self) -> cli.Faces:
        return cli.Faces(window=self._window, linked=self._linked, server=self._server, web=self._web)

    def _linked(self, library: Path, link: str) -> int:
        self.opened.append((link, library))
        return 0

    def _window(self, library: Path, read_only: bool) -> int:
        self.opened.append(("window to read" if read_only else "window", library))
        return 0

    def _server(self, library: Path, options: ServerOptions) -> int:
        self.opened.append(("server", library))
        self.asked_to_serve.append(options)
        return 0

    def _web(self, library: Path, options: WebOptions) -> int:
        self.opened.append(("web", library))
        self.asked_for_the_web.append(options)
        return 0


@dataclass
class CommandLine:
    """Runs command lines in this process."""

    capture: pytest.CaptureFixture[str]
    others: OtherFaces
    library: Path

    def __call__(self, *words: object) -> Said:
        self.capture.readouterr()
        code = cli.main([str(word) for word in words], self.others.faces())
        said = self.capture.readouterr()
        return Said(code, said.out, said.err)

    def on_library(self, *words: object) -> Said:
        return self(*words, "--library", self.library)

    def answer(self, *words: object, code: int = 0) -> Any:
        """The JSON document of a command on the library; the exit code is checked."""
        said = self.on_library(*words, "--json")
        assert said.code == code, said.out + said.err
        return said.json


def environment(**more: str) -> dict[str, str]:
    """An environment for a process of its own: this checkout, no display, a home that is not the user's."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}


def run_process(*words: object, stdin: str = "", **more: str) -> Said:
    """The program in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "insurance_desktop", *map(str, words)],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env=environment(**more),
        timeout=120,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def keys(names: str) -> set[str]:
    """Names of JSON keys in one string."""
    return set(names.split())
