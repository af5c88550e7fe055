"""Evaluates golden questions over hand-written Markdown documents. Development only.

    python -m development.checking.retrieval FOLDER [--only NAME…] [--each] [--all] [--misses]

FOLDER (`development/training/documents`) holds `NAME.jsonl` sets whose questions name a Markdown in their field
`document`. All documents of the sets that are taken stand in one library, as verified text would; every question is
asked of its own document. Without `--all` only what clients get is measured: hybrid, fitted, inside the document.
Figures are printed for all sets together; with `--each` for each one before. What `split.toml` says was learned from
measures nothing.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from development.bare_library import BareDocument, add_verified
from development.training.own_documents import read_markdown
from insurance_desktop import paths
from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.convert.text.plain_text import pieces
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.evaluation import Bar, Evaluation, Figure, GoldenQuestion, GoldenSet
from insurance_desktop.domain.identity import text_sha256
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.plain import plain
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack
from insurance_desktop.services.evaluation.evaluation import Ways, evaluate, ways_of
from insurance_desktop.services.evaluation.golden_sets import read_bars, read_golden
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search.embedding_cache import with_embedding_cache
from insurance_desktop.services.search.engine import SearchEngine

SHOWN = (
    "top_1",
    "top_3",
    "all_in_3",
    "mrr",
    "order_top_1",
    "order_top_3",
    "order_all_in_3",
    "silenced",
    "silent",
    "weak",
    "section_recall",
    "item_recall",
    "precision",
    "precision_with_unmentioned",
    "possible_per_scenario",
    "no_false_alarm",
    "seed_recall_5",
)


def read_document(path: Path, pack: DomainPack) -> BareDocument:
    """A Markdown as a document of its own product: the clauses that an approved conversion of it would have."""
    markdown = read_markdown(path)
    grids = [piece.text.split("\n") for piece in pieces(markdown) if piece.kind == "table"]
    found = read_clauses(markdown, (), tuple(map(as_table, grids)), pack)
    title = next((line[2:].strip() for line in markdown.split("\n") if line.startswith("# ")), path.stem)
    return BareDocument(
        name=title,
        clauses=found,
        references=read_references(found, markdown, (), pack),
        code=path.stem,
        file_name=path.name,
        markdown=markdown,
    )


def as_table(lines: Sequence[str]) -> Table:
    grid = [tuple(line.split("\t")) for line in lines]
    return Table(1, "", grid[0], tuple(grid[1:]), row_count=len(grid) - 1, column_count=len(grid[0]))


def read_sets(folder: Path, only: Sequence[str]) -> list[GoldenSet]:
    """The sets to measure: all of the folder, or those of these names."""
    files = sorted(folder.glob("*.jsonl"))
    if only:
        files = [file for file in files if file.stem in only]
    if not files:
        raise SystemExit(f"no such set in {folder}")
    return [read_golden(file) for file in files]


@contextmanager
def library_of(folder: Path, questions: Iterable[GoldenQuestion]) -> Iterator[SearchEngine]:
    """A library of all documents that the questions name, verified and indexed."""
    pack = load_pack(default_pack())
    names = dict.fromkeys(each.file for each in questions if each.file is not None)
    with tempfile.TemporaryDirectory() as place, open_library(Path(place) / "documents.db") as library:
        engine = SearchEngine(library)
        with library.database.write() as connection:
            for name in names:
                add_verified(connection, read_document(folder / name, pack), pack, engine.embedder)
        yield with_embedding_cache(engine)


def joined(sets: Sequence[GoldenSet]) -> GoldenSet:
    """All questions as one set; an id that two sets use is told apart by the set's name."""
    questions = tuple(
        replace(each, identifier=f"{golden.name}:{each.identifier}") for golden in sets for each in golden.questions
    )
    name = " + ".join(golden.name for golden in sets)
    return GoldenSet(name, text_sha256(" ".join(golden.sha256 for golden in sets)), questions)


def told(evaluation: Evaluation, *, misses: bool) -> Iterator[str]:
    """The figures as lines."""
    yield f"== {evaluation.golden}: {evaluation.measured} of {evaluation.questions} questions, {evaluation.seconds} s"
    for label in evaluation.stale:
        yield f"   stale {label.identifier} ({label.tier}): {label.kind} {label.what}"
    for label in evaluation.coarser:
        yield f"   coarser {label.identifier}: {label.what}"
    for label in evaluation.unaccepted:
        yield f"   accepted section that is not there {label.identifier}: {label.what}"
    for arm in evaluation.arms:
        yield f"-- {arm.scope} {arm.mode} {arm.fusion}"
        for group in arm.groups:
            yield row(group.tier, group.style, group.questions, group.figures)
        for each in arm.calibration:
            yield (
                f"   calibration of {each.event}: error {as_text(each.error)} brier {each.brier} "
                f"(constant {each.brier_constant})"
            )
    for result in evaluation.exclusions:
        yield f"-- {result.scope} exclusion check"
        for group in result.groups:
            yield row(group.tier, group.style, group.questions, group.figures)
    for judged in evaluation.bars:
        value = "not measured" if judged.figure is None else as_text(judged.figure)
        sign = "<=" if judged.bar.at_most else ">="
        verdict = "ok  " if judged.passed else "MISS"
        yield f"   {verdict} {judged.bar.tier} {judged.bar.figure} {sign} {judged.bar.limit}: {value}"
    for miss in evaluation.misses if misses else ():
        yield f"   miss {miss.identifier} {miss.question} wants {list(miss.wanted)} got {list(miss.got)}"


def row(tier: str, style: str | None, count: int, figures: object) -> str:
    assert isinstance(figures, dict)
    cells = "  ".join(f"{name} {as_text(figures[name])}" for name in SHOWN if name in figures)
    return f"   {tier + (' / ' + style if style else ''):26s} n={count:<4d} {cells}"


def as_text(figure: Figure) -> str:
    return f"{figure.value:.3f} [{figure.low:.2f}–{figure.high:.2f}]"


def measure(
    folder: Path, sets: Sequence[GoldenSet], ways: Ways, bars: Sequence[Bar], *, each_set: bool
) -> Iterator[Evaluation]:
    """Set by set, then all together."""
    whole = joined(sets)
    with library_of(folder, whole.questions) as engine:
        if each_set and len(sets) > 1:
            for golden in sets:
                yield evaluate(engine, golden, bars, ways=ways)
        yield evaluate(engine, whole, bars, ways=ways)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="these sets")
    parser.add_argument("--all", action="store_true", help="every scope, mode and fusion side by side")
    parser.add_argument("--each", action="store_true", help="also each set by itself (asks everything twice)")
    parser.add_argument("--bars", type=Path, help="bars (default: the project's own)")
    parser.add_argument("--misses", action="store_true", help="print what went wrong")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    bars = read_bars(options.bars or project_bars())
    ways = Ways() if options.all else ways_of(scope="product", mode="hybrid", fusion="fitted")
    sets = read_sets(options.folder, options.only)
    found = []
    for evaluation in measure(options.folder, sets, ways, bars, each_set=options.each):
        found.append(plain(evaluation))
        if not options.json:
            sys.stdout.write("\n".join(told(evaluation, misses=options.misses)) + "\n")
            sys.stdout.flush()
    if options.json:
        sys.stdout.write(json.dumps({"evaluations": found}, ensure_ascii=False) + "\n")
    return 0


def project_bars() -> Path:
    return paths.resource_root() / "golden" / "bars-project.toml"


if __name__ == "__main__":
    raise SystemExit(main())
