"""verify_quote: an auditor must be able to trust each verdict."""

import pytest
from two_editions import NEW_WAITING, OLD_WAITING, RETIRED, library_of_editions

from insurance_desktop.domain.quotes import Verdict
from insurance_desktop.domain.states import AnswerStatus, EditionStatus
from insurance_desktop.services.answers.quote_checking import LONGEST_QUOTE, QuoteScope, check_quote
from insurance_desktop.services.review.decisions import reject
from insurance_desktop.store.works import documents

pytestmark = pytest.mark.requirement("FR-001")


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    with library_of_editions(tmp_path_factory.mktemp("quotes") / "library.db") as opened:
        yield opened


def check(engine, quote, **scope):
    return check_quote(engine, quote, QuoteScope(**scope)).check


def told(found):
    """The differences as (kind, quoted, verified, critical), equal stretches left out."""
    return [(each.kind, each.quoted, each.verified, each.critical) for each in found.difference if each.kind != "same"]


@pytest.mark.parametrize(
    "quote",
    [
        NEW_WAITING,
        "自本合同生效之日起１８０日为等待期",
        "自本合同生效之日起 180 日\n为等待期",
        "自本合同生效之日起180日为等待期,",
        "**自本合同生效之日起180日为等待期**",
        "2.2 等待期 自本合同生效之日起180日为等待期",
    ],
)
def test_words_as_they_stand_are_exact_whatever_spaces_and_widths(engine, quote):
    found = check(engine, quote)
    assert found.verdict is Verdict.EXACT
    assert (found.section_id, found.edition_status) == ("2.2", EditionStatus.CURRENT)
    assert "180" in found.verified_text
    assert found.source_reference.page_number == 3
    assert found.source_reference.edition == "二版"


def test_words_over_the_border_of_two_clauses_are_exact(engine):
    found = check(engine, "有15日的犹豫期（见 8.1）。5.3 宽限期 分期支付保险费的")
    assert (found.verdict, found.section_id) == (Verdict.EXACT, "5.2")


def test_an_unimportant_word_makes_it_near_with_the_difference_marked(engine):
    found = check(engine, "从本合同生效之日起180日为等待期")
    assert found.verdict is Verdict.NEAR
    assert told(found) == [("changed", "从", "自", False)]
    assert "".join(each.quoted for each in found.difference) == "从本合同生效之日起180日为等待期"
    assert "".join(each.verified for each in found.difference) == found.verified_text


@pytest.mark.parametrize(
    "quote",
    [
        "自本合同生效日起180日为等待期",
        "被保险人自合同成立之日起二年内自杀",
        "分期支付保费的，自支付日的次日零时起60日为宽限期",
        "等待期内确诊为重大疾病的，我们不承担给付保险金的责任",
        "自你签收本合同次日起，有15日的犹豫期（见 8.1）",
    ],
)
def test_a_word_that_decides_nothing_leaves_it_near(engine, quote):
    found = check(engine, quote)
    assert found.verdict is Verdict.NEAR, found
    assert told(found) and not any(each.critical for each in found.difference)


@pytest.mark.parametrize(
    ("quote", "difference"),
    [
        ("自本合同生效之日起90天为等待期", None),
        ("自本合同生效之日起80日为等待期", ("changed", "80", "180", True)),
        ("自本合同生效之日起180年为等待期", ("changed", "年", "日", True)),
        ("等待期内确诊重大疾病的，我们承担给付保险金的责任", ("missing", "", "不", True)),
        ("等待期外确诊重大疾病的，我们不承担给付保险金的责任", ("changed", "外", "内", True)),
        ("年度免赔额为1000元，社会医疗保险的报销不能抵扣免赔额", ("changed", "1000", "10000", True)),
        ("年度免赔额为10000万元，社会医疗保险的报销不能抵扣免赔额", ("added", "万", "", True)),
        ("被保险人自本合同成立之日起三年内自杀", ("changed", "三", "二", True)),
        ("被保险人自杀时为无民事行为能力人的除外，战争、军事冲突除外；", None),
        ("被保险人自本合同成立之日起二年内自杀，被保险人自杀时为无民事行为能力人的除外；", ("missing", "", "但", True)),
        ("受益人自本合同成立之日起二年内自杀", None),
    ],
)
def test_a_figure_a_unit_a_negation_or_an_exception_is_never_near(engine, quote, difference):
    found = check(engine, quote)
    assert found.verdict is Verdict.NOT_FOUND
    assert difference is None or difference in told(found)
    assert any(each.critical for each in found.difference)


