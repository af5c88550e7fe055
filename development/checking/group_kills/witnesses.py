"""What others saw of a life that was cut off: the file that it made, the site that it asked, the token that it told."""

import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from insurance_desktop.domain.entity import entity
from insurance_desktop.store.opening import open_database

from .lives import LIBRARY
from .looking import State, look


@entity
class Scene:
    """A folder in which the program lived, what was said there, the library as it was before, and the site that it
    could ask."""

    folder: Path
    said: bytes
    before: State
    site: Any


Witness = Callable[[Scene], Iterator[str]]


def nothing(_scene: Scene) -> Iterator[str]:
    """Nobody else saw anything."""
    yield from ()


def backed_up(scene: Scene) -> Iterator[str]:
    target = scene.folder / "copy.backup"
    if target.exists() and (found := look(target)) != scene.before:
        yield f"the backup is another library: {found - scene.before}"


def exported(scene: Scene) -> Iterator[str]:
    target = scene.folder / "compared.xlsx"
    if not target.exists():
        return
    try:
        with zipfile.ZipFile(target) as file:
            broken = file.testzip()
    except zipfile.BadZipFile as fault:
        broken = str(fault)
    if broken is not None:
        yield f"the exported file is broken: {broken}"


def served(scene: Scene) -> Iterator[str]:
    """The token that was told is the one that the next start tells."""
    kept = [each.read_text(encoding="ascii").strip() for each in (scene.folder / "home").rglob("*.token")]
    if scene.said and kept != [json.loads(scene.said)["token"]]:
        yield "the token that was told is not kept"


def crawled(scene: Scene) -> Iterator[str]:
    """What the site was asked for has its receipt, and what it had answered before it was asked for more is stored."""
    asked = list(scene.site.asked)
    library = scene.folder / LIBRARY
    with closing(open_database(library, read_only=True)) as database, database.read() as connection:
        receipts = connection.rows("SELECT method, url, outcome, sha256 FROM receipts ORDER BY id")
        held = connection.rows(
            "SELECT a.url, o.sha256 FROM attachments AS a JOIN documents AS d ON d.id = a.document_id "
            "JOIN originals AS o ON o.sha256 = d.original_sha256 WHERE a.state = 'held' AND a.sha256 = o.sha256"
        )
    for number, (request, receipt) in enumerate(zip_longest(asked, receipts)):
        if receipt is None or (request is not None and (request.method, request.url) != receipt[:2]):
            yield f"request {number} is not on record: {request} {receipt}"
        elif request is None and number > len(asked):
            yield f"on record and never asked: {receipt}"
        elif number + 1 < len(asked) or scene.said:
            yield from _answered(request, receipt, scene.site, dict(held))


def _answered(request: Any, receipt: Any, site: Any, held: dict[str, str]) -> Iterator[str]:
    """A request after which more was asked for, or the program ended."""
    content = b"".join(site.answer(request).pieces)
    if receipt[2:] != ("ok", sha256(content).hexdigest()):
        yield f"the answer to {request.url} is not on record: {receipt}"
    if request.kind == "file" and held.get(request.url) != sha256(content).hexdigest():
        yield f"what came from {request.url} is not stored"
