"""Converts every PDF below a folder and says what became of each: damaged and malicious files must end in words.

    python -m development.checking.hostile_files FOLDER --log seen.jsonl [--workers 2] [--sample 500 --seed 1]

The workers are those of an import, with its limits. One JSON line for each file goes to the log: path, state, seconds,
pages, reason, the kinds of the blocking findings, the pages that were lost and why, the CPU seconds of its slowest page
and the most memory that its worker held. Files that the log knows already are not run again, so a run can be stopped
and goes on. Development only.
"""

import argparse
import json
import random
import re
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from insurance_desktop.convert.running.ocr import OcrReader
from insurance_desktop.convert.running.workers import MEGABYTE, ConversionWorkers
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.states import ConversionStatus, Severity
from insurance_desktop.packs.registry import default_pack

from .measured_conversion import MeasuredConversion, measured_job

MOST_LISTED = 20
"""So many of the slowest and of the largest are listed at the end."""
BATCH = 50
"""After so many files the parent's memory is looked at."""
PYTHON_WORDS = re.compile(r"\b[A-Z]\w*(Error|Exception|Warning)\b")
"""The name of a Python error: words of ours, or of a library, that were not meant for a person."""
ASIDE = re.compile(r"（[^（）]*）")
"""Where such words may stand, beside a sentence."""


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sample", type=int, help="so many files, drawn by the seed; all without it")
    parser.add_argument("--seed", type=int, default=1)
    call = parser.parse_args(argv)
    files = list(pdf_files(call.folder))
    if call.sample is not None and call.sample < len(files):
        files = sorted(random.Random(call.seed).sample(files, call.sample))
    run(call.folder, files, call.log, call.workers)
    sys.stdout.write(summary(read_log(call.log)) + "\n")
    return 0


def run(folder: Path, files: Sequence[Path], log: Path, count: int) -> None:
    """Converts what the log does not know yet; writes a line as each file ends."""
    known = {entry["file"] for entry in read_log(log)}
    waiting = [path for path in files if str(path.relative_to(folder)) not in known]
    started = time.monotonic()
    with (
        log.open("a", encoding="utf-8") as lines,
        ConversionWorkers(count=count, job=measured_job, ocr=OcrReader()) as workers,
        ThreadPoolExecutor(count) as threads,
    ):
        for done, entry in enumerate(threads.map(lambda path: convert_one(workers, folder, path), waiting), 1):
            lines.write(json.dumps(entry, ensure_ascii=False) + "\n")
            lines.flush()
            if done % BATCH == 0:
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
    """One line of the log. `taken` is absent where the file cost its worker the life."""
    entry: dict[str, Any] = {
        "file": file,
        "state": conversion.status.value,
        "seconds": round(seconds, 2),
        "pages": conversion.pages,
        "signs": len(conversion.markdown),
        "reason": conversion.reason,
        "blocking": sorted({each.kind for each in conversion.findings if each.severity is Severity.BLOCKING}),
        "faults": [f"{each.stage}: {each.reason}" for each in conversion.faults if each.page],
        "wordless": wordless(conversion),
    }
    if isinstance(conversion, MeasuredConversion):
        taken = conversion.taken
        entry["taken"] = {
            "cpu": round(taken.cpu_seconds, 2),
            "page": taken.page,
            "page_cpu": round(taken.page_seconds, 2),
            "stage": taken.stage,
            "held": taken.held // MEGABYTE,
            "peak": taken.peak // MEGABYTE,
        }
    return entry


def wordless(conversion: Conversion) -> list[str]:
    """What a person would be told without a sentence: no reason at all, or the name of a Python error for it."""
    told = [each.message for each in conversion.findings]
    if conversion.status is not ConversionStatus.CONVERTED:
        told.append(conversion.reason or "")
    return [each for each in told if not each.strip() or PYTHON_WORDS.search(ASIDE.sub("", each))]


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
    return held // (MEGABYTE if sys.platform == "darwin" else 1024)


def summary(entries: Sequence[dict[str, Any]]) -> str:
    """The sums by state, reason and blocking finding, the slowest pages and files, the largest workers."""
    states = Counter(entry["state"] for entry in entries)
    reasons = Counter(entry["reason"] for entry in entries if entry["state"] == "FAILED")
    kinds = Counter(kind for entry in entries for kind in entry["blocking"])
    faults = Counter(fault for entry in entries for fault in entry["faults"])
    bare = Counter(words for entry in entries for words in entry["wordless"])
    pages = sum(entry["pages"] for entry in entries)
    lines = [
        f"{len(entries)} files, {pages} pages: "
        + ", ".join(f"{state} {count}" for state, count in states.most_common())
    ]
    for title, counter in (("failed", reasons), ("blocking", kinds), ("lost pages", faults), ("no sentence", bare)):
        lines += [f"-- {title}", *(f"{count:6} {name}" for name, count in counter.most_common(40))]
    measured = [entry for entry in entries if "taken" in entry]
    slowest = sorted(entries, key=lambda entry: -entry["seconds"])[:MOST_LISTED]
    lines += ["-- slowest files", *(f"{each['seconds']:8.2f} s {each['state']} {each['file']}" for each in slowest)]
    lines += ["-- slowest pages, CPU seconds", *(_page_line(each) for each in _most(measured, "page_cpu"))]
    lines += ["-- most memory of a worker, MB " + _shares([entry["taken"]["peak"] for entry in measured])]
    lines += [_memory_line(each) for each in _most(measured, "peak")]
    return "\n".join(lines)


def _most(measured: Sequence[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    return sorted(measured, key=lambda entry: -entry["taken"][key])[:MOST_LISTED]


def _page_line(entry: dict[str, Any]) -> str:
    taken = entry["taken"]
    return f"{taken['page_cpu']:8.2f} s page {taken['page']} of {entry['pages']}, {taken['stage']}: {entry['file']}"


def _memory_line(entry: dict[str, Any]) -> str:
    taken = entry["taken"]
    return f"{taken['peak']:8} MB ({taken['held']} before) {entry['pages']} pages: {entry['file']}"


def _shares(values: Sequence[int]) -> str:
    """Median, 99th percentile and the most."""
    ranked = sorted(values)
    if not ranked:
        return "(none told)"
    return f"median {ranked[len(ranked) // 2]}, p99 {ranked[len(ranked) * 99 // 100]}, most {ranked[-1]}"


if __name__ == "__main__":
    sys.exit(main())