@pytest.mark.parametrize(
    "quote", ["80日为等待期，等待期内确诊重大疾病的", "承担给付保险金的责任。", "0元，社会医疗保险的报销不能抵扣免赔额"]
)
def test_a_quotation_that_cuts_a_figure_open_or_leaves_a_negation_out_is_not_exact(engine, quote):
    found = check(engine, quote)
    assert found.verdict is Verdict.NOT_FOUND
    assert any(each.critical for each in found.difference)


def test_a_pointer_that_is_not_quoted_makes_no_critical_difference(engine):
    found = check(engine, "自您签收本合同次日起，有15日的犹豫期。")
    assert found.verdict is Verdict.NEAR
    assert told(found) == [("reference", "", "（见 8.1）", False)]


def test_a_quotation_that_ends_before_the_exception_says_so(engine):
    found = check(engine, "被保险人自本合同成立之日起二年内自杀")
    assert found.verdict is Verdict.EXACT
    assert found.goes_on_with == "但被保险人自杀时为无民事行为能力人的除外"
    assert found.goes_on_with in found.message
    assert check(engine, "战争、军事冲突；").goes_on_with is None


def test_an_ellipsis_shows_what_was_left_out(engine):
    found = check(engine, "自本合同生效之日起……为等待期")
    assert found.verdict is Verdict.NEAR
    assert told(found) == [("omitted", "", "180日", False)]


def test_an_ellipsis_must_not_hide_an_exception(engine):
    found = check(engine, "二年内自杀……战争、军事冲突")
    assert found.verdict is Verdict.NOT_FOUND
    assert any(each.kind == "omitted" and each.critical and "除外" in each.verified for each in found.difference)


def test_parts_of_different_clauses_are_no_quotation(engine):
    assert check(engine, "60日为宽限期……犹豫期按自然日计算").verdict is Verdict.NOT_FOUND


@pytest.mark.parametrize("said", ["2.3", "身故保险金", "第九条", "2.2 犹豫期", "2.21 等待期"])
def test_words_of_another_clause_are_in_the_wrong_section(engine, said):
    found = check(engine, NEW_WAITING, section=said)
    assert (found.verdict, found.section_id) == (Verdict.WRONG_SECTION, "2.2")
    assert said in found.message


@pytest.mark.parametrize("said", ["2.2", "２.２", "等待期", "2.2 等待期", "第2.2条 等待期", "2.2 等待期条款", "2", " "])
def test_the_right_section_is_known_by_number_title_or_chapter(engine, said):
    assert check(engine, NEW_WAITING, section=said).verdict is Verdict.EXACT


def test_words_of_another_product_are_not_that_products(engine):
    found = check(engine, NEW_WAITING, product="BY02")
    assert found.verdict is Verdict.WRONG_SECTION
    assert found.source_reference.product_code == "QS01"
    assert "青松定期寿险" in found.message


def test_words_of_another_edition_than_the_named_one_say_in_which_they_stand(engine):
    found = check(engine, NEW_WAITING, product="QS01", edition="一版")
    assert found.verdict is Verdict.WRONG_SECTION
    assert "同一产品" in found.message
    assert "青松定期寿险（产品条款，版本 二版，文件 2）的 2.2 等待期" in found.message
    assert found.source_reference.edition == "二版"


def test_words_of_an_old_edition_are_superseded_and_say_what_holds_now(engine):
    found = check(engine, OLD_WAITING)
    assert found.verdict is Verdict.SUPERSEDED
    assert "青松定期寿险（产品条款，版本 一版，文件 1）的 2.2 等待期" in found.message
    assert (found.edition_status, found.source_reference.edition) == (EditionStatus.SUPERSEDED, "一版")
    assert ("changed", "90", "180", True) in told(found)


