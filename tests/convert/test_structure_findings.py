"""Findings about structure: each fires on a structure that is wrong, and is silent on one that is right."""

from collections.abc import Callable

import pytest

from insurance_desktop.convert.checking.checks import check_contents, check_unreadable
from insurance_desktop.convert.checking.structure.chains import check_counting, check_intruders
from insurance_desktop.convert.checking.structure.evidence import Evidence
from insurance_desktop.convert.checking.structure.judging import check_structure
from insurance_desktop.convert.checking.structure.leftovers import check_left_chains, check_left_definitions
from insurance_desktop.convert.checking.structure.paragraphs import check_cut_paragraphs, check_loose_labels
from insurance_desktop.convert.checking.structure.pointers import check_pointed_items, check_pointers, form_of
from insurance_desktop.convert.checking.structure.sizes import (
    check_exclusions_of_cover,
    check_headless,
    check_sizes,
)
from insurance_desktop.convert.checking.structure.titles import (
    check_cut_titles,
    check_lost_titles,
    check_open_titles,
    check_title_pieces,
)
from insurance_desktop.convert.structure.contents import Entry
from insurance_desktop.domain.conversion import Clause, Finding, Reference
from insurance_desktop.domain.kinds import FindingKind, ReasonKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack
from tests.convert.structure_maker import LABELS, PITCH, RIGHT, SENTENCE, Made, sections

Check = Callable[[Evidence], list[Finding]]
LONG = SENTENCE * 4
CUT = "被保险人在医院经专科医生初次确诊必须接受住院治疗的我们在扣除"


def found(check: Check, made: Made, *entries: tuple[str, str]) -> list[FindingKind]:
    return [each.kind for each in check(made.evidence(entries))]


@pytest.mark.parametrize(
    "numbers",
    [
        ("1", "1.1", "1.2", "2", "2.1", "2.2"),
        ("第一条", "第二条", "第三条"),
        ("（一）", "（二）", "（一）", "（二）"),
        ("一、", "二、", "三、"),
        ("第十条", "第十一条", "第十二条"),
        ("2.9", "2.10", "2.11"),
    ],
)
def test_numbers_that_count_on_are_silent(numbers: tuple[str, ...]) -> None:
    made = Made()
    for number in (*_before(numbers[0]), *numbers):
        made.heading(f"{number} 合同构成", number).text(SENTENCE)
    assert found(check_counting, made) == []


def _before(number: str) -> list[str]:
    """The chain that leads to a number that is not the first."""
    return {"第十条": [f"第{each}条" for each in "一二三四五六七八九"], "2.9": [f"2.{n}" for n in range(1, 9)]}.get(
        number, []
    )


@pytest.mark.parametrize(
    "numbers",
    [
        ("2.1", "2.2", "2.4"),
        ("2.1", "3.2"),
        ("一、", "三、"),
        ("第一条", "第二条", "第四条"),
        ("第一条", "第二条", "第二条"),
        ("1", "3"),
        ("（一）", "（二）", "（四）"),
    ],
)
def test_a_hole_or_a_repeat_blocks(numbers: tuple[str, ...]) -> None:
    (finding,) = check_counting(sections(*numbers).evidence())
    assert (finding.kind, finding.severity) == (FindingKind.SECTION_JUMP, Severity.BLOCKING)
    assert numbers[-1] in finding.message or numbers[0] in finding.message


def test_articles_count_on_through_chapters_and_begin_anew_in_another_text() -> None:
    made = Made().heading("总则", level=2).heading("第一条", "第一条").text(SENTENCE)
    made.heading("保险责任", level=2).heading("第二条", "第二条").text(SENTENCE)
    made.heading("另一份条款", level=1).heading("第一条", "第一条").text(SENTENCE)
    assert found(check_counting, made) == []


def test_a_text_that_begins_in_the_middle_is_silent_unless_the_number_before_stands_in_it() -> None:
    assert found(check_counting, sections("第六条", "第七条")) == []
    above = Made().item("6、保险期间为一年。").heading("7、责任免除", "7、").text(SENTENCE)
    assert found(check_counting, above) == [FindingKind.SECTION_JUMP]


