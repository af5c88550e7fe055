"""Made documents in which every two ways of printing a contract meet: each comes back as it was made.

`python -m development.checking.grid --each` says what is wrong of each.
"""

from dataclasses import replace
from itertools import combinations

import pymupdf
import pytest

from development.checking.grid import combinations_of, lines, never_exact, said
from development.checking.grid_scores import checked, compare
from development.making.grid.combination import HABITS, RULES, Combination, broken_rule, combination_of
from development.making.grid.cover import cover, possible_meetings
from development.making.grid.document import make
from development.making.grid.expected import SectionKind
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.packs.loader import load_pack

COVER = combinations_of()
PLAIN = Combination()


@pytest.mark.parametrize("combination", COVER, ids=lambda each: each.name.replace(" ", "-"))
def test_a_made_document_comes_back_as_it_was_made(combination):
    result = checked(combination)
    assert result.wrong == ()
    assert result.blocked_by == ()


def test_every_two_ways_that_can_meet_do_meet_and_no_document_breaks_a_rule():
    met = {pair for each in COVER for pair in combinations(((habit, getattr(each, habit)) for habit in HABITS), 2)}
    assert set(possible_meetings(2)) <= met
    assert not [each for each in COVER if broken_rule({habit: getattr(each, habit) for habit in HABITS})]
    assert cover() == COVER[: len(cover())]


def test_every_way_is_in_the_cover_and_every_rule_says_why():
    for habit, ways in HABITS.items():
        assert {getattr(each, habit) for each in COVER} == set(ways), habit
    for rule in RULES:
        assert rule.why
        broken = {habit: min(ways) for habit, ways in rule.ways.items()}
        assert broken_rule(broken) is not None, rule.why


def test_a_document_is_the_same_each_time_and_of_three_to_six_pages():
    for combination in (
        PLAIN,
        combination_of("inline line article part terms face continued one header sentence bold"),
    ):
        made = make(combination)
        assert made.pdf == make(combination).pdf
        assert 3 <= len(pymupdf.open("pdf", made.pdf)) <= 6
        assert len(made.pdf) < 100_000


def test_what_is_asked_is_what_was_printed():
    made = make(combination_of("column label decimal plain numbered stroke ruled none none none numbered"))
    numbers = [each.id for each in made.sections]
    assert numbers[:3] == ["1", "1.1", "1.2"]
    assert [each.id for each in made.sections if each.kind is SectionKind.DEFINITION] == [
        "5.1",
        "5.2",
        "5.3",
        "5.4",
        "5.5",
    ]
    assert [each.parent for each in made.sections if each.kind is SectionKind.DISEASE] == ["2.4"] * 5
    words = "".join(page.get_text() for page in pymupdf.open("pdf", made.pdf)).replace("\n", "").replace(" ", "")
    for each in made.sections:
        assert each.first10 in words
        assert each.last10 in words
    assert made.tables[0].owner == "2.2"


def test_each_kind_of_fault_is_seen():
    combination = combination_of("column label decimal plain numbered stroke ruled none none none none")
    made = make(combination)
    conversion = convert_bytes(made.pdf, load_pack("insurance"))
    assert compare(combination, made, conversion).is_exact
    first, *others = conversion.clauses[2:]
    table = conversion.tables[0]
    faults = {
        "missing": replace(conversion, clauses=(*conversion.clauses[:2], *others)),
        "not printed": replace(conversion, clauses=(*conversion.clauses, replace(first, section_id="9.9"))),
        "below": _with(conversion, replace(first, parent_section=None)),
        "text of": _with(conversion, replace(first, text=first.text[:-2])),
        "page of": _with(conversion, replace(first, page_number=9)),
        "tables": replace(conversion, tables=()),
        "table: header": replace(conversion, tables=(replace(table, headers=("", "", "")),)),
        "table: 3 rows": replace(conversion, tables=(replace(table, rows=table.rows[:-1]),)),
    }
    for begins, fault in faults.items():
        wrong = compare(combination, made, fault).wrong
        assert any(each.startswith(begins) for each in wrong), begins


def _with(conversion, clause):
    """The conversion with this clause in place of the one at its id."""
    clauses = tuple(clause if each.section_id == clause.section_id else each for each in conversion.clauses)
    return replace(conversion, clauses=clauses)


def test_the_command_tells_each_way_and_what_never_comes_back():
    right = checked(PLAIN)
    wrong = replace(right, wrong=("missing: 1.1",), combination=replace(PLAIN, contents="one"))
    told = list(lines([right, wrong, wrong, wrong]))
    assert any(each.startswith("contents     one") and "0/3" in each and "3 missing" in each for each in told)
    assert "never exact in 3: contents=one" in list(never_exact([right, wrong, wrong, wrong]))
    assert list(said(wrong))[1].strip() == "missing: 1.1"
