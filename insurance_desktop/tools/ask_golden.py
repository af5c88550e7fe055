"""Asks the development questions of real clauses and prints what came. Development only; needs the corpus.

    python -m insurance_desktop.tools.ask_golden ../shared/corpus

A library is built in a temporary folder from the clause PDFs that the questions name (imported, approved with their
findings accepted), then every question is asked of its document: with the fitted order and with the seeds' RRF.
`Asker` is all that is asked, so another face (the MCP client) can stand in for the services.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from insurance_desktop.domain.answers import ExclusionAnswer, SearchRequest
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.identity import normalised, same_mark
from insurance_desktop.services import excluding, ingesting, reviewing, searching
from insurance_desktop.services.library import Library, open_library

DOCUMENTS = (
    "youngpj-kangaibao__doc_baoxiantiaokuan.pdf",
    "youngpj-msbaoxian__doc_baoxiantiaokuanA.pdf",
    "youngpj-toulianxian__pdf_tiaokuan.pdf",
)
FUSIONS = ("fitted", "rrf")


@dataclass(frozen=True, slots=True)
class Golden:
    """A development question with what is right."""

    identifier: str
    tier: str
    file: str
    question: str
    sections: tuple[str, ...]
    items: tuple[tuple[str, str], ...]
    also: tuple[str, ...]
    style: str

    def accepts(self, section: str) -> bool:
        return normalised(section) in {normalised(each) for each in (*self.sections, *self.also)}


@dataclass(frozen=True, slots=True)
class Excluded:
    """What an exclusion check said: (section, mark) of the matched items, and all sections that it led to."""

    items: tuple[tuple[str, str], ...]
    sections: tuple[str, ...]
    possible: int
    risk_detected: bool


class Asker(Protocol):
    """Whoever answers: the services here, a client of the MCP server elsewhere."""

    def sections(self, golden: Golden, fusion: str) -> tuple[str, ...]:
        """The sections of the hits, best first; () where the answer is that there is none."""

    def excluded(self, golden: Golden) -> Excluded:
        """What the exclusion check says of the question as a scenario."""


class AskingServices:
    """Asks the services in this process."""

    def __init__(self, library: Library, documents: dict[str, tuple[int, int]]) -> None:
        self.library = library
        self.documents = documents

    def sections(self, golden: Golden, fusion: str) -> tuple[str, ...]:
        document_id, _ = self.documents[golden.file]
        request = SearchRequest(golden.question, document_id=document_id, fusion=fusion, top_k=5)
        return tuple(hit.section_id for hit in searching.search(self.library, request).results)

    def excluded(self, golden: Golden) -> Excluded:
        _, product_id = self.documents[golden.file]
        answer = excluding.check_exclusions(self.library, golden.question, product=product_id, strict=False)
        return summed(answer)


def summed(answer: ExclusionAnswer) -> Excluded:
    matched = [each for each in answer.matched_clauses if each.mark == "matched"]
    defined = [chunk.split("-")[1] for each in matched for chunk in each.definitions]
    return Excluded(
        items=tuple((each.section_id, each.item or "") for each in matched),
        sections=tuple(dict.fromkeys([*(each.section_id for each in matched), *defined])),
        possible=sum(each.mark == "possible" for each in answer.matched_clauses),
        risk_detected=answer.risk_detected,
    )


def read_golden(corpus: Path) -> list[Golden]:
    lines = (corpus / "qa" / "golden_dev.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        Golden(
            each["id"],
            each["tier"],
            each["file"],
            each["question"],
            tuple(each["expected_section_ids"]),
            tuple((section, mark) for section, mark in each.get("expected_items", ())),
            tuple(each.get("also_accept", ())),
            each.get("style", ""),
        )
        for each in map(json.loads, lines)
    ]


@contextmanager
def golden_library(corpus: Path, files: Sequence[str]) -> Iterator[tuple[Library, dict[str, tuple[int, int]]]]:
    """A library of these PDFs, approved: document id and product id by file name."""
    with tempfile.TemporaryDirectory() as folder, open_library(Path(folder) / "golden.db") as library:
        found: dict[str, tuple[int, int]] = {}
        for number, file in enumerate(files, start=1):
            given = GivenMetadata(product_code=f"G{number}")
            imported = ingesting.import_paths(library, [corpus / "insurance" / file], given=given)
            document = imported[0].document
            assert document is not None
            reviewing.approve(
                library, document.document_id, reviewer="ask_golden", accept_findings_reason="development run"
            )
            found[file] = (document.document_id, document.product_id or 0)
        yield library, found


def share(values: Sequence[bool]) -> str:
    return f"{sum(values)}/{len(values)} = {sum(values) / len(values):.3f}" if values else "-"


def report(asker: Asker, questions: Sequence[Golden], say: Callable[[str], None], *, misses: bool) -> None:
    """Prints all tiers for both fusions, then the exclusion check."""
    for fusion in FUSIONS:
        answers = {golden.identifier: asker.sections(golden, fusion) for golden in questions}
        report_search(fusion, questions, answers, say, misses=misses)
    report_exclusions([golden for golden in questions if golden.tier == "exclusion"], asker, say, misses=misses)


def report_search(
    fusion: str,
    questions: Sequence[Golden],
    answers: dict[str, tuple[str, ...]],
    say: Callable[[str], None],
    *,
    misses: bool,
) -> None:
    by_tier = {tier: [each for each in questions if each.tier == tier] for tier in ("basic", "comparison", "none")}
    first = {
        each.identifier: each.accepts(answers[each.identifier][0]) if answers[each.identifier] else False
        for each in by_tier["basic"]
    }
    say(f"{fusion}: basic first hit right      {share(list(first.values()))}")
    third = [any(each.accepts(s) for s in answers[each.identifier][:3]) for each in by_tier["basic"]]
    say(f"{fusion}: basic right in first three {share(third)}")
    for style in sorted({each.style for each in by_tier["basic"]}):
        say(f"    {style}: {share([first[each.identifier] for each in by_tier['basic'] if each.style == style])}")
    complete = [
        {normalised(s) for s in each.sections} <= {normalised(s) for s in answers[each.identifier][:3]}
        for each in by_tier["comparison"]
    ]
    say(f"{fusion}: comparison all in three    {share(complete)}")
    say(f"{fusion}: none is silent             {share([not answers[each.identifier] for each in by_tier['none']])}")
    asked = [each for tier in ("basic", "comparison") for each in by_tier[tier]]
    say(f"{fusion}: answerable but silenced    {share([not answers[each.identifier] for each in asked])}")
    if misses:
        for each in by_tier["basic"]:
            if not first[each.identifier]:
                say(f"    miss {each.question} wants {each.sections} got {answers[each.identifier][:3]}")


def report_exclusions(questions: Sequence[Golden], asker: Asker, say: Callable[[str], None], *, misses: bool) -> None:
    sections: list[bool] = []
    items: list[bool] = []
    precise: list[bool] = []
    quiet: list[bool] = []
    possible: list[int] = []
    for each in questions:
        said = asker.excluded(each)
        possible.append(said.possible)
        if not each.sections:
            quiet.append(not said.risk_detected)
            continue
        wanted = [any(normalised(section) == normalised(got) for got in said.sections) for section in each.sections]
        right = [any(same_item(item, got) for got in said.items) for item in each.items]
        sections += wanted
        items += right
        precise += [any(same_item(item, got) for item in each.items) for got in said.items]
        if misses and not all(right):
            say(f"    miss {each.question} wants {each.items} got {said.items}")
    say(f"exclusions: section recall {share(sections)}")
    say(f"exclusions: item recall    {share(items)}")
    say(f"exclusions: precision      {share(precise)}")
    say(f"exclusions: quiet where nothing is mentioned {share(quiet)}")
    say(f"exclusions: possible items a scenario {sum(possible) / max(len(possible), 1):.1f}")


def same_item(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return normalised(one[0]) == normalised(other[0]) and same_mark(one[1], other[1])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--misses", action="store_true", help="print each basic and exclusion question that went wrong")
    options = parser.parse_args(arguments)
    questions = [each for each in read_golden(options.corpus) if each.file in DOCUMENTS]
    with golden_library(options.corpus, DOCUMENTS) as (library, documents):
        report(AskingServices(library, documents), questions, _print, misses=options.misses)
    return 0


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