def test_words_that_no_current_edition_resembles_are_superseded(engine):
    found = check(engine, RETIRED, product="青松定期寿险")
    assert (found.verdict, found.section_id) == (Verdict.SUPERSEDED, "2.5")


def test_an_old_editions_words_behind_a_quotation_are_not_told(engine):
    found = check(engine, "被保险人自本合同成立之日起二年内自杀", edition="一版")
    assert found.goes_on_with
    quoted = check(engine, "本合同提供特别关爱金五百元")
    assert (quoted.verdict, quoted.goes_on_with) == (Verdict.SUPERSEDED, None)
    assert "旧版独有" not in repr(quoted)


def test_a_product_whose_verified_edition_is_old_still_knows_its_words(tmp_path):
    with library_of_editions(tmp_path / "library.db") as engine:
        reject(engine.library, 2, reviewer="甲", reason="重来")
        with engine.library.database.read() as connection:
            status = documents.get(connection, 1).edition_status
        found = check(engine, OLD_WAITING, product="QS01")
        assert found.verdict in (Verdict.SUPERSEDED, Verdict.EXACT)
        assert (found.verdict is Verdict.SUPERSEDED) is (status is EditionStatus.SUPERSEDED)
        assert check(engine, OLD_WAITING).section_id == "2.2"


def test_who_asks_for_the_old_edition_is_answered_from_it(engine):
    found = check(engine, OLD_WAITING, edition="一版")
    assert "旧版本：青松定期寿险（产品条款，版本 一版，文件 1）" in found.message
    assert (found.verdict, found.edition_status) == (Verdict.EXACT, EditionStatus.SUPERSEDED)
    assert check(engine, OLD_WAITING, as_of="2022-01-01").verdict is Verdict.EXACT


@pytest.mark.requirement("SC-001")
def test_what_nobody_has_verified_is_not_found(engine):
    found = check(engine, "这段文字还没有人核验过，不可引用。")
    assert (found.verdict, found.chunk_id, found.difference) == (Verdict.NOT_FOUND, None, ())


@pytest.mark.parametrize(
    "quote", ["", "\0\0", "等待期", "\ud800" * 9, "……", "x" * (LONGEST_QUOTE + 1), "条\0" * 500_000]
)
def test_what_cannot_be_compared_is_not_checked(engine, quote):
    answer = check_quote(engine, quote)
    assert (answer.status, answer.check.verdict) == (AnswerStatus.OK, Verdict.NOT_CHECKED)
    assert len(answer.check.quote) <= LONGEST_QUOTE


@pytest.mark.parametrize(
    ("scope", "status"),
    [
        ({"product": "没有这个产品"}, AnswerStatus.NOT_FOUND),
        ({"product": "W1"}, AnswerStatus.NO_MATCH),
        ({"document_id": 4}, AnswerStatus.NO_MATCH),
        ({"document_id": 99}, AnswerStatus.NOT_FOUND),
        ({"edition": "九版"}, AnswerStatus.NO_MATCH),
    ],
)
def test_a_scope_without_verified_text_is_not_checked(engine, scope, status):
    answer = check_quote(engine, NEW_WAITING, QuoteScope(**scope))
    assert (answer.status, answer.check.verdict) == (status, Verdict.NOT_CHECKED)


@pytest.mark.parametrize(
    "quote", ["的" * LONGEST_QUOTE, "责任" * 700, "NEAR(a b) OR *" * 20, "'; DROP TABLE clauses; --", "%s{0}" * 3]
)
def test_hostile_quotations_end_in_a_verdict(engine, quote):
    assert check(engine, quote).verdict is Verdict.NOT_FOUND


def test_an_empty_library_checks_nothing(empty):
    answer = check_quote(empty, NEW_WAITING)
    assert (answer.status, answer.check.verdict) == (AnswerStatus.EMPTY_LIBRARY, Verdict.NOT_CHECKED)
