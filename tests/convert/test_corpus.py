"""The development corpus: real clauses of insurers; these tests skip where it is not beside the checkout."""

import json
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from development.checking.first_pages import RIGHT, judge
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.conversion import Agreement
from insurance_desktop.domain.identity import normalised, same_mark
from insurance_desktop.domain.kinds import FindingKind, ReasonKind
from insurance_desktop.domain.states import ConversionStatus

pytestmark = pytest.mark.corpus
TRUTH = Path(__file__).parent / "truth"
SCAN = "youngpj-toulianxian__citypdf_modules_jiangxi.pdf"


@pytest.fixture(scope="module")
def conversions(corpus):
    """Every insurance PDF of the corpus, converted once."""
    files = sorted((corpus / "insurance").glob("*.pdf"))
    with ConversionWorkers(count=2) as workers:
        return dict(workers.convert_many(((file.name, file.read_bytes()) for file in files), "insurance"))


@pytest.fixture(scope="module")
def golden(corpus):
    lines = (corpus / "qa" / "golden_dev.jsonl").read_text(encoding="utf-8").splitlines()
    expected = defaultdict(set)
    items = defaultdict(set)
    for line in lines:
        question = json.loads(line)
        expected[question["file"]].update(question["expected_section_ids"], question.get("also_accept", ()))
        items[question["file"]].update((section, mark) for section, mark in question.get("expected_items", ()))
    return expected, items


def test_every_file_ends_in_a_state_with_its_reason(conversions):
    assert len(conversions) == 28
    for name, conversion in conversions.items():
        assert conversion.status is not ConversionStatus.QUEUED, name
        assert (conversion.reason is None) == (conversion.status is ConversionStatus.CONVERTED), name
    assert conversions[SCAN].status is ConversionStatus.NEEDS_ATTENTION


@pytest.mark.requirement("SC-004")
def test_no_glyph_is_unaccounted_and_a_second_reading_agrees(conversions):
    for name, conversion in conversions.items():
        coverage = conversion.coverage
        assert coverage.unaccounted == 0, name
        assert coverage.glyphs == coverage.in_markdown + coverage.excluded, name
        kinds = {finding.kind for finding in conversion.findings}
        assert not kinds & {FindingKind.UNACCOUNTED, FindingKind.ACCOUNTED_TWICE}, name
        assert coverage.second_reading == Agreement(True, 0), name


@pytest.mark.requirement("FR-009a")
def test_every_section_that_the_golden_questions_name_is_found_once(conversions, golden):
    for file, sections in golden[0].items():
        ids = [normalised(clause.section_id) for clause in conversions[file].clauses]
        assert not {each for each in sections if ids.count(normalised(each)) != 1}, file


def test_every_item_that_the_golden_questions_name_is_found(conversions, golden):
    for file, items in golden[1].items():
        found = {normalised(clause.section_id): clause.items for clause in conversions[file].clauses}
        missing = [
            (section, mark)
            for section, mark in items
            if not any(same_mark(mark, item.mark) for item in found[normalised(section)])
            and normalised(f"{section}/{mark}") not in found  # an item with a title is a section
        ]
        assert not missing, file


@pytest.mark.parametrize(
    "file", ["kangaibao__doc_baoxiantiaokuan", "msbaoxian__doc_baoxiantiaokuanA", "toulianxian__pdf_tiaokuan"]
)
def test_the_table_of_contents_agrees_with_the_sections_and_all_references_resolve(conversions, file):
    conversion = conversions[f"youngpj-{file}.pdf"]
    assert conversion.status is ConversionStatus.CONVERTED
    assert not [each for each in conversion.findings if each.kind.family is ReasonKind.STRUCTURE]
    assert conversion.references
    assert all(reference.resolved for reference in conversion.references)


def test_the_plan_table_keeps_its_merged_cells(conversions):
    tables = conversions["youngpj-kangaibao__doc_baoxiantiaokuan.pdf"].tables
    rows = [row for table in tables for row in table.rows]
    assert any("一般医疗保险金" in row and "6万元" in row and "100万元" in row for row in rows)


def test_the_benefit_illustration_over_two_pages_has_twenty_columns_and_one_header(conversions):
    table = conversions["youngpj-toulianxian__pdf_shuomingshu.pdf"].tables[-1]
    assert table.column_count == 20
    assert [row[0] for row in table.rows[1:]] == [*map(str, range(1, 16)), *map(str, range(20, 80, 5))]


TWO_LISTS_OF_ONE_FORM = frozenset({"103.pdf"})
"""Below 一 and 二, which are sentences, stand titles that count alike: a person must say where they belong."""


@pytest.mark.parametrize("folder", ["traditional", "scans"])
def test_the_other_folders_end_in_a_state_too(corpus, folder):
    with ConversionWorkers() as workers:
        for file in sorted((corpus / folder).glob("*.pdf")):
            conversion = workers.convert(file.read_bytes(), "insurance")
            assert conversion.coverage.unaccounted == 0, file.name
            is_in_doubt = folder == "scans" or file.name in TWO_LISTS_OF_ONE_FORM
            expected = ConversionStatus.NEEDS_ATTENTION if is_in_doubt else ConversionStatus.CONVERTED
            assert conversion.status is expected, file.name


def test_the_first_pages_say_what_somebody_read_there(conversions):
    entries = tomllib.loads((TRUTH / "first_pages.toml").read_text(encoding="utf-8"))
    stems = {Path(name).stem: each.printed for name, each in conversions.items()}
    judged = [judge(name, printed, entries[name]) for name, printed in stems.items() if name in entries]
    wrong = [
        (each.name, verdict.field, verdict.said)
        for each in judged
        for verdict in each.verdicts
        if verdict.outcome != RIGHT and not each.is_picture
    ]
    assert len(judged) == 28
    assert not wrong
