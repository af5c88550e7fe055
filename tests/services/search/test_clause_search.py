"""FR-001: the right clause, verbatim and cited, or the plain words that there is none."""

import pytest
from two_products import EMBEDDER, documents

from development.bare_library import BareDocument, add_pending, add_verified, clause, open_engine
from insurance_desktop.domain.answers import SearchAnswer, SearchRequest
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.answers.clause_reading import get_clause
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine

ANNUITY = "平安盈添悦两全保险（分红型）"


def ask(engine: SearchEngine, query: str, **given: object) -> SearchAnswer:
    return search(engine, SearchRequest(query, **given))  # type: ignore[arg-type]


def sections(answer: SearchAnswer) -> list[str]:
    return [hit.section_id for hit in answer.results]


@pytest.mark.requirement("FR-001")
def test_the_seeds_own_question_finds_the_period_of_cover(filled: SearchEngine) -> None:
    answer = ask(filled, "这个保险保多久？", product=ANNUITY)
    assert answer.status is AnswerStatus.OK
    assert sections(answer)[0] == "1.4"
    assert answer.results[0].similarity_score >= 0.7


@pytest.mark.requirement("FR-001", "C3", "C8")
def test_a_hit_is_verbatim_and_carries_its_source(filled: SearchEngine) -> None:
    hit = ask(filled, "2.4", product=ANNUITY).results[0]
    assert hit.content.startswith("因下列情形之一导致被保险人身故的")
    source = hit.source_reference
    assert (source.product_name, source.product_code, source.company) == (ANNUITY, "2124", "平安人寿")
    assert source.document_type == "产品条款" and source.page_number == 4
    assert source.pdf_path.startswith("平安人寿/2124/") and not source.pdf_path.startswith("/")
    assert len(source.pdf_sha256) == 64 and len(source.text_sha256) == 64
    assert source.verified_by == "bare" and source.verified_at


@pytest.mark.requirement("FR-001", "FR-011")
@pytest.mark.parametrize(
    "query", ["2.4", "第2.4条", "第２．４条是怎么规定的", "2.4 这一条怎么说的？", "请问2.4条的内容是什么"]
)
def test_an_exact_number_is_looked_up_before_anything_is_ranked(filled: SearchEngine, query: str) -> None:
    answer = ask(filled, query, product=ANNUITY)
    assert sections(answer) == ["2.4"]
    assert answer.results[0].similarity_score == 1.0


@pytest.mark.requirement("FR-001")
def test_a_number_that_is_not_there_is_no_match(filled: SearchEngine) -> None:
    answer = ask(filled, "第9.9条", product=ANNUITY)
    assert answer.status is AnswerStatus.NO_MATCH and answer.results == ()


@pytest.mark.parametrize("query", ["犹豫期", "「犹豫期」", "猶豫期", "什么是犹豫期？", "犹豫期的内容"])
def test_an_exact_title_comes_first(filled: SearchEngine, query: str) -> None:
    answer = ask(filled, query, product=ANNUITY)
    assert sections(answer)[0] == "5.1"


def test_a_number_in_two_documents_gives_both(filled: SearchEngine) -> None:
    answer = ask(filled, "1.4")
    assert {hit.source_reference.product_code for hit in answer.results} == {"2124", "M001"}


@pytest.mark.requirement("FR-001", "C4")
@pytest.mark.parametrize(
    "query", ["红烧肉怎么做才不腻", "Python 里怎么读取 Excel 表格？", "海运货物发生共同海损如何分摊"]
)
def test_what_no_clause_answers_is_said_in_the_seeds_words(filled: SearchEngine, query: str) -> None:
    answer = ask(filled, query)
    assert answer.status is AnswerStatus.NO_MATCH and answer.results == ()
    assert answer.message is not None and answer.message.startswith("未找到相关条款")
    assert answer.nearest and all(not hasattr(each, "content") for each in answer.nearest)


@pytest.mark.requirement("FR-001")
def test_filters_keep_other_products_out(filled: SearchEngine) -> None:
    for given in ({"company": "民生人寿保险股份有限公司"}, {"product_code": "M001"}, {"product": "民生康健医疗保险"}):
        answer = ask(filled, "1.4", **given)
        assert {hit.source_reference.product_code for hit in answer.results} == {"M001"}, given


@pytest.mark.requirement("FR-001")
def test_a_category_keeps_other_kinds_out(filled: SearchEngine) -> None:
    answer = ask(filled, "责任免除", category="Exclusion")
    assert sections(answer) == ["2.4"]
    assert ask(filled, "犹豫期", category="Exclusion").status is AnswerStatus.NO_MATCH
    unknown = ask(filled, "犹豫期", category="Nonsense")
    assert unknown.status is AnswerStatus.NOT_FOUND
    assert "Exclusion" in (unknown.message or "")


