"""Signs that are called invisible are looked for on the page as PDFium draws it."""

from dataclasses import replace

import pytest
from paper import NUMBER_X, Paper, reasons
from test_drawn_words import SEEN, UNSEEN, WORDS, a_page, gradient, panel, picture, plain, turned, under
from test_typography import HIDING, of_black, smuggled

from development.checking.fidelity import check
from development.checking.hidden_signs import hidden_but_seen
from insurance_desktop.domain.conversion import Exclusion
from insurance_desktop.domain.kinds import ExclusionReason
from insurance_desktop.domain.ledger import LedgerIndex, moved

AMOUNT = "不承担5%"


def without(conversion, words, reason=ExclusionReason.HIDDEN):
    """The conversion as if it had taken these words for invisible, at the first place where they stand."""
    start = conversion.markdown.index(words)
    end = start + len(words)
    text, exclusions = conversion.markdown, conversion.coverage.exclusions
    page = LedgerIndex(conversion.ledger).glyphs(start, end)[0].page
    offsets = [*range(start), *[-1] * len(words), *range(start, len(text) - len(words))]
    ledger = moved(conversion.ledger, offsets, {page: len(exclusions)})
    left_out = Exclusion(reason, page, words)
    coverage = replace(conversion.coverage, exclusions=(*exclusions, left_out))
    return replace(conversion, markdown=text[:start] + text[end:], ledger=ledger, coverage=coverage, source_map=())


def a_page_with(words, **how) -> Paper:
    paper = a_page()
    paper.new_page()
    paper.words(NUMBER_X, words, **how)
    return paper


def seen(paper, conversion):
    found = list(hidden_but_seen(paper.bytes(), conversion))
    return "".join(each.sign for each in found)


@pytest.mark.requirement("SC-004")
@pytest.mark.parametrize(
    "reason",
    [ExclusionReason.HIDDEN, ExclusionReason.CLIPPED, ExclusionReason.OFF_PAGE, ExclusionReason.STROKE_DUPLICATE],
)
def test_a_sign_that_everybody_sees_and_the_conversion_calls_invisible_is_told_with_its_place(reason):
    paper = a_page_with(AMOUNT)
    conversion = paper.convert()
    assert not list(hidden_but_seen(paper.bytes(), conversion))
    wrong = without(conversion, AMOUNT, reason)
    found = check(paper.bytes(), wrong)
    assert (found.missing, found.holds) == ("", False)
    assert [(each.page, each.sign, each.reason) for each in found.hidden_but_seen] == [
        (2, sign, reason) for sign in AMOUNT
    ]
    box = found.hidden_but_seen[0].box
    assert NUMBER_X <= box.x0 < box.x1 <= NUMBER_X + 10.5
    assert paper.y - 10.5 < box.y0 < box.y1 < paper.y + 3


@pytest.mark.parametrize("sign", ["一", "，", ".", "1", "（", "‰", "×", "l"])
def test_one_thin_sign_in_a_line_is_told(sign):
    paper = a_page_with(f"给付{sign}倍")
    conversion = paper.convert()
    assert seen(paper, without(conversion, sign)) == sign


@pytest.mark.parametrize("draw", SEEN.values(), ids=SEEN)
def test_words_on_or_under_what_lets_them_be_read_are_told(draw):
    paper = a_page()
    draw(paper)
    assert seen(paper, without(paper.convert(), WORDS)) == WORDS


@pytest.mark.parametrize("size", [10.5, 60])
@pytest.mark.parametrize("between", ["", "保险责任"])
def test_words_that_are_printed_twice_and_left_out_twice_are_told(size, between):
    paper = a_page()
    paper.new_page()
    for words, y in ((AMOUNT, 300), (between, 500), (AMOUNT, 300)):
        paper.words(NUMBER_X, words, y=y, size=size)
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.STROKE_DUPLICATE] == AMOUNT
    assert seen(paper, conversion) == ""
    assert seen(paper, without(conversion, AMOUNT)) == AMOUNT


