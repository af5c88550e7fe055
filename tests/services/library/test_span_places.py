"""A passage is cited with the page on which it is printed, however many pages its clause has."""

import io
import json
import subprocess
import sys
import zipfile

import pytest
from long_clauses import ITEMS, LOSS, STEPS, PrintedPages, bare, draw_long_clauses
from stand_ins import open_workspace_with
from two_products import EMBEDDER

from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.quotes import Verdict
from insurance_desktop.services.answers.answer_checking import check_answer
from insurance_desktop.services.answers.clause_reading import ClauseScope, find_clause
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.answers.quote_checking import QuoteScope, check_quote
from insurance_desktop.services.answers.surrender import surrender_logic
from insurance_desktop.services.evidence.evidence_pack import make_evidence
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.links import follow, link_to_clause
from insurance_desktop.services.library.span_places import SpanPlaces
from insurance_desktop.services.review import decisions
from insurance_desktop.store.clauses import clauses


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    return draw_long_clauses(tmp_path_factory.mktemp("drawn") / "long.pdf")


@pytest.fixture(scope="module")
def shelf(drawn, tmp_path_factory):
    """A library with the long clauses, verified as they were converted."""
    path = tmp_path_factory.mktemp("shelf") / "library.db"
    with open_workspace_with(path, embedder=lambda: EMBEDDER) as workspace:
        approve(workspace.engine, import_paths(workspace.library, workspace.converter, [drawn])[0].document.document_id)
        yield workspace


@pytest.fixture(scope="module")
def pages(drawn):
    return PrintedPages(drawn.read_bytes())


def approve(engine, document_id):
    decisions.approve(engine, document_id, reviewer="王", accept_findings_reason="样本，逐条看过")


def clause_of(library, section):
    with library.database.read() as connection:
        return clauses.by_section(connection, [1], section)[0]


def quoted(engine, words, section=None):
    check = check_quote(engine, words, QuoteScope(document_id=1, section=section)).check
    assert check.verdict is Verdict.EXACT
    return check


def stands(pages, words, source):
    """The words stand in the lines that the source marks, and these lie on the pages that it names."""
    assert {box.page for box in source.boxes} == {*range(source.page_number, source.page_to + 1)}
    assert bare(words) in pages.within(source.boxes)
    assert len(pages.within(source.boxes)) < 3 * len(bare(words)) + 60
    return True


@pytest.mark.requirement("FR-007")
def test_a_quotation_has_the_page_of_its_own_words(shelf, pages):
    clause = clause_of(shelf.library, "2.5")
    assert clause.page_to == clause.page_number + 1
    found = set()
    for item in ITEMS:
        check = quoted(shelf.engine, item, "2.5")
        assert stands(pages, item, check.source_reference)
        found.add(check.source_reference.page_number)
    assert found == {clause.page_number, clause.page_to}


@pytest.mark.requirement("FR-007")
def test_a_quotation_that_runs_over_a_page_says_from_where_to_where(shelf, pages):
    clause = clause_of(shelf.library, "2.5")
    break_at = next(place for place, item in enumerate(ITEMS) if bare(item) in pages.on(clause.page_to))
    words = "\n".join(ITEMS[break_at - 2 : break_at + 1])
    source = quoted(shelf.engine, words).source_reference
    assert (source.page_number, source.page_to) == (clause.page_number, clause.page_to)
    assert bare(words) in pages.within(source.boxes)


def test_a_quotation_that_begins_with_the_heading_begins_where_the_clause_does(shelf):
    clause = clause_of(shelf.library, "2.5")
    source = quoted(shelf.engine, f"{clause.section_id} {clause.section_title}\n{clause.text[:30]}").source_reference
    assert (source.page_number, source.page_to) == (clause.page_number, clause.page_number)


def test_words_over_the_border_of_two_clauses_begin_on_the_page_of_the_first_of_them(shelf, pages):
    before, behind = clause_of(shelf.library, "2.5"), clause_of(shelf.library, "2.6")
    words = f"{before.text[-40:]}\n{behind.section_id}\n{behind.section_title}\n{behind.text[:20]}"
    source = quoted(shelf.engine, words).source_reference
    assert source.page_number == before.page_to
    assert source.page_to == behind.page_number
    assert bare(before.text[-40:]) in pages.within(source.boxes)


def test_a_pasted_answer_and_a_near_quotation_are_placed_the_same_way(shelf, pages):
    clause = clause_of(shelf.library, "2.5")
    item = ITEMS[-2]
    answer = check_answer(shelf.engine, f"条款写着“{item}”，请留意。")
    (checked,) = answer.quotes
    assert stands(pages, item, checked.check.source_reference)
    near = check_quote(shelf.engine, item.replace("擅自进入", "自行进入"), QuoteScope(document_id=1)).check
    assert near.verdict is Verdict.NEAR
    assert near.source_reference.page_number == clause.page_to
    assert stands(pages, item[-12:], near.source_reference)


@pytest.mark.requirement("FR-002")
def test_each_exclusion_has_its_own_page(shelf, pages):
    answer = check_exclusions(shelf.engine, "被保险人乘坐热气球", document_id=1, everything=True, budget=1_000_000)
    listed = [each for each in answer.matched_clauses if each.section_id == "2.5"]
    assert len(listed) >= len(ITEMS)
    found = set()
    for each in listed:
        assert bare(each.text) in pages.within(each.source_reference.boxes)
        assert bare(each.text) in pages.on(each.source_reference.page_number, each.source_reference.page_to)
        found.add(each.source_reference.page_number)
    clause = clause_of(shelf.library, "2.5")
    assert found == {clause.page_number, clause.page_to}


