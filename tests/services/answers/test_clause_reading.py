"""One clause, by its id or its number, with its surroundings."""

import pytest
from two_editions import library_of_editions
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_pending, add_verified, clause, open_engine
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.conversion import Table
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.quotes import Verdict
from insurance_desktop.domain.states import AnswerStatus, EditionStatus
from insurance_desktop.services.answers.clause_reading import ClauseScope, find_clause, get_clause
from insurance_desktop.services.answers.library_status import library_status, verified_documents
from insurance_desktop.services.answers.quote_checking import QuoteScope, check_quote
from insurance_desktop.services.library.library import open_reader
from insurance_desktop.services.products.product_lookup import lookup
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    with library_of_editions(tmp_path_factory.mktemp("clauses") / "library.db") as opened:
        yield opened


def test_a_clause_comes_with_its_neighbours_and_references(filled: SearchEngine) -> None:
    chunk = search(filled, SearchRequest("2.4", product_code="2124")).results[0].chunk_id
    answer = get_clause(filled.library, chunk)
    assert answer.status is AnswerStatus.OK and answer.hit is not None
    assert answer.hit.section_id == "2.4"
    assert answer.previous is not None and answer.previous.section_id == "2.3"
    assert answer.next is not None and answer.next.section_id == "5.1"
    assert [(each.to, each.anchor, each.resolved) for each in answer.references] == [("8.5", "（见8.5）", True)]
    (definition,) = answer.definitions
    assert definition.section_id == "8.5"
    assert definition.text is not None and definition.text.startswith("指经检测认定")


def test_an_unknown_id_is_not_found(filled: SearchEngine) -> None:
    assert get_clause(filled.library, "nothing").status is AnswerStatus.NOT_FOUND
    assert get_clause(filled.library, "' OR 1=1 --").status is AnswerStatus.NOT_FOUND


@pytest.mark.parametrize("number", ["2.2", "２．２", "等待期"])
@pytest.mark.parametrize("product", ["QS01", "青松定期寿险", 1])
def test_a_clause_is_found_by_its_number_in_a_product(engine, number, product):
    answer = find_clause(engine, number, ClauseScope(product))
    assert answer.hit.content.startswith("自本合同生效之日起180日")
    assert answer.hit.edition_status is EditionStatus.CURRENT


@pytest.mark.parametrize(
    "name",
    [
        "2.2 等待期",
        "2.2等待期",
        "2．2　等待期",
        "第2.2条 等待期",
        "2.2 等待期条款",
        "2.2《等待期》",
        "2.2等待期（第3页）",
        "2.2 等待期限",
    ],
)
def test_a_clause_is_found_by_number_and_title_together(engine, name):
    answer = find_clause(engine, name, ClauseScope("QS01"))
    assert answer.status is AnswerStatus.OK
    assert (answer.hit.section_id, answer.hit.section_title) == ("2.2", "等待期")


@pytest.mark.parametrize(
    ("name", "places"), [("2.2 犹豫期", {"2.2", "5.2"}), ("9.9 犹豫期", {"5.2"}), ("2.2 保险费率", {"2.2"})]
)
def test_a_number_and_a_title_that_contradict_each_other_are_not_guessed(engine, name, places):
    answer = find_clause(engine, name, ClauseScope("QS01"))
    assert (answer.status, answer.hit) == (AnswerStatus.AMBIGUOUS, None)
    assert {each.section_id for each in answer.places} == places
    assert all(each.product_name == "青松定期寿险" for each in answer.places)
    assert name in answer.message


def test_a_longer_number_is_another_number(engine):
    answer = find_clause(engine, "2.21 等待期", ClauseScope("QS01"))
    assert answer.status is AnswerStatus.AMBIGUOUS
    assert {each.section_id for each in answer.places} == {"2.2"}
    assert find_clause(engine, "2.2.1", ClauseScope("QS01")).hit is None


@pytest.mark.parametrize(("name", "nearest"), [("5.9", {"5.2", "5.3"}), ("身故保险金额", {"2.3"})])
def test_what_is_not_there_comes_with_the_nearest_as_a_hint(engine, name, nearest):
    answer = find_clause(engine, name, ClauseScope("QS01"))
    assert (answer.status, answer.hit) == (AnswerStatus.NOT_FOUND, None)
    assert {each.section_id for each in answer.places} == nearest