def test_a_chapter_whose_line_is_text_above_its_first_section_blocks() -> None:
    made = Made().text("1", x=LABELS, bold=True).text("总则", bold=True).heading("1.1 合同构成", "1.1").text(SENTENCE)
    assert found(check_counting, made) == [FindingKind.SECTION_JUMP]
    whole = Made().heading("1 总则", "1", 2).text("1年为限。").heading("1.1 合同构成", "1.1").text(SENTENCE)
    assert found(check_counting, whole) == []


def test_all_breaks_are_one_finding_with_all_places() -> None:
    (finding,) = check_counting(sections("1", "3", "4", "9").evidence())
    assert len(finding.boxes) == 2 and finding.boxes[0] == finding.box


def test_a_title_without_a_number_between_two_that_count_on_blocks() -> None:
    made = sections("2.1").heading("等待期").text(SENTENCE).heading("2.2 保险期间", "2.2").text(SENTENCE)
    assert found(check_intruders, made) == [FindingKind.SECTION_INTRUDES]
    below = sections("2.1").heading("等待期", level=4).text(SENTENCE).heading("2.2 保险期间", "2.2").text(SENTENCE)
    assert found(check_intruders, below) == []


def test_a_title_that_is_only_the_beginning_of_its_entry_blocks_where_the_rest_is_in_the_text() -> None:
    entry = ("2.4", "保险责任的免除")
    cut = Made().heading("2.4 保险责任的免", "2.4").text("我们不承担给付疾病身故除 保险金的责任。")
    assert found(check_cut_titles, cut, entry) == [FindingKind.TITLE_CUT]
    whole = Made().heading("2.4 保险责任的免除", "2.4").text(SENTENCE)
    assert found(check_cut_titles, whole, entry) == []


def test_an_entry_that_goes_on_with_what_is_nowhere_near_cuts_no_title() -> None:
    made = Made().heading("2.4 责任免除", "2.4").text(SENTENCE)
    assert found(check_cut_titles, made, ("2.4", "责任免除失吞咽能力")) == []
    assert found(check_cut_titles, made.text("第12页"), ("2.4", "责任免除12")) == []


@pytest.mark.parametrize(
    "title", ["下列疾病不在保障范围内：", "身故保险金、", "意外身故，", "恶性肿瘤（重度", "重度）"]
)
def test_a_title_that_is_left_open_blocks(title: str) -> None:
    assert found(check_open_titles, Made().heading(title).text(SENTENCE)) == [FindingKind.TITLE_OPEN]


@pytest.mark.parametrize(
    "title", ["责任免除", "潜水：", "（一）意外身故金：", "肿瘤（重度）", "【犹豫期】", "“您”与“我们”"]
)
def test_a_whole_title_is_silent(title: str) -> None:
    number = title[:3] if title[0] == "（" else ""
    assert found(check_open_titles, Made().heading(title, number).text(SENTENCE)) == []


def test_an_item_that_goes_on_behind_its_colon_is_no_title() -> None:
    made = Made().heading("2. 拨打客户服务电话：", "2.", bold=False)
    made.y -= PITCH
    made.text("95500", x=400.0)
    assert found(check_open_titles, made) == [FindingKind.TITLE_OPEN]
    run_in = Made().heading("（一）意外身故金：", "（一）", bold=True)
    run_in.y -= PITCH
    run_in.text(SENTENCE, x=400.0)
    plain = Made().heading("2.护理费：", "2.", bold=False)
    plain.y -= PITCH
    plain.text(SENTENCE, x=400.0)
    assert found(check_open_titles, plain) == []
    assert found(check_open_titles, run_in) == []


def test_colons_behind_several_titles_of_a_section_are_a_habit() -> None:
    made = Made().heading("释义", level=2)
    for term in ("既往疾病的症状", "无有效驾驶证驾驶", "保险金申请人资格"):
        made.heading(f"{term}：").text(SENTENCE)
    assert found(check_open_titles, made) == []


@pytest.mark.parametrize("title", ["，并向我们提供", "我们退还保险费。您可以", "保险责任" * 16])
def test_a_piece_of_a_sentence_for_a_title_blocks(title: str) -> None:
    assert found(check_title_pieces, Made().heading(title).text(SENTENCE)) == [FindingKind.TITLE_IS_TEXT]


