"""python -m development.fingerprint PROGRAM CORPUS --out FILE.json · python -m development.fingerprint --compare A B"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .commands import run_commands
from .conversions import convert, pdfs
from .library import shelf_of
from .prints import Prints, Steadied, differences, kinds
from .program import Program
from .questions import other_calls, searches
from .talks import ERAS, hold

PARTS = ("convert", "library", "mcp", "commands")
AT_ONCE = 2
"""Processes of the program at one time."""
LEGACY_EVERY = 6
"""The handshake's era is asked every sixth call of the fixed choice."""
NAMED = 12
"""Names that a comparison tells of each part."""


def main(argv: Sequence[str] | None = None) -> int:
    """Takes the fingerprint of a program, or compares two; 1 where they differ."""
    parser = argparse.ArgumentParser(prog="python -m development.fingerprint", description=__doc__)
    parser.add_argument(
        "program", nargs="?", help='a command line: insurance-desktop, or "env PYTHONPATH=… python -m …"'
    )
    parser.add_argument("corpus", nargs="?", type=Path)
    parser.add_argument("--out", type=Path, metavar="FILE.json")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, help="mcp and commands make the library too")
    parser.add_argument("--library", type=Path, metavar="FILE", help="keeps the library; asks the one that is there")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keeps each answer in a file named by its hash")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("A.json", "B.json"))
    call = parser.parse_args(argv)
    if call.compare:
        return compare(*call.compare)
    if not (call.program and call.corpus and call.out):
        parser.error("PROGRAM, CORPUS and --out are needed")
    with tempfile.TemporaryDirectory(prefix="fingerprint-") as home:
        report = take(
            Program.of(call.program, Path(home), (call.library or Path(home) / "library.db").absolute()), call
        )
    call.out.write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")
    for part, over_all in report["over_all"].items():
        print(f"{over_all[:16]}  {part} ({len(report['parts'][part])})")
    return 1 if report["failed"] else 0


def take(program: Program, call: argparse.Namespace) -> dict[str, Any]:
    """The report of one run: the library is made while the other core converts, and the eras are asked side by side.

    What was noted before a fault is in the report, and the fault under "failed".
    """
    corpus, parts = call.corpus.absolute(), set(call.only)
    places = {str(program.library.parent): "<home>", str(program.home): "<home>", str(corpus): "<corpus>"}
    version = program.run("--version").out.strip()
    places |= {f"insurance-desktop {version}": "insurance-desktop <version>", f'"{version}"': '"<version>"'}
    prints = Prints(Steadied(places, datetime.now(UTC)), call.keep)
    begun = time.monotonic()

    def tell(what: str) -> None:
        print(f"{time.monotonic() - begun:5.0f} s  {what}", file=sys.stderr)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        shelved = pool.submit(shelf_of, program, corpus, prints) if parts - {"convert"} else None
        files = pdfs(corpus) if "convert" in parts else []
        work: list[Future[None]] = [pool.submit(convert, program, corpus, file, prints) for file in files]
        if shelved:
            shelf = shelved.result()
            tell(f"library: {len(shelf.documents)} documents, {len(shelf.approved)} approved")
        if "mcp" in parts:
            calls = [*searches(corpus, shelf), *other_calls(corpus, shelf)]
            for era in ERAS:
                asked = calls[::LEGACY_EVERY] if era == "legacy" else calls
                work.append(pool.submit(hold, program, era, asked, prints))
        if "commands" in parts:
            changed = Program(program.words, program.home, program.home / "commands.db")
            shutil.copy(program.library, changed.library)
            work.append(pool.submit(run_commands, changed, corpus, prints))
        failed = [repr(error) for each in work if (error := each.exception())]
    tell("; ".join(failed) or "done")
    return {"program": call.program, "failed": failed, **prints.report()}


def compare(before: Path, after: Path) -> int:
    """Names what differs between two reports, with counts; 1 where anything does."""
    reports = [json.loads(file.read_text(encoding="utf-8")) for file in (before, after)]
    found = list(differences(*reports))
    counts = Counter(part for part, *_ in found)
    left_out = kinds(reports[0]) ^ kinds(reports[1])
    for kind in sorted(left_out):
        print(f"{kind}: in one report only, not compared")
    for part in sorted({*reports[0]["parts"], *reports[1]["parts"]}):
        if part.partition(".")[0] in left_out:
            continue
        sizes = " and ".join(str(len(report["parts"].get(part, ()))) for report in reports)
        print(f"{part}: {counts[part]} differ of {sizes}")
        for _, name, old, new in [each for each in found if each[0] == part][:NAMED]:
            print(f"    {name}  {old[:12] or 'none'} → {new[:12] or 'none'}")
        if counts[part] > NAMED:
            print(f"    and {counts[part] - NAMED} more")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
