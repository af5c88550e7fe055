"""Flips bits in a copy of a library and asks it everything: what is no longer what was verified must not be served.

    python -m development.checking.damage LIBRARY [--bits 1000] [--seed 1]

The bits lie by turns anywhere in the file and in each of `WHERE`. Each is flipped alone: everything that can be asked
of the verified documents is asked, then the checks of `doctor --deep` are run, then the bit is put back. A fault counts
as noticed only where it has a sentence. Development only.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.product_answers import InspectRequest
from insurance_desktop.services.answers.clause_reading import get_clause
from insurance_desktop.services.answers.edition_comparison import compare_documents
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.answers.page_reading import kept_picture, read_page
from insurance_desktop.services.answers.quote_checking import check_quote
from insurance_desktop.services.answers.surrender import surrender_logic
from insurance_desktop.services.answers.table_reading import get_table
from insurance_desktop.services.evidence.evidence_pack import make_evidence
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.integrity import integrity
from insurance_desktop.services.library.library import Library, damage_behind, open_library, open_reader
from insurance_desktop.services.products.product_comparison import compare_products
from insurance_desktop.services.products.product_questions import inspect_product
from insurance_desktop.services.review.decisions import verify_log
from insurance_desktop.services.review.page_pictures import render_page
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import Models, SearchEngine
from insurance_desktop.store import health
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.works import documents
from insurance_desktop.store.works.originals import sha256_of

QUESTIONS = ("犹豫期", "酒后驾驶", "退保")
SCENARIO = "酒后开车出了事"
SAID_BY_THE_PROGRAM = frozenset(
    ("status", "message", "summary", "disclaimer", "confidence", "finding", "score", "explain", "verdict")
)
"""Keys whose words no document has."""
LONGEST_QUOTE = 60
SHORTEST = 6
"""Signs of a text's beginning by which its places in the file are found."""

WHERE = {
    "words": f"SELECT text FROM clauses WHERE length(text) >= {SHORTEST}",
    "schema": "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL",
    "log": "SELECT reviewer || at || reason || subject FROM decisions",
    "facts": "SELECT path || value || kind FROM facts",
    "blobs": "SELECT picture FROM page_pictures UNION ALL SELECT content FROM originals",
}
"""What the bits of a place lie in, as its bytes stand in the file."""
ANYWHERE = "anywhere"

