"""What is killed, and the libraries that it works on."""

import json
import shutil
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.store.migrations import MIGRATIONS

from ..damages import DAMAGES, damage
from . import witnesses
from .lives import LIBRARY, PROGRAM, Asking, Process, listen, live
from .older_schema import take_back
from .witnesses import Witness

SAMPLES = ("clause-1.pdf", "clause-2.pdf", "rates.pdf")
_VERIFIED, _WAITING = "1", "2"
_BOTH, _DAMAGED, _OLDER = "both.db", "damaged.db", "older.db"
_BY = ("--reviewer", "a", "--reason", "seen")
_APPROVAL = (*_BY, "--accept-findings")
_EDITED = "edited.md"
_DECISIONS = 6
_QUESTIONS = 4


@entity
class Operation:
    """A command on a copy of a prepared library; its arguments may hold {folder}, {ground}, {site} and {step}.

    `steps`: it is done in so many, says a line after each, and each is done as a whole or not at all; None: it does
    its work piece by piece, each of which is, and says a line at its end. `made` is the file that it makes, `again`
    what the next start is asked for where that is not the same once more, `witness` what others saw.
    """

    name: str
    arguments: tuple[str, ...]
    library: str = LIBRARY
    module: str = PROGRAM
    asking: Asking = listen
    steps: int | None = 1
    made: str | None = None
    again: tuple[str, ...] | None = None
    witness: Witness = witnesses.nothing


def operations(ground: Path) -> tuple[Operation, ...]:
    """What changes a library, what is made of one, and what serves it."""
    fact = _first_fact(ground)
    return (
        Operation("import", ("--json", "import", str(paths.resource_root() / "samples" / SAMPLES[2]))),
        Operation("approve", ("--json", "review", "approve", _WAITING, *_APPROVAL)),
        Operation("edit", ("--json", "review", "edit", _VERIFIED, "--markdown", f"{{ground}}/{_EDITED}", *_BY)),
        Operation("reject", ("--json", "review", "reject", _VERIFIED, *_BY)),
        Operation("fact", ("--json", "review", "fact", _VERIFIED, fact, "refuse", *_BY)),
        Operation("index", ("--json", "index", "--rebuild")),
        Operation(
            "backup", ("--json", "backup", "{folder}/copy.backup"), made="copy.backup", witness=witnesses.backed_up
        ),
        Operation(
            "compare",
            ("--json", "products", "compare", _VERIFIED, _WAITING, "--out", "{folder}/compared.xlsx"),
            library=_BOTH,
            made="compared.xlsx",
            witness=witnesses.exported,
        ),
        Operation("repair", ("--json", "repair", "--from", f"{{ground}}/{_BOTH}"), library=_DAMAGED, steps=None),
        Operation("migration", ("--json", "review", "reject", _VERIFIED, *_BY), library=_OLDER),
        Operation(
            "crawl",
            ("--json", "crawl", "run", "pingan-life", "--base-url", "{site}"),
            steps=None,
            witness=witnesses.crawled,
        ),
        Operation("serve", ("serve",), asking=_ask, witness=witnesses.served),
        Operation("window", ("{step}",), module=f"{__package__}.window", steps=_DECISIONS, again=("0",)),
    )


def prepared(folder: Path) -> None:
    """A library with a verified document and one of another product that waits; the same as the release before would
    have written it; one with both verified, and that one damaged in all the ways that a repair is for; an edited text.
    """
    samples = [paths.resource_root() / "samples" / name for name in SAMPLES]
    _called(folder, "import", "--create", str(samples[0]))
    _called(folder, "import", str(samples[1]), "--product", "other", "--product-code", "other")
    _called(folder, "review", "approve", _VERIFIED, *_APPROVAL)
    text = _called(folder, "review", "show", _VERIFIED, "--markdown").decode()
    (folder / _EDITED).write_text(f"{text}\nseen\n", encoding="utf-8")
    for name in (_OLDER, _BOTH):
        shutil.copyfile(folder / LIBRARY, folder / name)
    take_back(folder / _OLDER, MIGRATIONS[:-1])
    _called(folder, "review", "approve", _WAITING, *_APPROVAL, library=_BOTH)
    damage(Path(shutil.copyfile(folder / _BOTH, folder / _DAMAGED)), DAMAGES)


def _first_fact(ground: Path) -> str:
    """The path of a fact that the verified document states."""
    told: Any = json.loads(_called(ground, "review", "facts", _VERIFIED, "--json"))
    return str(told["facts"][0]["path"])


def _called(folder: Path, *arguments: str, library: str = LIBRARY) -> bytes:
    """The answer of a command that nobody kills."""
    life = live(folder, arguments, library=library)
    if life.code:
        raise RuntimeError(f"{' '.join(arguments)} ended with {life.code}")
    return life.said


def _ask(process: Process) -> bytes:
    """Asks a server until it is gone, or a few times, and stops it."""
    line = process.stdout.readline() if process.stdout else b""
    if line:
        told = json.loads(line)
        question = f"{told['url']}/api/tools/search?keyword=a"
        request = Request(question, headers={"Authorization": f"Bearer {told['token']}"})
        try:
            for _ in range(_QUESTIONS):
                build_opener(ProxyHandler({})).open(request).read()
        except HTTPError:
            raise
        except (OSError, HTTPException):
            return line  # it was killed meanwhile
        process.terminate()
    return line
