"""Scores the structure of conversions against section lists that were read by eye. Development only.

    python -m development.checking.structure FOLDER [--lists FOLDER…] [--jobs N] [--missing] [--all]

FOLDER holds the PDFs; a list is a JSON file under the PDF's name (see `section_scores`), in FOLDER/truth and in every
FOLDER of --lists; a list of pointers a TOML file beside it (see `reference_scores`). Prints for each listed file the
sections that are right, their parents, what stands out of order, own texts, kinds, table headers and owners, pointers
that lead where they should, and the structure findings that block it; then the sums by insurer (the first part of the
file's name) and over all. A file under the bar that nothing blocks is marked SILENT: it exits 1 for any. `--missing`
names the sections that are not there and the pointers that lead elsewhere, `--all` lists the structure findings of
every PDF, listed or not.
"""

import argparse
import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Conversion, Finding
from insurance_desktop.domain.kinds import ReasonKind, family_of
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

from .reference_scores import Pointers, score_pointers
from .section_scores import RIGHT, Score, score

KINDS = ("chapter", "clause", "titled_item", "label", "definition", "disease", "note", "annex")


@dataclass(frozen=True, slots=True)
class Told:
    """One file: its scores where somebody listed it, and its structure findings."""

    name: str
    pages: int
    score: Score | None
    findings: tuple[Finding, ...]
    pointers: Pointers | None = None

    @property
    def is_silent(self) -> bool:
        """Whether it is wrong and nothing says so."""
        return self.score is not None and not self.score.is_right and not self.score.blocked_by


def lists_of(folders: Iterable[Path]) -> dict[str, dict[str, Any]]:
    """What is listed by the name of the PDF; a later folder's list takes the place of an earlier one's."""
    found: dict[str, dict[str, Any]] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            found[path.stem] = json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.toml")):
            found.setdefault(path.stem, {}).update(tomllib.loads(path.read_text(encoding="utf-8")))
    return found


def told(pdf: Path, listed: Mapping[str, Any]) -> Told:
    """One file, converted and scored."""
    conversion = convert_bytes(pdf.read_bytes(), _pack())
    sections = score(listed, conversion) if "sections" in listed else None
    has_pointers = not listed.keys().isdisjoint({"pointers", "references"})
    pointers = score_pointers(listed, conversion, _pack()) if has_pointers else None
    return Told(pdf.stem, conversion.pages, sections, _blocking(conversion), pointers)


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
    for each in files:
        if each.score or each.pointers:
            yield f"{'SILENT ' if each.is_silent else ''}{each.name}: {_both([each])}"
    for insurer in dict.fromkeys(each.name.split("__")[0] for each in files):
        own = [each for each in files if each.name.split("__")[0] == insurer]
        yield f"= {insurer}: {_both(own)}"
    scored = [(each, each.score) for each in files if each.score is not None]
    if scored:
        yield f"== all {len(scored)} files: {_both(files)}"
        right = [found for _, found in scored if found.is_right]
        stopped = [found for found in right if found.blocked_by]
        yield f"== under {RIGHT}: {len(scored) - len(right)}, not blocked: {sum(e.is_silent for e, _ in scored)}"
        yield (
            f"== right: {len(right)}, of them blocked: {len(stopped)}, by {sum(map(_count, stopped))} findings; "
            f"pages of the right ones: {sum(found.pages for found in right)}"
        )


def _both(files: Sequence[Told]) -> str:
    """The sums of some files: of their sections, then of their pointers."""
    sections = [each.score for each in files if each.score]
    pointers = [each.pointers for each in files if each.pointers]
    return " | ".join(
        [line(sum(sections, Score()))] * bool(sections) + [str(sum(pointers, Pointers()))] * bool(pointers)
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
        files = list(pool.map(told, pdfs, [lists.get(pdf.stem, {}) for pdf in pdfs]))
    for each in [*rows(files), *(findings(files) if given.all else ())]:
        sys.stdout.write(each + "\n")
    for each in files if given.missing else ():
        for title in each.score.missing if each.score else ():
            sys.stdout.write(f"{each.name} misses {title}\n")
        for pointer in each.pointers.wrong if each.pointers else ():
            sys.stdout.write(f"{each.name} points wrong: {pointer}\n")
        for pointer in each.pointers.astray if each.pointers else ():
            sys.stdout.write(f"{each.name} points astray: {pointer}\n")
    return 1 if any(each.is_silent for each in files) else 0


if __name__ == "__main__":
    sys.exit(main())