def test_an_edition_that_is_not_there_is_answered_with_those_that_are(engine):
    answer = find_clause(engine, "2.2", ClauseScope("QS01", edition="三版"))
    assert answer.status is AnswerStatus.NO_MATCH
    assert "一版, 二版" in answer.message
    assert find_clause(engine, "2.2", ClauseScope("QS01", edition=" 一 版 ")).status is AnswerStatus.OK


def test_an_old_edition_is_read_where_it_is_asked_for(engine):
    answer = find_clause(engine, "2.2", ClauseScope("QS01", edition="一版"))
    assert answer.hit.content.startswith("自本合同生效之日起90日")
    assert answer.hit.edition_status is EditionStatus.SUPERSEDED


def test_a_number_that_several_documents_have_is_not_guessed(engine):
    answer = find_clause(engine, "2.2", ClauseScope())
    assert (answer.status, answer.hit) == (AnswerStatus.AMBIGUOUS, None)
    assert {each.document_id for each in answer.places} == {2, 3}


@pytest.mark.parametrize(
    ("number", "scope", "status"),
    [
        ("9.9", ClauseScope("QS01"), AnswerStatus.NOT_FOUND),
        ("2.2", ClauseScope("没有"), AnswerStatus.NOT_FOUND),
        ("1.1", ClauseScope("W1"), AnswerStatus.NO_MATCH),
        ("1.1", ClauseScope(document_id=4), AnswerStatus.NO_MATCH),
    ],
)
def test_what_is_not_there_is_said(engine, number, scope, status):
    assert find_clause(engine, number, scope).status is status


@pytest.mark.parametrize("number", ["", "\0", "1" * 500])
def test_a_number_that_is_none_is_refused(engine, number):
    with pytest.raises(UsageError):
        find_clause(engine, number, ClauseScope())


@pytest.fixture(scope="module")
def long_ones(tmp_path_factory):
    """A library with a clause and a table that no answer can hold whole: (library, ids by section)."""
    text = "\n".join(f"（{number}）第{number}项疾病的定义，逐字写在这里，不得删改。" for number in range(1, 900))
    rows = tuple((str(year), f"{year * 100}.00", f"{year * 7}.50") for year in range(400))
    table = Table(3, "现金价值表", ("年度", "甲", "乙"), rows, 400, 3)
    printed = "\n".join("\t".join(row) for row in rows)
    sections = (
        clause("1.1", "合同构成", "本合同由保险条款构成。"),
        clause("9.1", "重大疾病", text),
        clause("附表", "现金价值表", printed, is_table=True, table_data=table),
    )
    with library_of_editions(tmp_path_factory.mktemp("long") / "library.db") as opened:
        with opened.library.database.write() as connection:
            add_verified(connection, BareDocument("长合同", sections, code="L1"), opened.library.pack, EMBEDDER)
        yield opened, text, printed


def read_through(library, chunk_id):
    text, cursor = "", None
    while True:
        answer = get_clause(library, chunk_id, cursor)
        assert len(answer.hit.content.encode()) <= 12_000
        text += answer.hit.content
        cursor = answer.next_cursor
        if cursor is None:
            return text
        assert answer.truncated and not answer.hit.is_whole


def test_a_long_clause_is_read_page_by_page_without_losing_a_sign(long_ones):
    engine, text, printed = long_ones
    with engine.library.database.read() as connection:
        ids = [row[0] for row in connection.rows("SELECT clause_id FROM clauses WHERE section_id = '9.1' ORDER BY id")]
        (table,) = [row[0] for row in connection.rows("SELECT clause_id FROM clauses WHERE section_id = '附表'")]
    assert "".join(read_through(engine.library, each).replace("\n", "") for each in ids) == text.replace("\n", "")
    assert read_through(engine.library, table).endswith(printed)
    parts = get_clause(engine.library, ids[0]).parts
    assert [each.chunk_id for each in parts] == ids[1:]


def test_a_table_in_a_result_leaves_rows_out_and_says_so(long_ones):
    engine, _, _ = long_ones
    (hit,) = [each for each in search(engine, SearchRequest("现金价值表", product_code="L1")).results if each.is_table]
    assert not hit.is_whole
    assert 0 < len(hit.table_data.rows) < hit.table_data.row_count == 400
    clause_alone = get_clause(engine.library, hit.chunk_id)
    assert not clause_alone.hit.is_whole and clause_alone.next_cursor is None
    assert "逐页取" in clause_alone.message


# the library as a whole