Call = Callable[..., Any]
"""Takes the `engine` alone."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A bit of the file, and what it lies in, in whatever table or index."""

    place: int
    bit: int
    where: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a flip: served words that nobody verified; whether clauses were withheld, or a question was
    refused in words; whether the checks saw it; faults that are no sentence."""

    altered: tuple[str, ...]
    is_withheld: bool
    is_refused: bool
    is_noticed: bool
    unexpected: tuple[str, ...]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--bits", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    call = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(call.library, Path(folder) / "library.db"))
        seen = dict(run(copy, call.bits, call.seed))
    sys.stdout.write(report(seen) + "\n")
    return 1 if any(each.altered for each in seen.values()) else 0


def run(path: Path, bits: int, seed: int) -> Iterator[tuple[Flip, Seen]]:
    """Each flip with what became of it; the file is as it was after each."""
    models = Models()
    with Converter() as converter:
        draw_pages(path, converter)
        with open_reader(path) as library, SearchEngine(library, models) as engine:
            calls = tuple(calls_of(library, converter))
            truth = {words for call in calls for words in words_in(call(engine=engine))}
        for flip in flips(path, bits, seed):
            turn(path, flip)
            try:
                yield flip, look(path, calls, truth, models)
            finally:
                turn(path, flip)


def draw_pages(path: Path, converter: Converter) -> None:
    """Keeps the pictures of the verified pages in the file."""
    with open_library(path) as library:
        for document, page in pages_of(library):
            render_page(library, converter, document, page)


def pages_of(library: Library) -> list[tuple[int, int]]:
    with library.database.read() as connection:
        rows = connection.rows("SELECT DISTINCT document_id, coalesce(page_number, 1) FROM clauses ORDER BY 1, 2")
    return [(document, page) for document, page in rows]


def calls_of(library: Library, converter: Converter) -> Iterator[Call]:
    """Everything that the library can be asked about its verified documents."""
    with library.database.read() as connection:
        numbers = [row[0] for row in connection.rows("SELECT DISTINCT document_id FROM clauses")]
        rows = clauses.of_documents(connection, numbers)
        found = [documents.get(connection, number) for number in numbers]
    yield from (partial(_asked, get_clause, row.clause_id) for row in rows)
    yield from (partial(_asked, get_table, row.clause_id) for row in rows if row.is_table)
    for document, page in pages_of(library):
        yield partial(_asked, read_page, document, page)
        yield partial(_picture, document, page)
    for number in numbers:
        of = [row for row in rows if row.document_id == number]
        yield partial(_evidence, converter, of[len(of) // 2].clause_id)
        yield partial(_asked, check_quote, of[0].text[:LONGEST_QUOTE])
        yield from (partial(_asked, compare_documents, number, other) for other in numbers if other > number)
        yield partial(_asked, check_exclusions, SCENARIO, document_id=number, strict=False, everything=True)
    yield from (partial(_asked, search, SearchRequest(question)) for question in QUESTIONS)
    products = sorted({each.product_id for each in found if each is not None and each.product_id is not None})
    yield from (partial(_asked, surrender_logic, product, "surrender") for product in products)
    yield from (partial(_asked, inspect_product, product, InspectRequest(sources=True)) for product in products)
    if len(products) > 1:
        yield partial(_asked, compare_products, [str(product) for product in products[:2]])


def _picture(document: int, page: int, *, engine: SearchEngine) -> dict[str, str]:
    found = kept_picture(engine.library, document, page)
    return {} if found is None else {"picture": sha256_of(found.png)}


def _evidence(converter: Converter, clause_id: str, *, engine: SearchEngine) -> dict[str, Any]:
    """What an evidence pack tells, but for the hashes of its own files."""
    with ZipFile(BytesIO(make_evidence(engine.library, converter, clause_id))) as pack:
        told = {name: json.loads(pack.read(name)) for name in pack.namelist() if name.endswith(".json")}
        pictures = {name: sha256_of(pack.read(name)) for name in pack.namelist() if name.endswith(".png")}
    del told["evidence.json"]["files"]
    return told | pictures


def _asked(question: Callable[..., Any], *given: Any, engine: SearchEngine, **named: Any) -> Any:
    return question(engine.part_for(question), *given, **named)


def _is_verified(words: str, truth: Collection[str]) -> bool:
    """Whether an answer of the sound file said this, or a passage that holds it: a clause is cut otherwise where its
    items are withheld."""
    said = words.partition(": ")[2]
    return words in truth or any(said in other for other in truth if other.startswith("content: "))


def words_in(answer: Any) -> Iterator[str]:
    """The words and pages of an answer that come from the file, each with the key that it stands under."""
    yield from _words(plain(answer), "")


def _words(value: Any, key: str) -> Iterator[str]:
    if key in SAID_BY_THE_PROGRAM:
        return
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _words(each, name)
    elif isinstance(value, (list, tuple)) and value and isinstance(value[0], (dict, list, tuple, str)):
        for each in value:
            yield from _words(each, key)
    elif isinstance(value, str) or (key in {"page_number", "page_to"} and value is not None):
        yield f"{key}: {value}"


def flips(path: Path, bits: int, seed: int) -> Iterator[Flip]:
    """The bits of a seed."""
    source = random.Random(seed)
    content = path.read_bytes()
    with open_reader(path) as library, library.database.read() as connection:
        found = {where: [row[0] for row in connection.rows(sql)] for where, sql in WHERE.items()}
    turns = [ANYWHERE, *(where for where, values in found.items() if values)]
    for number in range(bits):
        where = turns[number % len(turns)]
        place = source.randrange(len(content))
        if where != ANYWHERE:
            value = source.choice(found[where])
            words = value if isinstance(value, bytes) else value.encode()
            begins = list(_places(content, words[: 3 * SHORTEST]))
            place = source.choice(begins) + source.randrange(len(words)) if begins else place
        yield Flip(min(place, len(content) - 1), source.randrange(8), where)


def _places(content: bytes, words: bytes) -> Iterator[int]:
    place = content.find(words)
    while place >= 0:
        yield place
        place = content.find(words, place + 1)


def turn(path: Path, flip: Flip) -> None:
    """Turns the bit; a second time, back."""
    with path.open("r+b") as file:
        file.seek(flip.place)
        byte = file.read(1)[0]
        file.seek(flip.place)
        file.write(bytes((byte ^ (1 << flip.bit),)))


def look(path: Path, calls: Sequence[Call], truth: set[str], models: Models) -> Seen:
    """Asks everything of a file and runs the checks."""
    altered: list[str] = []
    unexpected: list[str] = []
    withheld, refused = False, False
    try:
        with open_reader(path) as library, SearchEngine(library, models) as engine:
            for call in calls:
                try:
                    with library.database.connection().withholding() as missing:
                        answer = call(engine=engine)
                except Exception as fault:
                    refused |= has_sentence(path, fault)
                    unexpected += () if has_sentence(path, fault) else (type(fault).__name__,)
                else:
                    altered += [words for words in words_in(answer) if not _is_verified(words, truth)]
                    withheld |= bool(missing)
            noticed = is_noticed(library)
    except Exception as fault:
        refused = noticed = has_sentence(path, fault)
        unexpected += () if noticed else (type(fault).__name__,)
    return Seen(tuple(dict.fromkeys(altered)), withheld, refused, noticed, tuple(unexpected))


def has_sentence(path: Path, fault: Exception) -> bool:
    """Whether a person is told what is wrong, as a face tells it."""
    return isinstance(fault, WorkbenchError) or damage_behind(path, fault) is not None


def is_noticed(library: Library) -> bool:
    """Whether the checks of `doctor --deep` see that the file was changed, or say that it is damaged."""
    try:
        with library.database.read() as connection:
            if health.faults(connection):
                return True
        found = integrity(library, deep=True)
        return bool(found.altered or found.originals or found.versions or found.pictures) or not verify_log(library).ok
    except Exception as fault:
        return has_sentence(library.path, fault)


def report(seen: dict[Flip, Seen]) -> str:
    """The sums, and each flip after which something was served that nobody verified."""
    lines = []
    for name in dict.fromkeys(flip.where for flip in seen):
        these = [each for flip, each in seen.items() if flip.where == name]
        touched = [each for each in these if each.altered or each.is_withheld or each.is_refused]
        faults = Counter(fault for each in these for fault in each.unexpected)
        lines.append(
            f"{name}: {len(these)} bits, altered served {sum(bool(each.altered) for each in these)}, withheld "
            f"{sum(each.is_withheld for each in these)}, refused {sum(each.is_refused for each in these)}, "
            f"noticed by the checks {sum(each.is_noticed for each in these)}, of those that answers showed "
            f"{sum(each.is_noticed for each in touched)} of {len(touched)}; no sentence: {dict(faults) or 0}"
        )
    for flip, each in seen.items():
        lines += [f"  byte {flip.place} bit {flip.bit}: {words[:120]}" for words in each.altered[:3]]
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
