"""What of a built folder is how large, beside another one's: `python -m development.release.sizes FOLDER [BEFORE]`."""

import argparse
import re
from collections import Counter
from pathlib import Path

MB = 1_000_000
LEAST = 1.0
"""Parts under this many MB are one row."""
LIMIT = 400
"""MB that the folder may have (issue 28)."""
_GLIBC = re.compile(rb"\0GLIBC_2\.([0-9]+)\0")


def parts(folder: Path) -> Counter[str]:
    """Bytes by the first name inside, a library's version apart; links weigh nothing."""
    found: Counter[str] = Counter()
    for file in folder.rglob("*"):
        if file.is_file() and not file.is_symlink():
            place = file.relative_to(folder).parts
            inner = place[1:] if place[0] == "_internal" else place
            found[inner[0].partition(".so")[0] if len(inner) == 1 else inner[0].removesuffix(".libs")] += (
                file.stat().st_size
            )
    return found


def glibc_needed(folder: Path) -> str:
    """The oldest C library that all of the folder's binaries start with, e.g. 2.34."""
    binaries = (file for file in folder.rglob("*") if file.is_file() and (".so" in file.name or not file.suffix))
    return f"2.{max(int(minor) for file in binaries for minor in _GLIBC.findall(file.read_bytes()))}"


def table(folder: Path, before: Path | None = None) -> str:
    """Markdown: each part in MB, what it was before, the sum, and the C library that it asks for."""
    now, then = parts(folder), parts(before) if before else Counter[str]()
    large = [name for name, size in (now | then).most_common() if size >= LEAST * MB]
    rows = [(name, then[name], now[name]) for name in large]
    rows.append(("(smaller)", then.total() - sum(row[1] for row in rows), now.total() - sum(row[2] for row in rows)))
    rows.append((f"all (at most {LIMIT})", then.total(), now.total()))
    head = ["| part | before, MB | MB |", "|---|---:|---:|"]
    lines = [f"| {name} | {_shown(was) if before else ''} | {_shown(size)} |" for name, was, size in rows]
    return "\n".join([*head, *lines, f"\nglibc {glibc_needed(folder)} or newer"])


def _shown(size: int) -> str:
    return f"{size / MB:.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("before", type=Path, nargs="?")
    call = parser.parse_args()
    print(table(call.folder, call.before))
    return 0 if parts(call.folder).total() <= LIMIT * MB else 1


if __name__ == "__main__":
    raise SystemExit(main())