@pytest.mark.parametrize("title", ["保险金的申请", "【犹豫期】", "《保险法》的适用", "附件： 评定标准", "“周岁”"])
def test_an_ordinary_title_is_no_piece(title: str) -> None:
    number = "附件" if title.startswith("附件") else ""
    assert found(check_title_pieces, Made().heading(title, number).text(SENTENCE)) == []


def test_numbers_above_short_bold_lines_have_lost_their_titles() -> None:
    made = Made()
    for number in ("1.1", "1.2"):
        made.heading(number, number).text("合同构成", bold=True).text(SENTENCE)
    assert found(check_lost_titles, made) == [FindingKind.TITLE_LOST]
    plain = Made()
    for number in ("第一条", "第二条"):
        plain.heading(number, number).text(SENTENCE).text(SENTENCE)
    assert found(check_lost_titles, plain) == []


def in_a_column(made: Made) -> Made:
    """Paragraphs that show where the column of the text begins and ends."""
    for _ in range(3):
        made.text(LONG, right=RIGHT, below=SENTENCE)
    return made


def test_a_sentence_that_stops_before_a_bold_line_blocks() -> None:
    made = in_a_column(Made().heading("2.4 保险责任", "2.4"))
    made.text(CUT, right=RIGHT).text("用保险金", bold=True).text("约定的免赔额后给付。")
    assert found(check_cut_paragraphs, made) == [FindingKind.PARAGRAPH_CUT]


@pytest.mark.parametrize(("text", "right"), [(CUT + "。", RIGHT), (CUT, RIGHT - 60), (CUT + "11230號", RIGHT)])
def test_a_sentence_that_ends_and_a_line_that_is_not_full_are_silent(text: str, right: float) -> None:
    made = in_a_column(Made().heading("2.4 保险责任", "2.4"))
    made.text(text, right=right).heading("2.5 责任免除", "2.5").text(SENTENCE)
    assert found(check_cut_paragraphs, made) == []


def test_a_list_of_single_lines_of_one_length_is_no_cut_text() -> None:
    made = Made().heading("2.4 备案", "2.4")
    for number in range(5):
        made.text(f"二〇二一年三月一日青松寿商字第{number}号备查的文号", right=RIGHT)
    assert found(check_cut_paragraphs, made) == []


def test_one_paragraph_in_two_pieces_is_silent_and_several_block() -> None:
    made = in_a_column(Made().heading("2.4 保险责任", "2.4")).text(CUT, right=RIGHT).text("免赔额后给付。")
    assert found(check_cut_paragraphs, made) == []
    assert found(check_cut_paragraphs, made.text(CUT, right=RIGHT).text("免赔额后给付。")) == [
        FindingKind.PARAGRAPH_CUT
    ]


def test_a_bold_label_left_of_the_text_that_is_no_title_blocks() -> None:
    made = Made().heading("2.4 保险责任", "2.4").text(LONG).text("身故保险金", x=LABELS, bold=True).text(LONG)
    assert found(check_loose_labels, made) == [FindingKind.LABEL_OUTSIDE]
    title = Made().heading("2.4 保险责任", "2.4").text(LONG).heading("身故保险金", level=4).text(LONG)
    assert found(check_loose_labels, title) == []


def test_a_plain_label_counts_where_titles_stand_in_its_column() -> None:
    made = Made().heading("2.4", "2.4").text(LONG).heading("2.5", "2.5").text(LONG).text("险金", x=LABELS).text(LONG)
    assert found(check_loose_labels, made) == [FindingKind.LABEL_OUTSIDE]
    without = Made().text(LONG).text("附注", x=LABELS).text(LONG)
    assert found(check_loose_labels, without) == []


def test_a_bold_line_in_the_column_of_the_text_is_no_label() -> None:
    made = Made().heading("2.4", "2.4").text(LONG).text("身故保险金", bold=True).text(LONG)
    assert found(check_loose_labels, made) == []


def test_a_label_that_runs_into_its_sentence_blocks_and_a_run_in_term_does_not() -> None:
    fused = Made().heading("2.4", "2.4").text(LONG).run_in("疾病身故", SENTENCE, x=LABELS, gap=30, below=SENTENCE)
    assert found(check_loose_labels, fused) == [FindingKind.LABEL_OUTSIDE]
    term = Made().heading("2.4", "2.4").text(LONG).run_in("周岁：", SENTENCE, below=SENTENCE)
    assert found(check_loose_labels, term) == []


