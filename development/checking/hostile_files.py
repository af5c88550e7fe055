"""Converts every PDF below a folder and says what became of each: damaged and malicious files must end in words.

    python -m development.checking.hostile_files FOLDER --log seen.jsonl [--workers 2]

One JSON line for each file goes to the log: path, state, seconds, pages, reason, the kinds of the blocking findings.
Files that the log knows already are not run again, so a run can be stopped and goes on. Development only.
"""

import argparse
import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.registry import default_pack

SLOWEST = 20
"""So many of the slowest files are listed at the end."""
BATCH = 50
"""After so many files the parent's memory is looked at."""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    call = parser.parse_args(argv)
    run(call.folder, call.log, call.workers)
    sys.stdout.write(summary(read_log(call.log)) + "\n")
    return 0


def run(folder: Path, log: Path, count: int) -> None:
    """Converts what the log does not know yet; writes a line as each file ends."""
    known = {entry["file"] for entry in read_log(log)}
    waiting = [path for path in pdf_files(folder) if str(path.relative_to(folder)) not in known]
    started = time.monotonic()
    with (
        log.open("a", encoding="utf-8") as lines,
        ConversionWorkers(count=count) as workers,
        ThreadPoolExecutor(count) as threads,
    ):
        for done, entry in enumerate(threads.map(lambda path: convert_one(workers, folder, path), waiting), 1):
            lines.write(json.dumps(entry, ensure_ascii=False) + "\n")
            if done % BATCH == 0:
                lines.flush()
                passed = time.monotonic() - started
                sys.stderr.write(f"{done}/{len(waiting)} in {passed:.0f} s, parent {megabytes_of_parent()} MB\n")


def pdf_files(folder: Path) -> Iterator[Path]:
    """All files below the folder that end in .pdf, in order."""
    yield from sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".pdf" and path.is_file())


def convert_one(workers: ConversionWorkers, folder: Path, path: Path) -> dict[str, Any]:
    started = time.monotonic()
    conversion = workers.convert(path.read_bytes(), default_pack())
    return entry_of(str(path.relative_to(folder)), conversion, time.monotonic() - started)


def entry_of(file: str, conversion: Conversion, seconds: float) -> dict[str, Any]:
    """One line of the log."""
    return {
        "file": file,
        "state": conversion.status.value,
        "seconds": round(seconds, 2),
        "pages": conversion.pages,
        "signs": len(conversion.markdown),
        "reason": conversion.reason,
        "blocking": sorted({each.kind for each in conversion.findings if each.severity is Severity.BLOCKING}),
        "faults": [each.message for each in conversion.findings if each.kind == "page_broken"],
    }


def read_log(log: Path) -> list[dict[str, Any]]:
    """The entries so far; a line that was cut off by a kill is left out."""
    if not log.exists():
        return []
    entries: list[dict[str, Any]] = []
    for line in log.read_text(encoding="utf-8").splitlines():
        try:
            entries.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return entries


def megabytes_of_parent() -> int:
    """The most memory that this process has held, in MB (Linux counts in KB, macOS in bytes)."""
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held // (1024 * 1024 if sys.platform == "darwin" else 1024)


def summary(entries: Sequence[dict[str, Any]]) -> str:
    """The sums by state, by reason and by blocking finding, and the slowest files."""
    states = Counter(entry["state"] for entry in entries)
    reasons = Counter(entry["reason"] for entry in entries if entry["state"] == "FAILED")
    kinds = Counter(kind for entry in entries for kind in entry["blocking"])
    faults = Counter(fault for entry in entries for fault in entry["faults"])
    slowest = sorted(entries, key=lambda entry: -entry["seconds"])[:SLOWEST]
    lines = [f"{len(entries)} files: " + ", ".join(f"{state} {count}" for state, count in states.most_common())]
    for title, counter in (("failed", reasons), ("blocking", kinds), ("page faults", faults)):
        lines += [f"-- {title}", *(f"{count:6} {name}" for name, count in counter.most_common(40))]
    lines += ["-- slowest", *(f"{entry['seconds']:8.2f} s {entry['state']} {entry['file']}" for entry in slowest)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
