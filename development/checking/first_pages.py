"""Scores what conversions say of the documents themselves against first pages that were read by eye. Development only.

    python -m development.checking.first_pages FOLDER… [--truth FILE] [--only INSURER…] [--all]

FOLDERs hold the PDFs; the truth is a TOML table under each PDF's name (see its head). Prints how many product names,
filing numbers and document types are right, missing (something is printed and nothing was said) and WRONG (something
was said that is not printed there so), by insurer (the first part of the file's name) and over all, then each file
that misses something; `--all` names the right ones too. Pages that are pictures are counted apart: they have no text
to read. Exits 1 where a value is WRONG.
"""

import argparse
import sys
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import PrintedFacts
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

TRUTH = Path("tests/convert/truth/first_pages.toml")
FIELDS = {"product": "product_name", "filing": "filing_number", "type": "document_type"}
"""The words of the truth, and what the converter calls them."""
ROUND = str.maketrans("[]\u3010\u3011\u3014\u3015\u2013\u2014", "()()()--")
RIGHT, MISSING, WRONG = "right", "missing", "WRONG"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One value of one file: what was said, and what would have been right, the best first."""

    field: str
    said: str
    wanted: tuple[str, ...]

    @property
    def outcome(self) -> str:
        """A wrong value is worse than none."""
        if plain(self.said) in map(plain, self.wanted):
            return RIGHT
        return WRONG if self.said else MISSING


@dataclass(frozen=True, slots=True)
class Judged:
    """One file."""

    name: str
    is_picture: bool
    verdicts: tuple[Verdict, ...]

    @property
    def insurer(self) -> str:
        return self.name.split("__")[0].split("-")[0]


def plain(words: str) -> str:
    """Without blanks, and with one form of each bracket and dash: what printing alone makes different."""
    wide = unicodedata.normalize("NFKC", words).translate(ROUND)
    return "".join(wide.split()).lower()


def judge(name: str, printed: PrintedFacts, entry: Mapping[str, Any]) -> Judged:
    """The three values of a file beside what its first page says."""
    verdicts = tuple(
        Verdict(field, getattr(printed, attribute) or "", _answers(entry[field])) for field, attribute in FIELDS.items()
    )
    return Judged(name, bool(entry.get("picture")), verdicts)


def _answers(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def rows(files: Sequence[Judged], *, with_right: bool = False) -> Iterator[str]:
    """Insurer by insurer, all, pictures, then what is missed."""
    read = [each for each in files if not each.is_picture]
    for insurer in dict.fromkeys(each.insurer for each in read):
        yield f"= {insurer}: {line([each for each in read if each.insurer == insurer])}"
    yield f"== all: {line(read)}"
    pictures = [each for each in files if each.is_picture]
    if pictures:
        yield f"== pictures: {line(pictures)}"
    for each in files:
        for verdict in each.verdicts:
            if with_right or verdict.outcome != RIGHT:
                wanted = " | ".join(verdict.wanted)
                yield f"{verdict.outcome} {verdict.field} {each.name}: {verdict.said or '–'} (printed: {wanted or '–'})"


def line(files: Sequence[Judged]) -> str:
    """The counts of some files in one line; of each value also among the files that print one."""
    parts = [f"{len(files)} files"]
    for field in FIELDS:
        found = [verdict for each in files for verdict in each.verdicts if verdict.field == field]
        printing = [verdict for verdict in found if "" not in verdict.wanted]
        counts = {outcome: sum(each.outcome == outcome for each in found) for outcome in (RIGHT, MISSING, WRONG)}
        of_those = sum(each.outcome == RIGHT for each in printing)
        parts.append(
            f"{field} {counts[RIGHT]}/{len(found)} ({share(counts[RIGHT], len(found))}), where printed "
            f"{of_those}/{len(printing)} ({share(of_those, len(printing))}), missing {counts[MISSING]}, "
            f"WRONG {counts[WRONG]}"
        )
    return "; ".join(parts)


def share(right: int, wanted: int) -> str:
    """Of how many, to three places."""
    return f"{right / wanted:.3f}" if wanted else "–"


@cache
def _pack() -> DomainPack:
    return load_pack(default_pack())


def _judged(pdf: Path, entry: Mapping[str, Any]) -> Judged:
    return judge(pdf.stem, convert_bytes(pdf.read_bytes(), _pack()).printed, entry)


def known_pdfs(folders: Iterable[Path], truth: Mapping[str, Any], insurers: Sequence[str] = ()) -> list[Path]:
    """The PDFs that somebody read, of these insurers or of all."""
    pdfs = [pdf for folder in folders for pdf in sorted(folder.glob("*.pdf")) if pdf.stem in truth]
    return [pdf for pdf in pdfs if not insurers or pdf.stem.startswith(tuple(insurers))]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--truth", type=Path, default=TRUTH, metavar="FILE")
    parser.add_argument("--only", nargs="*", default=[], metavar="INSURER", help="files whose names begin so")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="name the right values too")
    given = parser.parse_args(arguments)
    truth = tomllib.loads(given.truth.read_text(encoding="utf-8"))
    pdfs = known_pdfs(given.folders, truth, given.only)
    if not pdfs:
        raise SystemExit(f"no PDF of {given.truth} in {', '.join(map(str, given.folders))}")
    with ProcessPoolExecutor(max_workers=given.jobs) as pool:
        files = list(pool.map(_judged, pdfs, [truth[pdf.stem] for pdf in pdfs]))
    for each in rows(files, with_right=given.all):
        sys.stdout.write(each + "\n")
    return 1 if any(verdict.outcome == WRONG for each in files for verdict in each.verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