def test_titled_items_above_texts_of_their_own_are_sections() -> None:
    made = Made().heading("第六条 保险责任", "第六条").item("（一）身故保险金").text(LONG)
    made.item("（二）伤残保险金").text(LONG)
    assert found(check_left_chains, made) == [FindingKind.CHAIN_LEFT]


def test_explained_items_that_count_from_one_are_sections() -> None:
    made = Made().heading("第四条 保险责任", "第四条")
    for number, term in enumerate(("诊疗费", "检查费", "床位费", "护理费", "药品费"), 1):
        made.item(f"{number}．{term}：{SENTENCE}")
    assert found(check_left_chains, made) == [FindingKind.CHAIN_LEFT]
    few = Made().heading("第四条 保险责任", "第四条").item(f"1．诊疗费：{SENTENCE}").item(f"2．检查费：{SENTENCE}")
    assert found(check_left_chains, few) == []
    mixed = Made().heading("第四条 保险责任", "第四条")
    for number in range(1, 7):
        mixed.item(f"{number}．诊疗费：{SENTENCE}" if number % 2 else f"{number}．{SENTENCE}")
    assert found(check_left_chains, mixed) == []


def test_items_that_are_sentences_or_mere_names_are_no_sections() -> None:
    sentences = (
        Made().heading("第六条", "第六条").item("（一）您提出申请；").text(LONG).item("（二）我们同意。").text(LONG)
    )
    assert found(check_left_chains, sentences) == []
    names = (
        Made().heading("8.2 重大疾病", "8.2").item("1、恶性肿瘤").item("2、急性心肌梗塞").item("3、脑中风").text(LONG)
    )
    assert found(check_left_chains, names) == []
    apart = Made().heading("第六条", "第六条").item("（一）身故保险金").text(LONG).item("（四）释义").text(LONG)
    assert found(check_left_chains, apart) == []


@pytest.mark.parametrize("title", ["释义", "第七部分 释义"])
def test_definitions_that_stand_in_one_text_block(title: str) -> None:
    number = title.split(maxsplit=1)[0] if " " in title else ""
    counted = Made().heading(title, number, level=2)
    bold = Made().heading(title, number, level=2)
    for mark, term in zip("一二三", ("周岁", "医院", "毒品"), strict=True):
        counted.item(f"{mark}、{term}：{SENTENCE}")
        bold.run_in(term, f"：{SENTENCE}")
    assert found(check_left_definitions, counted) == [FindingKind.DEFINITIONS_LEFT]
    assert found(check_left_definitions, bold) == [FindingKind.DEFINITIONS_LEFT]


def test_definitions_that_are_sections_and_items_of_other_sections_are_silent() -> None:
    made = Made().heading("释义", level=2).text("以下是本合同的释义。")
    for mark in "一二三":
        made.heading(f"{mark}、周岁", f"{mark}、").text(SENTENCE)
    made.heading("保险金申请", level=2).item("一、保险合同；").item("二、身份证明；").item("三、申请书。")
    assert found(check_left_definitions, made) == []


def test_a_section_with_more_than_a_third_of_the_text_blocks() -> None:
    made = sections("1", "2", "3").new_page().new_page().heading("4 重大疾病", "4")
    for _ in range(40):
        made.text(LONG)
    (finding,) = check_sizes(made.evidence())
    assert finding.kind is FindingKind.SECTION_TOO_LARGE and "重大疾病" in finding.message


def test_tables_short_texts_and_even_shares_are_silent() -> None:
    table = sections("1", "2", "3").new_page().new_page().heading("4 费率表", "4").table(LONG * 40)
    assert found(check_sizes, table) == []
    short = sections("1", "2").new_page().new_page().heading("3", "3").text(LONG)
    assert found(check_sizes, short) == []
    even = Made().new_page().new_page()
    for number in "1234":
        even.heading(number, number)
        for _ in range(10):
            even.text(LONG)
    assert found(check_sizes, even) == []


