"""The converter reads the samples back as they were written: every section, every paragraph, every cell."""

import re
import tomllib
from functools import cache

import pytest

from development.making.samples import TEXT, edition_chapters, rate
from insurance_desktop import paths
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.states import ConversionStatus

WRITTEN = tomllib.loads(TEXT.read_text(encoding="utf-8"))


@cache
def converted(name: str) -> Conversion:
    with ConversionWorkers() as workers:
        return workers.convert((paths.resource_root() / "samples" / name).read_bytes(), "insurance")


def bare(text: str) -> str:
    return re.sub(r"[\s*=]", "", text)


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize("edition", [1, 2])
def test_every_section_and_paragraph_comes_back(edition):
    conversion = converted(f"clause-{edition}.pdf")
    texts = {clause.section_id: clause for clause in conversion.clauses}
    paragraphs = {bare(each) for each in conversion.markdown.split("\n\n")}
    assert conversion.status is ConversionStatus.CONVERTED
    for chapter in edition_chapters(WRITTEN, edition):
        assert texts[chapter["number"]].section_title == chapter["title"]
        for section in chapter["section"]:
            lost = [each for each in section["text"].strip().splitlines() if bare(each) not in paragraphs]
            assert not lost, section.get("number") or section["label"]
            if "number" in section:
                assert texts[section["number"]].section_title == section["title"]


def test_every_glyph_is_accounted_for_and_every_pointer_resolved():
    conversion = converted("clause-2.pdf")
    assert conversion.coverage.unaccounted == 0
    assert len(conversion.references) >= 20
    assert all(reference.resolved for reference in conversion.references)


def test_the_exclusions_are_items_of_one_clause():
    (clause,) = (each for each in converted("clause-1.pdf").clauses if each.section_id == "2.5")
    assert "Exclusion" in clause.category
    assert [item.mark for item in clause.items] == [f"（{number}）" for number in range(1, 9)]


def test_the_rate_table_comes_back_as_one_table_cell_by_cell():
    (table,) = converted("rates.pdf").tables
    rates = WRITTEN["rates"]
    ages = [row for row in table.rows if row[0].isdigit()]
    expected = [
        (str(age), *(rate(WRITTEN, age, sex, years) for sex in range(2) for years in rates["years"]))
        for age in range(61)
    ]
    assert ages == expected
    assert table.unit == "元（每一万元基本保险金额）"
    assert table.headers[1:] == (*rates["terms"], *rates["terms"])