def test_bold_words_are_answered_for_by_their_first_print():
    paper = a_page_with(AMOUNT, bold=True)
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.STROKE_DUPLICATE] == AMOUNT
    assert seen(paper, conversion) == ""
    assert set(seen(paper, without(conversion, AMOUNT))) == set(AMOUNT)


def test_a_header_in_bold_is_answered_for_by_the_listed_header():
    paper = Paper()
    for number in range(1, 4):
        paper.words(NUMBER_X, "青松人寿保险条款", y=30, size=9, bold=True)
        paper.paragraph(f"第{number}页的正文从这里开始。", x=NUMBER_X)
        if number < 3:
            paper.new_page()
    conversion = paper.convert()
    assert {ExclusionReason.PAGE_HEADER, ExclusionReason.STROKE_DUPLICATE} <= set(reasons(conversion))
    assert seen(paper, conversion) == ""


@pytest.mark.parametrize("hide", UNSEEN.values(), ids=UNSEEN)
def test_words_that_the_page_does_not_show_are_not_told(hide):
    paper = a_page()
    hide(paper)
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.HIDDEN] == WORDS
    assert check(paper.bytes(), conversion).hidden_but_seen == ()


@pytest.mark.parametrize("hide", HIDING.values(), ids=HIDING)
def test_words_without_ink_too_small_or_off_the_page_are_not_told(hide):
    paper = of_black()
    hide(paper)
    conversion = paper.convert()
    assert {ExclusionReason.HIDDEN, ExclusionReason.OFF_PAGE} & set(reasons(conversion))
    assert seen(paper, conversion) == ""


def test_words_that_a_clip_cuts_off_are_not_told_and_those_beside_it_would_be():
    paper = a_page()
    paper.cut_off(60, 300, ["看得见的一行字", "", "被裁掉的一行字"], (55, 285, 300, 302))
    conversion = paper.convert()
    assert reasons(conversion)[ExclusionReason.CLIPPED] == "被裁掉的一行字"
    assert seen(paper, conversion) == ""
    assert seen(paper, without(conversion, "看得见的一行字", ExclusionReason.CLIPPED)) == "看得见的一行字"


def test_a_figure_that_is_covered_and_printed_anew_is_told_if_the_new_one_is_left_out():
    paper = a_page()
    paper.words(NUMBER_X, "给付100万元")
    panel(paper, (0.9, 0.95, 1), radius=0.3)
    paper.words(NUMBER_X, "给付500万元")
    conversion = paper.convert()
    assert seen(paper, conversion) == ""
    assert "5" in seen(paper, without(conversion, "500"))


@pytest.mark.parametrize(
    "lid", [lambda paper: picture(paper, plain(0, 0, 90)), lambda paper: gradient(paper, "1 0 0", "0 0 1")]
)
def test_a_turned_page_is_looked_at_as_it_is_shown(lid):
    paper = a_page()
    turned(under(lid))(paper)
    conversion = paper.convert()
    assert seen(paper, conversion) == ""
    assert seen(paper, without(conversion, "被保险人")) == "被保险人"


@pytest.mark.parametrize("code", [0x200B, 0x202E, 0xFE01, 0xE0041])
def test_a_sign_without_a_body_is_told_where_its_font_draws_a_letter(code):
    blank, letter = of_black(), of_black()
    smuggled(code)(blank)
    smuggled(code, "z")(letter)
    conversion = blank.convert()
    assert reasons(conversion)[ExclusionReason.HIDDEN] == chr(code)
    assert not list(hidden_but_seen(blank.bytes(), conversion))
    assert not list(hidden_but_seen(letter.bytes(), letter.convert()))
    assert [each.reason for each in hidden_but_seen(letter.bytes(), conversion)] == [ExclusionReason.HIDDEN]