def test_a_refusing_title_above_what_refuses_nothing_blocks() -> None:
    cover = Made().heading("下列疾病不在保障范围内")
    diseases = Made().heading("下列疾病不在保障范围内").text("下列疾病我们不承担保险责任：")
    for _ in range(8):
        cover.text(LONG)
        diseases.text("恶性肿瘤", bold=True).text("指恶性细胞不受控制的进行性增长和扩散。")
    assert found(check_exclusions_of_cover, cover) == [FindingKind.EXCLUSION_IN_DOUBT]
    assert found(check_exclusions_of_cover, diseases) == [FindingKind.EXCLUSION_IN_DOUBT]


def test_real_exclusions_and_other_titles_are_silent() -> None:
    real = Made().heading("2.5 责任免除", "2.5").text("因下列情形之一造成身故的，我们不承担给付保险金的责任：")
    other = Made().heading("保险责任")
    for _ in range(12):
        real.item("（一）投保人对被保险人的故意杀害、故意伤害；被保险人醉酒或者受毒品影响期间发生的事故；")
        other.text(LONG)
    assert found(check_exclusions_of_cover, real) == []
    assert found(check_exclusions_of_cover, other) == []


def test_several_pages_with_bold_lines_and_no_section_block() -> None:
    made = Made().heading("信息披露", level=1)
    for line in ("理赔流程", "犹豫期", "退保损失", "等待期"):
        made.text(line, bold=True).text(LONG)
    assert found(check_headless, made) == []
    assert found(check_headless, made.new_page()) == [FindingKind.STRUCTURE_NOT_FOUND]
    plain = Made().heading("信息披露", level=1).text(LONG).text(LONG).new_page().text(LONG)
    assert found(check_headless, plain) == []
    rates = Made().heading("费率表", level=1).new_page().table("1\t2\n" * 400)
    for number in range(1, 5):
        rates.item(f"{number}、本表适用于一年期合同。")
    assert found(check_headless, rates) == []


def test_a_list_below_an_entry_that_counts_in_the_same_way_has_lost_its_title() -> None:
    made = Made().heading("第一条", "第一条").text(SENTENCE)
    made.heading("（一）住院", "（一）", level=4).text(SENTENCE).heading("（1）床位费", "（1）", level=5).text(SENTENCE)
    assert found(check_counting, made) == []
    assert found(check_counting, made.heading("（一）门诊", "（一）", level=6).text(SENTENCE)) == []
    below = Made().heading("第一条", "第一条").heading("（三）住院", "（一）", level=4).text(SENTENCE)
    assert found(check_counting, below.heading("（一）门诊", "（一）", level=5).text(SENTENCE)) == [
        FindingKind.SECTION_JUMP
    ]


def test_the_next_number_in_the_text_of_the_last_of_a_list_blocks() -> None:
    made = Made().heading("第一条", "第一条").heading("（一）住院", "（一）", level=4)
    assert found(check_counting, made.text(SENTENCE)) == []
    assert found(check_counting, made.text("须提供下列资料。（二）门诊：")) == [FindingKind.SECTION_JUMP]


def test_labels_before_colons_on_a_page_without_sections_block() -> None:
    made = Made().text("报案人：投保人、被保险人、受益人。").text("报案形式：我们提供三种方式。")
    assert found(check_headless, made) == []
    assert found(check_headless, made.text("报案内容：")) == [FindingKind.STRUCTURE_NOT_FOUND]


def pointer(anchor: str, target: str | None = None, *, item: str | None = None, kind: str = "section") -> Reference:
    return Reference("2.4", target, kind, anchor, target is not None, item)


@pytest.mark.parametrize(
    "anchors",
    [[("（见7.3）", None), ("（见7.1）", "7.1")], [("（释义十）", None), ("（释义十一）", None)]],
)
def test_pointers_whose_chain_is_there_or_wholly_missing_block(anchors: list[tuple[str, str | None]]) -> None:
    made = sections("7.1")
    references = [pointer(anchor, target) for anchor, target in anchors]
    (part,) = check_pointers(made.evidence(references=references), made.spans)
    assert part.severity is Severity.WARNING
    (finding,) = check_pointers(made.new_page().evidence(references=references), made.spans)
    assert (finding.kind, finding.severity) == (FindingKind.REFERENCE_CHAIN, Severity.BLOCKING)


