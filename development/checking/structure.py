"""Scores the structure of conversions against section lists that were read by eye. Development only.

    python -m development.checking.structure FOLDER [--lists FOLDER…] [--jobs N] [--missing] [--all]

FOLDER holds the PDFs; a list is a JSON file under the PDF's name (see `section_scores`), in FOLDER/truth and in every
FOLDER of --lists. Prints for each listed file the sections that are right, their parents, what stands out of order, own
texts, kinds, table headers and owners, and the structure findings that block it; then the sums by insurer (the first
part of the file's name) and over all. A file under the bar that nothing blocks is marked SILENT: it exits 1 for any.
`--missing` names the sections that are not there; `--all` lists the structure findings of every PDF, listed or not.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, reduce
from operator import add
from pathlib import Path
from typing import Any

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Conversion, Finding
from insurance_desktop.domain.kinds import ReasonKind, family_of
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

from .section_scores import RIGHT, Score, score

KINDS = ("chapter", "clause", "titled_item", "label", "definition", "disease", "note", "annex")


@dataclass(frozen=True, slots=True)
class Told:
    """One file: its score where somebody listed it, and its structure findings."""

    name: str
    pages: int
    score: Score | None
    findings: tuple[Finding, ...]

    @property
    def is_silent(self) -> bool:
        """Whether it is wrong and nothing says so."""
        return self.score is not None and not self.score.is_right and not self.score.blocked_by


def lists_of(folders: Iterable[Path]) -> dict[str, Path]:
    """The lists by the name of their PDF; a later folder's list takes the place of an earlier one's."""
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.json"))}


def told(pdf: Path, listed: Path | None) -> Told:
    """One file, converted and scored."""
    conversion = convert_bytes(pdf.read_bytes(), _pack())
    entries: Mapping[str, Any] | None = json.loads(listed.read_text(encoding="utf-8")) if listed else None
    return Told(pdf.stem, conversion.pages, score(entries, conversion) if entries else None, _blocking(conversion))


def _blocking(conversion: Conversion) -> tuple[Finding, ...]:
    return tuple(
        each
        for each in conversion.findings
        if each.severity is Severity.BLOCKING and family_of(each.kind) is ReasonKind.STRUCTURE
    )


@cache
def _pack() -> DomainPack:
    return load_pack(default_pack())


def rows(files: Sequence[Told]) -> Iterator[str]:
    """File by file, then insurer by insurer, then all."""
    scored = [(each, each.score) for each in files if each.score is not None]
    for each, found in scored:
        yield f"{'SILENT ' if each.is_silent else ''}{each.name}: {line(found)}"
    insurers = dict.fromkeys(each.name.split("__")[0] for each, _ in scored)
    for insurer in insurers:
        yield f"= {insurer}: {line(reduce(add, [s for each, s in scored if each.name.split('__')[0] == insurer]))}"
    if scored:
        yield f"== all {len(scored)} files: {line(reduce(add, [found for _, found in scored]))}"
        right = [found for _, found in scored if found.is_right]
        stopped = [found for found in right if found.blocked_by]
        yield f"== under {RIGHT}: {len(scored) - len(right)}, not blocked: {sum(e.is_silent for e, _ in scored)}"
        yield (
            f"== right: {len(right)}, of them blocked: {len(stopped)}, by {sum(map(_count, stopped))} findings; "
            f"pages of the right ones: {sum(found.pages for found in right)}"
        )


def _count(found: Score) -> int:
    return sum(found.blocked_by.values())


def line(found: Score) -> str:
    """A score in one line."""
    kinds = " ".join(f"{kind} {found.by_kind[kind]}" for kind in KINDS if kind in found.by_kind)
    blocked = ", ".join(f"{kind} {count}" for kind, count in sorted(found.blocked_by.items())) or "not blocked"
    return (
        f"{found.sections.value:.3f} ({found.sections}) parents {found.parents} displaced {found.displaced} "
        f"text {found.texts} headers {found.headers} owners {found.owners} extra {found.extra} | {kinds} | {blocked}"
    )


def findings(files: Sequence[Told]) -> Iterator[str]:
    """Every structure finding of every file, and how many files each kind blocks."""
    for each in files:
        if each.findings:
            yield f"{each.name} ({each.pages} pages):"
            yield from (f"    {found.kind}: {found.message}" for found in each.findings)
    kinds = Counter(str(kind) for each in files for kind in {found.kind for found in each.findings})
    blocked = sum(bool(each.findings) for each in files)
    yield f"== {blocked} of {len(files)} files blocked; files by kind: " + ", ".join(
        f"{kind} {count}" for kind, count in kinds.most_common()
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lists", type=Path, nargs="*", default=[], metavar="FOLDER", help="more folders of lists")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--missing", action="store_true", help="name the sections that are not there")
    parser.add_argument("--all", action="store_true", help="every PDF, and its structure findings")
    given = parser.parse_args(arguments)
    lists = lists_of([given.folder / "truth", *given.lists])
    pdfs = [pdf for pdf in sorted(given.folder.glob("*.pdf")) if given.all or pdf.stem in lists]
    if not pdfs:
        raise SystemExit(f"no listed PDF in {given.folder}: a list lies under the PDF's name in its folder truth")
    with ProcessPoolExecutor(max_workers=given.jobs) as pool:
        files = list(pool.map(told, pdfs, [lists.get(pdf.stem) for pdf in pdfs]))
    for each in [*rows(files), *(findings(files) if given.all else ())]:
        sys.stdout.write(each + "\n")
    for each in files if given.missing else ():
        for title in each.score.missing if each.score else ():
            sys.stdout.write(f"{each.name} misses {title}\n")
    return 1 if any(each.is_silent for each in files) else 0


if __name__ == "__main__":
    sys.exit(main())
