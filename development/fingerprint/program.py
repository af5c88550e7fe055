"""The program under test, run as a user runs it: one process a command line, in a home of its own."""

import json
import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import StdioServerParameters

PATIENCE = 900
"""Seconds for one command line; the longest converts 347 pages, and a crowded machine takes ten times as long."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a run left."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Stdout as one JSON document; what it says instead where it is none."""
        try:
            return json.loads(self.out)
        except ValueError:
            return {"code": self.code, "out": self.out, "err": self.err}


@dataclass(frozen=True, slots=True)
class Program:
    """A command line that starts the program, with the home folder and the library that it is given."""

    words: tuple[str, ...]
    home: Path
    library: Path

    @classmethod
    def of(cls, line: str, home: Path, library: Path) -> "Program":
        """The program of a command line as typed in a shell, such as "env PYTHONPATH=… python -m …"."""
        return cls(tuple(shlex.split(line)), home, library)

    def run(self, *words: object) -> Said:
        """Runs one command on the library."""
        done = subprocess.run(
            [*self.words, *map(str, words), "--library", str(self.library)],
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            env=self._environment(),
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    def answer(self, *words: object) -> Any:
        """The JSON that a command prints."""
        return self.run(*words, "--json").json

    def server(self) -> StdioServerParameters:
        """How an AI client starts the server on the library."""
        command, *words = self.words
        arguments = [*words, "mcp", "--library", str(self.library)]
        return StdioServerParameters(command=command, args=arguments, env=self._environment(), cwd=self.home)

    def _environment(self) -> dict[str, str]:
        """No settings, caches or clients of who runs this."""
        own = ("XDG_", "INSURANCE_DESKTOP_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
        return {**kept, "HOME": str(self.home), "QT_QPA_PLATFORM": "offscreen", "COLUMNS": "120", "TZ": "UTC"}