def test_a_whole_product_name_in_the_question_narrows_it(filled: SearchEngine) -> None:
    answer = ask(filled, "民生康健医疗保险的保险期间")
    assert {hit.source_reference.product_code for hit in answer.results} == {"M001"}
    opened = ask(filled, "民生康健医疗保险")
    assert sections(opened) == ["1.4"]


@pytest.mark.requirement("FR-006", "SC-001")
def test_a_known_product_without_verified_text_is_no_match(filled: SearchEngine) -> None:
    answer = ask(filled, "保险期间", product_code="2200")
    assert answer.status is AnswerStatus.NO_MATCH
    assert answer.message is not None and answer.message.startswith("未找到相关条款")


def test_an_unknown_product_is_not_found_with_the_nearest_names(filled: SearchEngine) -> None:
    answer = ask(filled, "保险期间", product="平安盈添悦两全险")
    assert answer.status is AnswerStatus.NOT_FOUND
    assert [each.product_name for each in answer.candidates][:1] == [ANNUITY]


def test_an_empty_library_says_so(empty: SearchEngine) -> None:
    assert ask(empty, "保险期间").status is AnswerStatus.EMPTY_LIBRARY


@pytest.mark.requirement("FR-011", "C12b")
@pytest.mark.parametrize("mode", ["hybrid", "keyword", "vector"])
@pytest.mark.parametrize("fusion", ["fitted", "rrf"])
def test_every_mode_and_fusion_answers(filled: SearchEngine, mode: str, fusion: str) -> None:
    answer = ask(filled, "年度免赔额", mode=mode, fusion=fusion, explain=True)
    assert answer.status is AnswerStatus.OK
    hit = answer.results[0]
    assert (hit.source_reference.product_code, hit.section_id) == ("M001", "2.4")
    assert all(0.7 <= each.similarity_score <= 1.0 for each in answer.results)
    told = hit.explain or {}
    asked = {"vector": told["cosine"] > 0, "keyword": told["words"] > 0}
    assert asked == {arm: mode in (arm, "hybrid") for arm in asked}, "only the arms of the mode were asked"


def test_explain_shows_raw_scores_apart_from_the_probability(filled: SearchEngine) -> None:
    question = "退保以后多少天能拿到钱"
    answer = ask(filled, question, product=ANNUITY, explain=True)
    assert answer.results, "what is ranked is explained, and something must have been"
    for hit in answer.results:
        told = hit.explain or {}
        assert {"cosine", "words", "bigrams"} <= set(told)
        assert hit.similarity_score not in told.values()
    assert [hit.explain for hit in ask(filled, question, product=ANNUITY).results] == [None] * len(answer.results)


@pytest.mark.parametrize(
    "hostile",
    [
        '"',
        "退保 OR *",
        "NEAR(退保)",
        "title_words:退保",
        "'; DROP TABLE clauses; --",
        "退保\x00保险",
        "^(",
        "退保\u202e",
        "{words} : x",
    ],
)
def test_query_syntax_is_only_text(filled: SearchEngine, hostile: str) -> None:
    try:
        answer = ask(filled, hostile)
    except UsageError as refusal:
        assert refusal.key.startswith("search.")
    else:
        assert answer.status in (AnswerStatus.OK, AnswerStatus.NO_MATCH)


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "？！。", "\x00\x01", "保" * 1_000_000])
def test_what_cannot_be_asked_is_refused_in_words(filled: SearchEngine, query: str) -> None:
    with pytest.raises(UsageError):
        ask(filled, query)