@pytest.mark.requirement("FR-002")
def test_each_sentence_on_ending_the_policy_has_its_own_page(shelf, pages):
    answers = [surrender_logic(shelf.engine, "YH1001", "surrender")]
    while answers[-1].next_cursor is not None:
        answers.append(surrender_logic(shelf.engine, "YH1001", "surrender", cursor=answers[-1].next_cursor))
    passages = [
        each
        for answer in answers
        for each in (*answer.calculation_rules, *answer.conditions, *answer.consequences, answer.definition)
        if each is not None
    ]
    loss = next(each for each in passages if each.text == LOSS)
    clause = clause_of(shelf.library, "7.1")
    assert loss.page_number == loss.page_to == clause.page_to > clause.page_number
    for each in passages:
        assert bare(each.text) in pages.within(each.boxes)
        assert {box.page for box in each.boxes} == {*range(each.page_number, each.page_to + 1)}


def test_a_clause_says_where_it_ends_and_its_definitions_where_they_stand(shelf):
    answer = find_clause(shelf.engine, "2.5", ClauseScope(document_id=1))
    source = answer.hit.source_reference
    assert source.page_to == source.page_number + 1
    assert {box.page for box in source.boxes} == {source.page_number, source.page_to}
    defined = find_clause(shelf.engine, "1.4", ClauseScope(document_id=1))
    for each in defined.definitions:
        place = clause_of(shelf.library, each.section_id)
        assert (each.page_number, each.page_to) == (place.page_number, place.page_to)
    assert defined.definitions


def test_a_link_opens_the_page_of_the_words(shelf):
    clause = clause_of(shelf.library, "7.1")
    place = follow(shelf.library, link_to_clause(shelf.library, clause.clause_id, clause.page_to))
    assert place.page == clause.page_to
    assert {box.page for box in place.boxes} == {clause.page_to}
    whole = follow(shelf.library, link_to_clause(shelf.library, clause.clause_id))
    assert whole.page == whole.boxes[0].page == clause.page_number


@pytest.mark.requirement("FR-007")
def test_evidence_of_words_shows_and_tells_their_page(shelf, pages, tmp_path):
    clause = clause_of(shelf.library, "2.5")
    pack = make_evidence(shelf.library, shelf.converter, clause.clause_id, ITEMS[-1])
    (tmp_path / "pack.zip").write_bytes(pack)
    with zipfile.ZipFile(tmp_path / "pack.zip") as files:
        files.extractall(tmp_path / "pack")
        told = json.loads(files.read("evidence.json"))
    passage = told["passage"]
    assert clause.text[passage["start"] : passage["end"]] == passage["text"] == ITEMS[-1]
    assert passage["page_number"] == passage["page_to"] == clause.page_to
    assert bare(ITEMS[-1]) in pages.within([Box.from_list(box) for box in passage["boxes"]])
    assert (told["clause"]["page_number"], told["clause"]["page_to"]) == (clause.page_number, clause.page_to)
    assert told["pictures"] == {f"page-{page}.png": page for page in (clause.page_number, clause.page_to)}
    assert {*told["pictures"]} <= {*told["files"]}
    assert told["link"].endswith(f"page={clause.page_to}")
    script = [sys.executable, "-I", str(tmp_path / "pack" / "verify.py")]
    assert subprocess.run(script, check=False, capture_output=True).returncode == 0
    told["passage"]["text"] = told["passage"]["text"].replace("秋千", "木马").replace("旋转", "固定")
    (tmp_path / "pack" / "evidence.json").write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    assert subprocess.run(script, check=False, capture_output=True).returncode == 1


def test_evidence_of_words_that_the_clause_does_not_have_is_of_the_clause(shelf):
    clause = clause_of(shelf.library, "2.5")
    with zipfile.ZipFile(
        io.BytesIO(make_evidence(shelf.library, shelf.converter, clause.clause_id, "没有这样的话"))
    ) as files:
        assert json.loads(files.read("evidence.json"))["passage"] is None


def test_what_a_person_changed_is_placed_between_what_the_page_has(drawn, tmp_path):
    with open_workspace_with(tmp_path / "library.db", embedder=lambda: EMBEDDER) as workspace:
        document_id = import_paths(workspace.library, workspace.converter, [drawn])[0].document.document_id
        markdown = decisions.show(workspace.library, document_id).markdown
        edited = markdown.replace("第30号窗口领取表格", "总服务台领取一式三份的表格")
        assert edited != markdown
        decisions.edit(workspace.library, document_id, markdown=edited, reviewer="王", reason="按更正公告")
        approve(workspace.engine, document_id)
        clause = clause_of(workspace.library, "7.1")
        with workspace.library.database.read() as connection:
            places = SpanPlaces(connection)
            new = places.of_words(clause, "总服务台领取一式三份")
            old = places.of_words(clause, STEPS[0])
            behind = places.of_words(clause, LOSS)
        assert not new.is_exact
        assert new.page_number == new.page_to == clause.page_to
        assert (old.is_exact, old.page_number) == (True, clause.page_number)
        assert (behind.is_exact, behind.page_number) == (True, clause.page_to)


def test_text_without_a_ledger_is_placed_by_its_items_and_else_by_its_clause(filled):
    """Hand-written clauses: nothing is known of their signs."""
    with filled.library.database.read() as connection:
        (clause,) = (row for row in clauses.by_title(connection, [1], ["责任免除"]))
        items = clauses.items_of(connection, [clause.row])[clause.row]
        places = SpanPlaces(connection)
        placed = places.of_words(clause, items[-1].text, items[-1])
        unknown = places.of_words(clause, items[0].text, items[0])
    assert (placed.page_number, placed.boxes) == (5, items[-1].boxes)
    assert (unknown.page_number, unknown.page_to, unknown.is_exact) == (clause.page_number, clause.page_to, False)
