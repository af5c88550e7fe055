"""Kills the program with everything it started, at a random moment of what changes a library, and starts it again.

    python -m development.checking.group_kills [--kills N] [--seed 1] [--operation NAME …]

The command runs as a person would call it, in a process group of its own; the group is killed with SIGKILL at a moment
drawn over the time that the command takes. The next start, without help, must find what was acknowledged (a command's
answer on stdout), what was under way as a whole or not at all, and leave nothing behind in the folder. Development
only.
"""

import argparse
import importlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.services.importing.ingestion import resume_queued
from insurance_desktop.services.library.integrity import integrity
from insurance_desktop.services.review.decisions import verify_log
from insurance_desktop.services.search import indexing
from insurance_desktop.services.workspace import Workspace, open_workspace
from insurance_desktop.store import health
from insurance_desktop.store.database import Connection
from insurance_desktop.store.migrations import newest

from . import wrong_runs

LIBRARY, _OLDER = "library.db", "older.db"
_SAMPLES = ("clause-1.pdf", "clause-2.pdf", "rates.pdf")
_VERIFIED, _WAITING = "1", "2"
_BY = ("--reviewer", "a", "--reason", "seen")
_APPROVAL = (*_BY, "--accept-findings")
_PATIENCE = 120
_WINDOW = 6.0
"""Seconds of a window's life within which it is killed: it does not end by itself."""
_SHOWN = 10

Content = tuple[tuple[object, ...], ...]
"""A library by its documents and the entries of its log."""


@entity
class Operation:
    """A command on a copy of the prepared library; `arguments` may hold {folder}. `is_whole`: it is done as a whole or
    not at all; others do their work piece by piece, and each piece is. `ends`: it ends by itself."""

    name: str
    arguments: tuple[str, ...]
    is_whole: bool = True
    ends: bool = True
    library: str = LIBRARY


@entity
class Kill:
    """One kill: when it came (seconds), whether the command had answered before, and what was wrong afterwards."""

    operation: str
    after: float
    acknowledged: bool
    what: tuple[str, ...]


@entity
class Undisturbed:
    """What an operation leaves where nobody kills it, what was there before, and how many seconds it takes."""

    before: Content
    after: Content
    seconds: float


def operations(folder: Path, site: str) -> tuple[Operation, ...]:
    """What changes a library, and the window."""
    newcomer = str(paths.resource_root() / "samples" / _SAMPLES[2])
    edited = folder / "edited.md"
    return (
        Operation("import", ("import", newcomer)),
        Operation("approve", ("review", "approve", _WAITING, *_APPROVAL)),
        Operation("edit", ("review", "edit", _VERIFIED, "--markdown", str(edited), *_BY)),
        Operation("reject", ("review", "reject", _VERIFIED, *_BY)),
        Operation("index", ("index", "--rebuild")),
        Operation("backup", ("backup", "{folder}/copy.backup")),
        Operation("migration", ("review", "reject", _VERIFIED, *_BY), library=_OLDER),
        Operation("crawl", ("crawl", "run", "pingan-life", "--base-url", site), is_whole=False),
        Operation("window", (), is_whole=False, ends=False),
    )


def prepared(folder: Path) -> None:
    """A library with a verified document and one that waits; the same as an earlier release would have written it; and
    an edited text."""
    samples = [paths.resource_root() / "samples" / name for name in _SAMPLES]
    _called(folder, ("import", "--create", *map(str, samples[:2])))
    _called(folder, ("review", "approve", _VERIFIED, *_APPROVAL))
    text = _called(folder, ("review", "show", _VERIFIED, "--markdown")).decode()
    (folder / "edited.md").write_text(f"{text}\nseen\n", encoding="utf-8")
    shutil.copyfile(folder / LIBRARY, folder / _OLDER)
    with open_workspace(folder / _OLDER) as workspace, workspace.library.database.write() as connection:
        connection.run("DROP TABLE fact_judgements")  # what the newest step of the schema makes
        connection.run(f"PRAGMA user_version = {newest() - 1}")


def undisturbed(ground: Path, operation: Operation) -> Undisturbed:
    with tempfile.TemporaryDirectory() as folder:
        before = _content(_copied(ground, operation, Path(folder)))
        path = _copied(ground, operation, Path(folder))
        started = time.monotonic()
        if operation.ends:
            _called(Path(folder), operation.arguments)
        return Undisturbed(before, _content(path), time.monotonic() - started if operation.ends else _WINDOW)


def kills(ground: Path, operation: Operation, count: int, seed: int) -> Iterator[Kill]:
    """So many kills of one operation, each on a fresh copy."""
    known = undisturbed(ground, operation)
    source = Random(f"{seed} {operation.name}")
    for _ in range(count):
        yield _killed(ground, operation, known, source.uniform(0, known.seconds))


