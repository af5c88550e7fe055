"""Hand-written documents with exclusion questions, and known cases by ground: what the marks are fitted on.

In development/training `documents/` holds `NAME.md`, a contract as Markdown, beside `NAME.jsonl`, its questions;
`exclusion_cases.jsonl` holds scenarios by ground. The documents stand in a throw-away library, so that what
is fitted is what runs.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from development.bare_library import BareDocument, add_verified
from development.training.own_documents import read_markdown
from insurance_desktop.convert.clauses.clause_tree import read_clauses
from insurance_desktop.convert.clauses.references import read_references
from insurance_desktop.domain.identity import normalised, same_mark, text_sha256
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder, Vectors
from insurance_desktop.index.exclusion_grounds import ExclusionGrounds, read_grounds
from insurance_desktop.index.matching import CASE, LISTED, Spoken, cases_among
from insurance_desktop.services.answers.exclusion_list import all_units
from insurance_desktop.services.answers.exclusion_marks import spoken
from insurance_desktop.services.answers.exclusion_units import Unit
from insurance_desktop.store.opening import open_database

from .grounds import Case

CASES = "exclusion_cases.jsonl"
TOPICS = "topics.jsonl"
_NEAR_MISS = "not mentioned: near"
"""How the notes of scenarios begin that only look like an exclusion of their document."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A scenario beside the exclusions of its document.

    `right` are the passages that it falls under; `counted` those that are surely right or wrong: one that is a
    reasonable answer too is neither. `grounds` are those of the right ones; where a definition's case decides, its.
    `is_near`: nothing in the document refuses it, though it comes as near to an exclusion as life allows.
    """

    document: str
    question: str
    passages: tuple[Spoken, ...]
    right: npt.NDArray[np.bool_]
    counted: npt.NDArray[np.bool_]
    grounds: tuple[str, ...]
    is_mentioned: bool
    is_near: bool = False

    @property
    def is_case(self) -> npt.NDArray[np.bool_]:
        return cases_among(self.passages)


class _Silent(Embedder):
    """An embedder for a library whose windows nobody asks."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        found = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        found[:, 0] = 1.0
        return found


def read_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def known_cases(training: Path, corpus: Path, pack: DomainPack) -> list[Case]:
    """The written cases, the pack's everyday words, and the questions on the standard exclusions of the corpus."""
    grounds = read_grounds(pack)
    cases = [Case(each["case"], (each["ground"],)) for each in read_lines(training / CASES)]
    cases += [Case(word, (each.name,), 0.5) for each in pack.exclusion_grounds for word in each.street]
    for topic in read_lines(corpus / "qa" / TOPICS):
        if topic["category"] != pack.exclusion_category or "property" in topic["kinds"]:
            continue
        given = tuple(sorted({name for title in topic["titles"] for name in grounds.printed_in(title)}))
        if given:
            cases += [Case(text, given) for text in topic["questions"]]
            cases += [Case(text, given, 0.5) for text in topic["street"]]
    return cases


def case_digests(training: Path, corpus: Path, pack: DomainPack) -> dict[str, str]:
    """The sha256 of what `known_cases` reads, by name."""
    files = (training / CASES, corpus / "qa" / TOPICS)
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files} | {
        "exclusion_grounds": text_sha256(repr(pack.exclusion_grounds))
    }


def labelled(names: Iterable[str], training: Path, pack: DomainPack, embedder: Embedder) -> list[Labelled]:
    """The exclusion questions of these documents."""
    found: list[Labelled] = []
    for name in names:
        text = training / "documents" / f"{name}.md"
        asked = [each for each in read_lines(text.with_suffix(".jsonl")) if each["tier"] == "exclusion"]
        units = units_of(text, pack, embedder)
        found += [_labelled(name, each, units, read_grounds(pack)) for each in asked]
    return found


def units_of(path: Path, pack: DomainPack, embedder: Embedder) -> list[Unit]:
    markdown = read_markdown(path)
    read = read_clauses(markdown, (), (), pack)
    document = BareDocument(path.stem, read, read_references(read, markdown, (), pack), markdown=markdown)
    silent = _Silent(embedder.model_path, embedder.tokenizer_path)
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "documents.db")
        with database.write() as connection:
            document_id = add_verified(connection, document, pack, silent)
        with database.read() as connection:
            units = all_units(connection, pack, [document_id])
        database.close()
    return units


def _labelled(document: str, asked: dict[str, Any], units: Sequence[Unit], grounds: ExclusionGrounds) -> Labelled:
    items = [(normalised(section), mark) for section, mark in asked.get("expected_items") or ()]
    sections = {normalised(each) for each in asked["expected_section_ids"]}
    also = {normalised(each) for each in asked.get("also_accept") or ()}
    listed = {section for section, _ in items}
    right, counted = [], []
    for unit in units:
        section = normalised(unit.row.section_id)
        named = unit.item is not None and any(
            section == each and same_mark(mark, unit.item.mark) for each, mark in items
        )
        is_alone = section in sections - listed and unit.kind != CASE
        right.append(named or is_alone)
        is_open = section in also or (section in sections and section not in listed)
        counted.append(named or is_alone or not is_open)
    mine = [unit for unit, is_right in zip(units, right, strict=True) if is_right]
    given = {name for unit in mine if unit.kind == CASE for name in grounds.printed_in(unit.text)}
    given = given or {name for unit in mine if unit.kind == LISTED for name in _grounds_of(unit, grounds)}
    return Labelled(
        document,
        asked["question"],
        tuple(spoken(units)),
        np.array(right, dtype=bool),
        np.array(counted, dtype=bool),
        tuple(sorted(given)),
        bool(sections),
        str(asked.get("note", "")).startswith(_NEAR_MISS),
    )


def _grounds_of(unit: Unit, grounds: ExclusionGrounds) -> frozenset[str]:
    defined = {name for row in unit.definitions for name in grounds.printed_in(row.text[:160])}
    return grounds.refused_by(grounds.printed_in(unit.text) | defined)