@pytest.mark.parametrize(
    "given",
    [
        {"top_k": 0},
        {"top_k": -3},
        {"top_k": 10_000},
        {"mode": "magic"},
        {"fusion": "sum"},
        {"min_similarity": 0.69},
        {"min_similarity": 1.01},
        {"vector_weight": 1.5},
        {"vector_weight": float("nan")},
        {"cursor": "x; DROP"},
    ],
)
def test_options_out_of_range_are_refused_in_words(filled: SearchEngine, given: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        ask(filled, "犹豫期", **given)


def test_a_long_question_within_the_limit_is_answered(filled: SearchEngine) -> None:
    assert ask(filled, "犹豫期内退保" * 300).status in (AnswerStatus.OK, AnswerStatus.NO_MATCH)


def test_the_definition_that_a_clause_points_to_is_named(filled: SearchEngine) -> None:
    hit = ask(filled, "2.4", product=ANNUITY).results[0]
    assert [(each.section_id, each.why) for each in hit.read_together] == [("8.5", "definition")]


@pytest.mark.requirement("FR-009a")
def test_a_table_is_a_unit_of_its_own(filled: SearchEngine) -> None:
    answer = ask(filled, "现金价值表", product=ANNUITY)
    table = answer.results[0]
    assert table.is_table and table.table_data is not None
    assert table.table_data.rows == (("1", "320"), ("2", "760"))
    assert table.source_reference.page_number == table.table_data.page == 6


def test_ids_are_stable_across_libraries(filled: SearchEngine, empty: SearchEngine) -> None:
    from two_products import EMBEDDER, documents  # the fixtures' own documents

    from development.bare_library import add_verified

    with empty.library.database.write() as connection:
        add_verified(connection, documents()[1], empty.library.pack, EMBEDDER)
    one, other = (ask(engine, "2.2", product_code="M001").results[0] for engine in (filled, empty))
    assert one.chunk_id == other.chunk_id


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize("question", ["犹豫期", "这个有犹豫期吗？几天？", "减额交清怎么办理？"])
def test_a_term_that_the_documents_do_not_know_is_not_answered_with_its_neighbour(
    filled: SearchEngine, question: str
) -> None:
    answer = ask(filled, question, product="民生康健医疗保险")
    assert answer.status is AnswerStatus.NO_MATCH and answer.results == ()


UNVERIFIED = "平安福满养老年金保险"


@pytest.fixture
def editable(tmp_path):
    """The same library for a test that adds to it."""
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            for document in documents():
                add_verified(connection, document, engine.library.pack, EMBEDDER)
        yield engine


def pend(library, name):
    with library.database.write() as connection:
        add_pending(connection, BareDocument(name, (clause("1.1", "待核", "待核的一段话。"),), code="P1"), library.pack)


@pytest.mark.requirement("FR-001", "SC-001")
@pytest.mark.parametrize("question", ["{}的犹豫期有几天？", "{}的犹豫期", "{}2.4", "{}"])
def test_a_question_about_an_unverified_product_is_not_answered_with_a_neighbours_clause(filled, question):
    answer = ask(filled, question.format(UNVERIFIED))
    assert (answer.status, answer.results, answer.nearest) == (AnswerStatus.NO_MATCH, (), ())
    assert answer.message.startswith("未找到相关条款") and UNVERIFIED in answer.message and "核验" in answer.message


def test_of_two_products_the_unverified_one_is_named_as_missing(filled):
    answer = ask(filled, f"{ANNUITY}和{UNVERIFIED}的犹豫期哪个长")
    assert {hit.source_reference.product_name for hit in answer.results} == {ANNUITY}
    assert UNVERIFIED in answer.message and ANNUITY not in answer.message


def test_a_product_outside_the_scope_is_not_answered_from_inside_it(filled):
    answer = ask(filled, f"{ANNUITY}的保险期间", company="民生人寿")
    assert (answer.status, answer.results) == (AnswerStatus.NO_MATCH, ())


def test_a_number_beside_a_products_name_is_looked_up_in_that_product(filled):
    answer = ask(filled, f"{ANNUITY}第1.4条写的是什么")
    assert [(hit.section_id, hit.source_reference.product_name) for hit in answer.results] == [("1.4", ANNUITY)]


@pytest.mark.parametrize("word", ["医疗保险", "身故保险金"])
def test_an_unverified_product_that_is_called_like_a_term_silences_no_question(editable, word):
    pend(editable.library, word)
    answer = ask(editable, f"{word}怎么给付")
    said = ask(editable, "犹豫期有几天")
    assert word in answer.message
    assert answer.results or answer.nearest
    assert said.status is AnswerStatus.OK and word not in (said.message or "").replace("民生康健医疗保险", "")


def test_a_name_cut_short_is_asked_of_the_products_that_go_on_with_it(editable):
    short = ANNUITY.partition("（")[0]
    pend(editable.library, short)
    answer = ask(editable, f"{short}的犹豫期")
    assert {hit.source_reference.product_name for hit in answer.results} == {ANNUITY}
    assert short in answer.message


def test_a_company_that_the_library_does_not_have_is_named_as_missing(filled):
    """What follows it may be the name of a product that nobody has imported."""
    strange = ask(filled, "新华长乐的犹豫期有几天")
    known = ask(filled, "平安的犹豫期有几天")
    assert "“新华”" in strange.message and "没有已核验的文本" in strange.message
    assert known.status is AnswerStatus.OK and "“平安”" not in (known.message or "")


def test_an_unverified_product_named_without_its_company_is_warned_of(filled):
    answer = ask(filled, "福满养老年金保险的犹豫期有几天")
    assert "“福满养老年金保险”" in answer.message and "平安福满" not in answer.message
    assert ask(filled, "盈添悦两全保险（分红型）的犹豫期").message is None


OTHER = "民生康健医疗保险"


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize(
    "question", ["我还买了{}，犹豫期有几天？", "除了{}以外，犹豫期有几天？", "{}已经退了，这个的犹豫期有几天？"]
)
def test_another_product_that_is_only_mentioned_silences_no_question(filled, question):
    answer = ask(filled, question.format(OTHER), product=ANNUITY)
    assert sections(answer)[0] == "5.1"
    assert {hit.source_reference.product_name for hit in answer.results} == {ANNUITY}
    assert f"“{OTHER}”" in answer.message and "没有回答它" in answer.message


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize(
    "question",
    [
        "{}的犹豫期有几天？",
        "我还买了{}，它的犹豫期有几天？",
        "我还买了{}的犹豫期有几天",
        "{}，犹豫期有几天？",
        "我还买了{}",
    ],
)
def test_a_question_about_another_product_than_the_chosen_one_is_refused(filled, question):
    answer = ask(filled, question.format(OTHER), product=ANNUITY)
    assert (answer.status, answer.results) == (AnswerStatus.NO_MATCH, ())
    assert OTHER in answer.message


RIDER = "平安附加安心意外医疗保险"


@pytest.fixture
def ridden(editable):
    """Beside the main contracts a rider whose articles have numbers of its own."""
    with editable.library.database.write() as connection:
        own = (
            clause(
                "第一条", "合同订立", "本附加合同依主合同投保人的申请订立。主合同效力终止，本附加合同效力即行终止。"
            ),
            clause("第二条", "保险责任", "被保险人因意外伤害住院治疗的，我们按约定给付医疗保险金。"),
        )
        add_verified(connection, BareDocument(RIDER, own, code="R1"), editable.library.pack, EMBEDDER)
        main = (clause("第二条", "投保范围", "身体健康的人可以作为被保险人。"),)
        add_verified(connection, BareDocument("平安长青终身寿险", main, code="L1"), editable.library.pack, EMBEDDER)
    return editable


@pytest.mark.requirement("FR-001")
@pytest.mark.parametrize(
    "question", ["主合同第二条", "主合同的第2条怎么说的", "主险条款第二条规定的医疗保险金怎么给付"]
)
def test_an_article_of_the_main_contract_is_not_the_riders_own_one(ridden, question):
    answer = ask(ridden, question, product=RIDER)
    assert (answer.status, answer.results, answer.nearest) == (AnswerStatus.NO_MATCH, (), ())
    assert answer.message.startswith("未找到相关条款") and "主合同" in answer.message
    assert sections(ask(ridden, "第二条", product=RIDER)) == ["第二条"]


def test_an_article_of_the_main_contract_is_found_in_a_main_contract(ridden):
    everywhere = ask(ridden, "主合同第二条")
    assert {hit.source_reference.product_name for hit in everywhere.results} == {"平安长青终身寿险"}
    assert sections(ask(ridden, "主合同第二条", product="平安长青终身寿险")) == ["第二条"]


def test_what_is_asked_of_the_main_contract_is_said_to_be_the_riders_own(ridden):
    assert "不是主合同的" in ask(ridden, "主合同的保险责任", product=RIDER).message
    assert ask(ridden, "保险责任", product=RIDER).message is None
    main = ask(ridden, "主合同的投保范围", product="平安长青终身寿险")
    assert "不是主合同的" not in (main.message or "")


def test_a_question_about_both_contracts_is_answered_from_the_rider_and_says_what_is_missing(ridden):
    answer = ask(ridden, "主合同第九条终止了，附加险还有效吗", product=RIDER)
    assert answer.message is not None and "主合同的第九条" in answer.message


@pytest.mark.requirement("FR-001", "C4")
def test_what_is_under_the_bar_for_answers_is_shown_as_weak_and_never_beside_an_answer(filled):
    question = "签收以后多少天之内可以反悔？"
    sure = ask(filled, question, product=ANNUITY)
    first = sure.results[0].similarity_score
    assert sure.status is AnswerStatus.OK and first < 1.0
    assert all(each.similarity_score >= 0.7 for each in sure.results)

    weak = ask(filled, question, product=ANNUITY, min_similarity=(first + 1) / 2)
    assert (weak.status, weak.nearest) == (AnswerStatus.WEAK, ())
    assert weak.message.startswith("可能相关，请核对")
    assert weak.results[0] == sure.results[0], "the same shape, to be fetched by its id"
    assert len(weak.results) <= 3


@pytest.mark.requirement("FR-001", "C4")
def test_under_the_lower_bar_there_are_titles_with_their_ids_alone(filled):
    answer = ask(filled, "明天北京会下雨吗？", product=ANNUITY)
    assert (answer.status, answer.results) == (AnswerStatus.NO_MATCH, ())
    assert answer.message.startswith("未找到相关条款")
    assert answer.nearest
    for each in answer.nearest:
        assert get_clause(filled.library, each.chunk_id).hit.section_id == each.section_id