def test_the_documents_are_those_that_a_person_verified(engine):
    answer = verified_documents(engine)
    assert [each.document_id for each in answer.documents] == [1, 2, 3]
    of_product = verified_documents(engine, "QS01").documents
    assert [each.edition_status for each in of_product] == [EditionStatus.SUPERSEDED, EditionStatus.CURRENT]
    assert verified_documents(engine, "没有").status is AnswerStatus.NOT_FOUND
    assert verified_documents(engine, "W1").status is AnswerStatus.NO_MATCH


@pytest.mark.requirement("SC-001", "SC-002")
def test_the_status_counts_what_waits_and_shows_none_of_it(engine):
    answer = library_status(engine)
    counts = answer.documents
    assert (counts.verified, counts.superseded, counts.pending, counts.rejected) == (3, 1, 1, 0)
    assert (answer.products, answer.products_with_verified_text) == (3, 2)
    assert answer.index_fresh is True
    assert answer.last_verified_at and answer.last_imported_at
    assert "待核验产品" not in repr(answer)


def test_an_empty_library_says_so(empty):
    assert library_status(empty).status is AnswerStatus.EMPTY_LIBRARY
    assert library_status(empty).documents.verified == 0
    assert verified_documents(empty).status is AnswerStatus.EMPTY_LIBRARY


# several documents of one product and kind


@pytest.fixture(scope="module")
def undated(tmp_path_factory):
    """Two documents of one product and kind: nobody has said which is in force. A pending product beside them."""
    with open_engine(tmp_path_factory.mktemp("undated") / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            for label, days in (("", "30日（含）内"), ("+c43d23b4", "30日内（含第30日）")):
                text = f"自本合同生效之日起{days}为等待期。"
                kind = f"青松医疗保险/{label}"
                add_verified(
                    connection,
                    BareDocument(
                        "青松医疗保险",
                        (clause("2.2", "等待期", text),),
                        company="青松健康",
                        label=label,
                        document_type="产品条款",
                        file_name=f"{kind}.pdf",
                    ),
                    engine.library.pack,
                    EMBEDDER,
                )
            pending = BareDocument("白杨长乐养老年金保险", (clause("1.1", "", "待核的一段。"),), code="W9")
            add_pending(connection, pending, engine.library.pack)
        yield engine


def test_places_of_one_number_are_told_apart_by_more_than_a_mark(undated):
    answer = find_clause(undated, "2.2", ClauseScope("青松医疗保险"))
    first, second = answer.places
    assert answer.status is AnswerStatus.AMBIGUOUS
    assert first.pdf_path != second.pdf_path
    assert (first.company, first.edition_status) == ("青松健康", EditionStatus.UNKNOWN)
    assert first.verified_at and second.verified_at


def test_every_answer_says_that_nobody_has_settled_which_document_is_in_force(undated):
    found = search(undated, SearchRequest("等待期", product="青松医疗保险"))
    clause_id = found.results[0].chunk_id
    quote = check_quote(undated, "自本合同生效之日起30日（含）内为等待期", QuoteScope("青松医疗保险")).check
    messages = [
        found.message,
        get_clause(undated.library, clause_id).message,
        find_clause(undated, "2.2", ClauseScope()).message,
        quote.message,
        verified_documents(undated).message,
    ]
    assert quote.verdict is Verdict.EXACT
    assert [message for message in messages if "文件 1、文件 2" not in (message or "")] == []


def test_editions_that_are_dated_leave_no_doubt(engine):
    answer = search(engine, SearchRequest("等待期", product="QS01"))
    assert (answer.status, answer.message) == (AnswerStatus.OK, None)
    assert verified_documents(engine).message is None


@pytest.mark.parametrize("part", ["白杨长乐", "长乐养老年金"])
def test_part_of_an_unverified_products_name_comes_to_the_same_everywhere(undated, part):
    with open_reader(undated.library.path) as library:
        reader = SearchEngine(library, undated.models, verified_names_only=True)
        answers = [
            lookup(reader.product_names, part),
            verified_documents(reader, part),
            search(reader, SearchRequest("犹豫期", product=part)),
            find_clause(reader, "1.1", ClauseScope(part)),
        ]
    assert {answer.status for answer in answers} == {AnswerStatus.NO_MATCH}
    assert len({answer.message for answer in answers}) == 1
    assert "1 个产品" in answers[0].message and "养老年金保险" not in answers[0].message


def test_a_part_of_a_verified_name_is_not_said_to_be_no_product(undated):
    answer = verified_documents(undated, "青松医疗")
    assert (answer.status, [each.product_name for each in answer.candidates]) == (
        AnswerStatus.NOT_FOUND,
        ["青松医疗保险"],
    )
    assert "正好" in answer.message and "下面列出" in answer.message