def _killed(ground: Path, operation: Operation, known: Undisturbed, after: float) -> Kill:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = _copied(ground, operation, folder)
        with subprocess.Popen(
            _command(folder, operation.arguments),
            env=_environment(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as running:
            with suppress(subprocess.TimeoutExpired):
                running.wait(after)
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
            said = running.stdout.read() if running.stdout else b""
        acknowledged = operation.ends and bool(said.strip())
        return Kill(operation.name, after, acknowledged, tuple(_wrong(path, operation, known, acknowledged)))


def _wrong(path: Path, operation: Operation, known: Undisturbed, acknowledged: bool) -> Iterator[str]:
    """What the next start finds that should not be so."""
    try:
        with open_workspace(path, create=False) as workspace:
            resume_queued(workspace.library, workspace.converter)
            yield from _faults(workspace)
            with workspace.library.database.read() as connection:
                now = _told(connection)
    except Exception as fault:  # whatever it is: the next start needs help
        yield f"does not open: {type(fault).__name__} {fault}"
        return
    if operation.is_whole and now not in ((known.after,) if acknowledged else (known.before, known.after)):
        yield f"holds {now}"
    if not operation.is_whole and not set(known.before) <= set(now):
        yield f"lost {set(known.before) - set(now)}"
    backup = path.with_name("copy.backup")
    if backup.exists() and _content(backup) != known.before:
        yield "the backup is another library"
    if acknowledged and operation.name == "backup" and not backup.exists():
        yield "the backup that was reported is not there"
    yield from (f"left behind: {each.name}" for each in path.parent.iterdir() if each.name.startswith("."))


def _faults(workspace: Workspace) -> Iterator[str]:
    library = workspace.library
    with library.database.read() as connection:
        yield from (str(each) for each in (*health.faults(connection), *indexing.faults(connection)))
    log, whole = verify_log(library), integrity(library, deep=True)
    if not log.ok:
        yield f"log {log}"
    if whole.altered or whole.originals:
        yield f"altered {whole}"


def _content(path: Path) -> Content:
    with open_workspace(path, create=False) as workspace:
        resume_queued(workspace.library, workspace.converter)
        with workspace.library.database.read() as connection:
            return _told(connection)


def _told(connection: Connection) -> Content:
    """The documents with their states and how many clauses of each are searchable, and the log by what was decided."""
    documents = connection.rows(
        "SELECT d.id, d.file_name, d.conversion_status, d.review_status, "
        "(SELECT count(*) FROM clauses AS c WHERE c.document_id = d.id) FROM documents AS d ORDER BY d.id"
    )
    entries = connection.rows("SELECT id, document_id, kind, reviewer FROM decisions ORDER BY id")
    return tuple(map(tuple, (*documents, *entries)))


def _copied(ground: Path, operation: Operation, folder: Path) -> Path:
    return Path(shutil.copyfile(ground / operation.library, folder / LIBRARY))


def _called(folder: Path, arguments: Sequence[str]) -> bytes:
    """The answer of a command that nobody kills."""
    done = subprocess.run(
        _command(folder, arguments), env=_environment(folder), capture_output=True, timeout=_PATIENCE, check=True
    )
    return done.stdout


def _command(folder: Path, arguments: Sequence[str]) -> list[str]:
    given = [each.replace("{folder}", str(folder)) for each in arguments]
    return [sys.executable, "-m", "insurance_desktop", "--library", str(folder / LIBRARY), *given]


def _environment(folder: Path) -> dict[str, str]:
    """The person's own, with a home that is thrown away, but for the models that are unpacked already."""
    own = {"HOME": str(folder / "home"), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": os.pathsep.join(sys.path)}
    return os.environ | own | {"XDG_CACHE_HOME": str(paths.cache_folder().parent)}


def _site() -> Any:
    """The stand-in of an insurer's site that the tests have, on loopback."""
    sys.path.append(str(Path(__file__).parents[2] / "tests" / "support"))
    module: Any = importlib.import_module("stand_in_site")
    site = module.Site()
    sample = (paths.resource_root() / "samples" / _SAMPLES[2]).read_bytes()
    for number in range(3):
        site.lists(str(1000 + number))
        site.serves(str(1000 + number), 1, 1, sample + b"\n%%%d" % number)
    return module.on_loopback(site)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--operation", nargs="*")
    call = parser.parse_args(argv)
    bad = 0
    with tempfile.TemporaryDirectory() as name, _site() as site:
        ground = Path(name)
        prepared(ground)
        chosen = [each for each in operations(ground, site) if call.operation is None or each.name in call.operation]
        for operation in chosen:
            found = list(kills(ground, operation, -(-call.kills // len(chosen)), call.seed))
            wrong = [(f"after {each.after:.2f} s", each.what) for each in found if each.what]
            acknowledged = sum(each.acknowledged for each in found)
            headline = f"{operation.name}: {len(found)} kills, {acknowledged} answered"
            bad += wrong_runs.tell(headline, wrong, _SHOWN)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
