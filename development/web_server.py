"""The web face as a process of its own on a copy of a library, for checks from outside."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from insurance_desktop.services.connecting.command import web_command
from insurance_desktop.services.demonstration import run_demo

PATIENCE = 30.0


class WebServer:
    """`serve` on a copy of a library, or on the samples where none is named. What it said on stderr is in `said`."""

    def __init__(self, library: Path | None = None) -> None:
        self._place = tempfile.TemporaryDirectory()
        folder = Path(self._place.name)
        self.library = folder / "library.db"
        if library is None:
            run_demo(self.library, lambda line: None)
        else:
            shutil.copy(library, self.library)
        self.before = self.digest()
        self.said = folder / "stderr"
        with self.said.open("wb") as said:
            self._process = subprocess.Popen(
                [*web_command(self.library), "--token-file", str(folder / "token")],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
            )
        assert self._process.stdout is not None
        told = json.loads(self._process.stdout.readline())
        self.token: str = told["token"]
        where = urlsplit(told["url"])
        self.host, self.port = str(where.hostname), int(where.port or 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._place.cleanup()

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    def kill(self) -> None:
        """Ends it as SIGKILL does, where it runs."""
        if self.is_running:
            self._process.kill()
            self._process.wait()

    def stop(self) -> int:
        """Stops as SIGTERM does; the exit code."""
        self._process.terminate()
        return self._process.wait(PATIENCE)

    def digest(self) -> str:
        return sha256(self.library.read_bytes()).hexdigest()

    def megabytes(self) -> float | None:
        """What the process holds in memory; None where the system does not say it so."""
        status = Path(f"/proc/{self._process.pid}/status")
        if not status.exists():
            return None
        line = next(each for each in status.read_text().splitlines() if each.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    def processor_seconds(self) -> float | None:
        """What the process has used of its cores, however busy these were; None where the system does not say it so."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        if not stat.exists():
            return None
        user, system = stat.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def tracebacks(self) -> int:
        return self.said.read_bytes().count(b"Traceback")


def say_and_leave(faults: list[str]) -> int:
    """Prints what went wrong; the exit code."""
    for each in faults:
        sys.stdout.write(f"FAULT {each}\n")
    return 1 if faults else 0
