"""The scores of structure: what counts as right, and what must not."""

from dataclasses import replace

import pytest

from development.checking.section_scores import Score, Share, Wanted, aligned, bare_number, compared, score
from development.checking.structure import Told
from insurance_desktop.domain.conversion import (
    Block,
    BlockKind,
    Clause,
    Conversion,
    Finding,
    SourceSpan,
    Table,
)
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import ConversionStatus, Severity


def clause(number: str, title: str, text: str = "", parent: str | None = None, at: tuple[int, int] = (0, 0)) -> Clause:
    return Clause(number, title, 2, parent, 0, 1, 1, text, markdown_start=at[0], markdown_end=at[1])


def converted(*clauses: Clause) -> Conversion:
    return Conversion("", 4, ConversionStatus.CONVERTED, None, clauses=clauses)


def section(number: str, title: str, parent: str | None = None, **more: object) -> dict[str, object]:
    return {"id": number, "title": title, "parent": parent, "kind": "clause", **more}


ONE = clause("1", "Contract", "Contract The whole agreement ends here.")
TWO = clause("1.1", "Waiting period", "Waiting period Ninety days from the start.", "1")
THREE = clause("2", "Cover", "Cover We pay.")


def test_number_title_and_order_must_be_right() -> None:
    listed = {"sections": [section("1", "Contract"), section("1.1", "Waiting period", "1"), section("2", "Covers")]}
    found = score(listed, converted(ONE, TWO, THREE))
    assert found.sections == Share(2, 3)
    assert found.missing == ("2 Covers",)
    assert found.extra == 1


def test_a_section_out_of_order_is_displaced() -> None:
    listed = {"sections": [section("1", "Contract"), section("1.1", "Waiting period", "1"), section("2", "Cover")]}
    found = score(listed, converted(THREE, ONE, TWO))
    assert (found.sections, found.displaced) == (Share(2, 3), 1)


def test_the_longest_chain_is_taken_where_names_repeat() -> None:
    wanted = [Wanted.of_section(section("", name)) for name in "abcab"]
    found = compared([clause("", name) for name in "cabcab"])
    assert aligned(wanted, found) == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5}


def test_parents_are_known_by_number_or_title_and_at_any_height() -> None:
    inner = clause("1.1/(1)", "Item", parent="1.1")
    listed = {"sections": [section("1.1", "Waiting period", "Contract"), section("(1)", "Item", "1")]}
    assert score(listed, converted(ONE, TWO, inner)).parents == Share(2, 2)
    wrong = {"sections": [section("1.1", "Waiting period", "2"), section("(1)", "Item", "Cover")]}
    assert score(wrong, converted(ONE, TWO, inner)).parents == Share(0, 2)


def test_a_text_must_begin_and_end_as_listed() -> None:
    entry = section("1", "Contract", first10="The whole", last10="ends here")
    assert score({"sections": [entry]}, converted(ONE)).texts == Share(1, 1)
    cut = {**entry, "last10": "ends nowhere"}
    assert score({"sections": [cut]}, converted(ONE)).texts == Share(0, 1)


def test_diseases_count_wherever_the_list_has_them() -> None:
    apart = {"sections": [section("2", "Cover")], "disease_items": [{"title": "Waiting period", "section": "1"}]}
    among = {"sections": [section("1.1", "Waiting period", "1", kind="disease"), section("2", "Cover")]}
    assert score(apart, converted(TWO, THREE)).by_kind["disease"] == Share(1, 1)
    assert score(among, converted(TWO, THREE)).by_kind["disease"] == Share(1, 1)
    assert score(apart, converted(THREE)).by_kind["disease"] == Share(0, 1)
    assert score(apart, converted(THREE)).sections == Share(1, 1)


@pytest.mark.parametrize(
    ("printed", "bare"), [("1.2.", "1.2"), ("2.4/\uff08\u4e00\uff09", "\u4e00"), ("\u2776", "\u2776"), ("(3)", "3")]
)
def test_a_number_is_compared_without_what_stands_around_it(printed: str, bare: str) -> None:
    assert bare_number(printed) == bare


def test_a_table_needs_its_header_and_its_owner() -> None:
    table = Table(1, "", ("Age", "Rate"), (("1", "2"),), 1, 2, boxes=(Box(1, 0, 0, 9, 9),))
    owner, other = clause("1", "Contract", at=(0, 40)), clause("2", "Cover", at=(40, 60))
    conversion = replace(
        converted(owner, other),
        tables=(table,),
        blocks=(Block(0, BlockKind.TABLE, "", (Box(1, 0, 0, 9, 9),), table=0),),
        source_map=(SourceSpan(20, 30, 0, ()),),
    )
    entry = {"page": 1, "section": "1", "header": ["Age", "Rate"]}
    right = score({"sections": [], "tables": [entry]}, conversion)
    assert (right.headers, right.owners) == (Share(1, 1), Share(1, 1))
    wrong = score({"sections": [], "tables": [{**entry, "header": ["Age"], "section": "2"}]}, conversion)
    assert (wrong.headers, wrong.owners) == (Share(0, 1), Share(0, 1))


@pytest.mark.parametrize(
    ("severity", "kind", "is_silent"),
    [
        (Severity.BLOCKING, FindingKind.SECTION_TWICE, False),
        (Severity.WARNING, FindingKind.SECTION_TWICE, True),
        (Severity.BLOCKING, FindingKind.UNREADABLE, True),
    ],
)
def test_only_a_blocking_finding_of_structure_breaks_the_silence(
    severity: Severity, kind: FindingKind, is_silent: bool
) -> None:
    listed = {"sections": [section("3", "Payment")]}
    found = score(listed, replace(converted(ONE), findings=(Finding(kind, severity, ""),)))
    assert Told("a", 1, found, ()).is_silent is is_silent


def test_scores_add_up() -> None:
    one = score({"sections": [section("1", "Contract")]}, converted(ONE))
    both = one + score({"sections": [section("3", "Payment")]}, converted(ONE))
    assert (both.sections, both.by_kind["clause"], both.pages) == (Share(1, 2), Share(1, 2), 8)
    assert isinstance(both, Score)
