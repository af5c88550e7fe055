"""A pasted AI answer: its quotations are found, and each is checked where it is said to stand."""

import pytest
from two_editions import NEW_WAITING, OLD_WAITING, library_of_editions

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.quotes import Verdict
from insurance_desktop.services.answers.answer_checking import LONGEST_ANSWER, check_answer, quotations
from insurance_desktop.services.answers.quote_checking import QuoteScope


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    with library_of_editions(tmp_path_factory.mktemp("answers") / "library.db") as opened:
        yield opened


ANSWER = f"""您好！根据青松定期寿险第2.2条：“{NEW_WAITING}”，等待期是180天。

另外「自您签收本合同次日起，有 15 日的犹豫期（见 8.1）。」（2.3 身故保险金，第 5 页）。
> {OLD_WAITING}

还有 "这句话是编出来的，合同里没有它。"，以及“宽限期”。
"""


def verdicts(answer):
    return [each.check.verdict for each in answer.quotes]


@pytest.mark.requirement("FR-001")
def test_each_quotation_of_an_answer_has_its_verdict(engine):
    answer = check_answer(engine, ANSWER)
    assert verdicts(answer) == ["EXACT", "WRONG_SECTION", "SUPERSEDED", "NOT_FOUND", "NOT_CHECKED"]
    assert [each.said_section for each in answer.quotes] == ["2.2", "2.3", None, None, None]
    assert answer.counts == {
        "EXACT": 1,
        "WRONG_SECTION": 1,
        "SUPERSEDED": 1,
        "NEAR": 0,
        "NOT_FOUND": 1,
        "NOT_CHECKED": 1,
    }
    assert answer.product == "1"
    for each in answer.quotes[:2]:
        assert ANSWER[each.start : each.end] == each.check.quote


def test_quoted_lines_that_belong_together_are_one_quotation(engine):
    quoted = "> 自本合同生效之日起180日为等待期，\n> 等待期内确诊重大疾病的"
    (found,) = check_answer(engine, quoted).quotes
    assert found.check.verdict is Verdict.EXACT


def test_a_product_that_is_given_counts_more_than_one_that_is_named(engine):
    answer = check_answer(engine, ANSWER, QuoteScope(product="BY02"))
    assert verdicts(answer)[0] is Verdict.WRONG_SECTION
    assert check_answer(engine, ANSWER, QuoteScope(product="无此产品")).status == "not_found"


def test_a_long_answer_goes_on_where_it_was_cut(engine):
    text = ANSWER * 30
    pages, cursor = [], None
    while True:
        answer = check_answer(engine, text, cursor=cursor, most=20)
        pages.append(answer)
        cursor = answer.next_cursor
        if cursor is None:
            break
    assert sum(len(each.quotes) for each in pages) == 150
    assert len({each.start for page in pages for each in page.quotes}) == 150
    assert not pages[-1].truncated


def test_an_answer_without_quotations_says_so(engine):
    answer = check_answer(engine, "没有引用任何原文。")
    assert answer.quotes == ()
    assert answer.message


def test_a_stopped_check_tells_where_it_stopped(engine):
    answer = check_answer(engine, ANSWER, cancel=lambda: True)
    assert (answer.quotes, answer.next_cursor) == ((), "0")


@pytest.mark.parametrize("text", ["“" * 1000, "「" * 1000 + "」" * 1000, '"' * 999, "> " * 900, "\0“\ud800” "])
def test_hostile_marks_are_gone_through(engine, text):
    assert check_answer(engine, text).status == "ok"


def test_a_megabyte_is_refused_in_words(engine):
    with pytest.raises(UsageError):
        check_answer(engine, "“x”" * LONGEST_ANSWER)


def test_marks_inside_marks_belong_to_the_outer_quotation(engine):
    found = [each.text for each in quotations("「本合同所称「您」指投保人」与“另一句引文”", engine.library.pack)]
    assert found == ["本合同所称「您」指投保人", "另一句引文"]