def test_pointers_at_items_by_their_bare_mark_are_warnings() -> None:
    made = sections("7.1").new_page()
    references = [pointer("（一）", "7.1", item="（一）"), pointer("（三）")]
    (single,) = check_pointers(made.evidence(references=references), made.spans)
    assert single.severity is Severity.WARNING


def test_one_pointer_that_leads_nowhere_is_a_warning_and_resolved_ones_are_silent() -> None:
    made = sections("7.1")
    (single,) = check_pointers(made.evidence(references=[pointer("详见附件")]), made.spans)
    assert (single.kind, single.severity) == (FindingKind.REFERENCE_OPEN, Severity.WARNING)
    resolved = [pointer("（见7.1）", "7.1"), pointer("（见7.2）", "7.2")]
    assert check_pointers(made.evidence(references=resolved), made.spans) == []


def test_the_form_of_a_pointer_is_what_its_chain_has_in_common() -> None:
    assert form_of("（见7.3）") == form_of("（见7.12）") != form_of("（见8.3）")
    assert form_of("（释义十）") == form_of("（释义十二）") != form_of("第十条")


def test_numbered_definitions_that_are_only_items_block() -> None:
    made = sections("第七部分")
    lost = [pointer(f"（释义{n}）", "第七部分", item=f"{n}、", kind="definition") for n in "一二"]
    assert [each.kind for each in check_pointed_items(made.evidence(references=lost), made.spans)] == [
        FindingKind.DEFINITION_IN_TEXT
    ]
    own = [pointer(f"（释义{n}）", f"释义/{n}", kind="definition") for n in "一二"]
    other = [pointer(f"第{n}项", "2.4", item=f"（{n}）", kind="definition") for n in (1, 2)]
    assert check_pointed_items(made.evidence(references=[*own, *other]), made.spans) == []


def test_a_right_document_is_silent_and_every_kind_is_of_the_structure() -> None:
    made = sections("1", "1.1", "1.2", "2", "2.1")
    pack = load_pack("insurance")
    assert check_structure(made.written(), (), (), 4, pack) == []
    wrong = sections("1", "3").heading("下列情形：").text(SENTENCE)
    kinds = [each.kind for each in check_structure(wrong.written(), (), (), 4, pack)]
    assert kinds and all(kind.family is ReasonKind.STRUCTURE for kind in kinds)


def test_a_text_in_latin_letters_is_only_warned_of_holes() -> None:
    made = Made().heading("Regulation 1", "Regulation 1").text("Application of this chapter to all ships at sea.")
    made.heading("Regulation 3", "Regulation 3").text("Definitions that hold for the whole of this chapter.")
    found = check_structure(made.written(), (), (), 4, load_pack("insurance"))
    assert [(each.kind, each.severity) for each in found] == [(FindingKind.SECTION_JUMP, Severity.WARNING)]


def test_an_unreadable_watermark_is_one_finding_for_all_its_pages() -> None:
    made = Made()
    for page in range(5):
        made.text(f"\ufffd\ufffd样张 第{page}页").text(SENTENCE).new_page()
    made.text("基本保险金额\ufffd万元")
    watermark, single = check_unreadable(made.written())
    assert [box.page for box in watermark.boxes] == [1, 2, 3, 4, 5]
    assert [box.page for box in single.boxes] == [6]
    assert watermark.severity is single.severity is Severity.BLOCKING


def test_what_differs_from_the_contents_is_one_finding_and_what_is_missing_is_another() -> None:
    clauses = [Clause("1", "合同构成", 2, None, 0, 1, 1, ""), Clause("2", "保险期间", 2, None, 1, 1, 1, "")]
    entries = [Entry("1", "投保范围", 1), Entry("2", "犹豫期", 1), Entry("3", "责任免除", 2), Entry("4", "释义", 2)]
    missing, differing = check_contents(entries, clauses)
    assert (missing.kind, missing.severity) == (FindingKind.CONTENTS_MISSING, Severity.BLOCKING)
    assert (differing.kind, differing.severity) == (FindingKind.CONTENTS_DIFFERS, Severity.WARNING)
    assert "责任免除" in missing.message and "释义" in missing.message and "投保范围" in differing.message
    assert check_contents(entries[:1], [Clause("1", "投保范围", 2, None, 0, 1, 1, "")]) == []
