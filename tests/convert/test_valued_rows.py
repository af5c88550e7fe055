"""Words with a value beside them and no lines: the value stood in the middle of the sentence that wraps beside it."""

import pymupdf
import pytest
from paper import Paper, kinds, printed_rows

from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.states import Severity

LEFT, VALUE_X = 85, 465
IN_CELL, APART = 17, 31
ROWS = [
    (["颅脑损伤导致极度智力缺损，日常生活完全不能自己料理而且", "处于完全护理依赖状态"], "1级"),
    (["颅脑损伤导致重度智力缺损，日常生活随时需要有人帮助才能", "完成，处于完全护理依赖状态"], "2级"),
    (["颅脑损伤导致中度智力缺损"], "4级"),
    (["外伤性脑脊液鼻漏或者耳漏"], "10级"),
]


def prose(paper, text):
    for start in range(0, len(text), 40):
        paper.words(LEFT, text[start : start + 40])
        paper.y += 20


def listed(rows, *, is_centred=False):
    paper = Paper()
    paper.words(LEFT, "1.2 脑的结构损伤", bold=True)
    paper.y += 27
    prose(
        paper,
        "本标准中的智力功能障碍按照下列情形评定等级，评定时以治疗结束之后的情形为准，但是累计给付以保险金额为限。",
    )
    paper.y += 12
    for lines, value in rows:
        top = paper.y
        for place, line in enumerate(lines):
            paper.words(LEFT, line, y=top + place * IN_CELL, size=12)
        paper.words(VALUE_X, value, y=top + (len(lines) - 1) * IN_CELL * (0.5 if is_centred else 0), size=12)
        paper.y = top + (len(lines) - 1) * IN_CELL + APART
    prose(paper, "注：护理依赖按照基本日常生活活动能力的丧失程度判断，护理依赖的程度分为三级，具体如上。")
    return paper.convert()


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize("is_centred", [False, True])
def test_a_value_beside_words_that_wrap_stands_in_a_cell_of_its_own(is_centred):
    conversion = listed(ROWS, is_centred=is_centred)
    (table,) = conversion.tables
    assert printed_rows(table) == [("".join(lines), value) for lines, value in ROWS]
    assert table.trusted


def test_lines_at_one_distance_without_a_value_are_for_a_person_to_read():
    rows = [(["双侧眼球缺失"], "1级"), (["一侧眼球缺失并且另一侧眼睛盲目五级"], "1级"), (["外伤性白内障"], "10级")]
    paper = Paper()
    for lines, value in rows:
        paper.words(LEFT, lines[0], size=12)
        paper.words(VALUE_X, value, size=12)
        paper.y += APART
        if len(lines[0]) > 10:
            paper.words(LEFT, "或者盲目四级", size=12)
            paper.y += APART
    conversion = paper.convert()
    assert FindingKind.TABLE_UNTRUSTED in kinds(conversion)
    assert "或者盲目四级" in conversion.markdown


def test_percentages_at_the_end_of_lines_of_running_text_are_no_column():
    paper = Paper()
    edge = LEFT + 40 * 10.5
    for share in ("10%", "20%", "30%", "40%"):
        words = "被保险人在保险期间内因意外伤害事故导致身故的我们按照保险金额的比例给付"
        paper.words(LEFT, words)
        paper.words(edge - 10.5 * 1.7, share)
        paper.y += 20
        paper.words(
            LEFT,
            "保险金，但是累计给付金额以保险金额为限，超出部分我们不再承担责任，本合同终止，并且不退还保险费用。"[:40],
        )
        paper.y += 20
    conversion = paper.convert()
    assert not conversion.tables


def test_the_row_above_names_the_columns():
    paper = Paper()
    prose(paper, "退保费用按照下表计算，但是犹豫期内解除合同的，我们不收取退保费用，并且退还已经交纳的全部保险费用。")
    paper.y += 12
    rows = [("保单年度", "退保费用比例"), ("第一年", "5%"), ("第二年", "4%"), ("第三年及以后", "1%")]
    for words, value in rows:
        paper.words(150, words)
        paper.words(380, value)
        paper.y += 22
    (table,) = paper.convert().tables
    assert printed_rows(table) == rows


def test_cells_so_narrow_that_their_words_stand_sign_under_sign_are_for_a_person_to_read():
    paper = Paper()
    prose(paper, "短期费率表：不足一个月的按照一个月计收，具体以保险单载明的为准，并按照下表计算。")
    top = paper.y + 12
    months = [f"{numeral}个月" for numeral in (*"一二三四五六七八九十", "十一", "十二")]
    for place, month in enumerate(months):
        for row, sign in enumerate(month):
            paper.words(250 + 18 * place, sign, y=top + 8.5 * (row + (4 - len(month)) / 2), size=12)
    paper.words(170, "保险期间", y=top + 12, size=12)
    conversion = paper.convert()
    assert FindingKind.TABLE_UNTRUSTED in kinds(conversion)


def test_a_question_that_wraps_beside_its_boxes_is_one_cell():
    questions = [
        ["1．您是否目前患有或曾经患有恶性肿瘤、心脏病、高血压、脑中风", "以及肝硬化？"],
        ["2．您过去两年内是否住院？"],
        ["3．您目前是否怀孕超过二十八周？"],
    ]
    paper = Paper()
    paper.words(240, "健康告知书", size=16, bold=True)
    paper.y += 40
    paper.words(LEFT, "请您如实回答下列问题，未如实告知的，我们有权解除合同。", size=12)
    paper.y += IN_CELL
    for lines in questions:
        for place, line in enumerate(lines):
            paper.words(LEFT, line, y=paper.y + place * IN_CELL, size=12)
        middle = paper.y + (len(lines) - 1) * IN_CELL / 2
        paper.words(470, "□是", y=middle, size=10)
        paper.words(500, "□否", y=middle, size=10)
        paper.y += len(lines) * IN_CELL
    (table,) = paper.convert().tables
    assert [row[0] for row in printed_rows(table)] == ["".join(lines) for lines in questions]
    assert {row[1].replace(" ", "") for row in printed_rows(table)} == {"□是□否"}


AMOUNTS = [("意外身故保险金", "10万元"), ("意外伤残保险金", "20万元"), ("意外医疗保险金", "5万元")]
BEFORE = "本合同的保险责任按照下列情形计算，评定时以治疗结束之后的情形为准，但是累计给付的金额以保险金额为限。"


def width(text):
    return sum(pymupdf.get_text_length(sign, "helv" if sign.isascii() else "china-s", 10.5) for sign in text)


def amounts(rows, *, value_x=420, pitch=22, is_right=False):
    """A list of lines with what stands beside each, in the middle of running text."""
    paper = Paper()
    paper.words(LEFT, "1.2 保险责任", bold=True)
    paper.y += 27
    prose(paper, BEFORE)
    paper.y += 6
    for words, value in rows:
        paper.words(LEFT, words)
        if value:
            paper.words(value_x - width(value) if is_right else value_x, value)
        paper.y += pitch
    paper.y += 10
    prose(paper, "我们在收到上述申请资料之后履行给付保险金的义务，对不属于保险责任的情形我们将发出拒绝通知书。")
    return paper.convert()


def read(conversion):
    return [printed_rows(table) for table in conversion.tables if table.trusted]


@pytest.mark.requirement("FR-004")
def test_values_that_end_where_the_text_does_stand_in_a_column_where_no_text_would_leave_such_a_gap():
    assert read(amounts(AMOUNTS, value_x=LEFT + 40 * 10.5, is_right=True)) == [AMOUNTS]


def test_values_of_other_units_and_words_in_line_with_them_are_rows_of_the_same_table():
    rows = [*AMOUNTS, ("医疗给付比例", "80%"), ("住院津贴", "100元/天"), ("门诊医疗", "不承担")]
    assert read(amounts(rows)) == [rows]


@pytest.mark.parametrize("rest", ["10万元", "（每次事故）"])
def test_a_value_that_wraps_is_for_a_person_to_read(rest):
    paper = Paper()
    prose(paper, BEFORE)
    paper.y += 6
    for words, lines in [("意外身故保险金", ["10万元"]), *[(words, [value]) for words, value in AMOUNTS]]:
        for place, line in enumerate([*lines, rest] if lines == ["5万元"] else lines):
            paper.words(LEFT if not place else 420, words if not place else line)
            if not place:
                paper.words(420, line)
            paper.y += 15
        paper.y += 7
    conversion = paper.convert()
    assert FindingKind.TABLE_UNTRUSTED in kinds(conversion)
    assert not read(conversion)
    assert rest in conversion.markdown


def test_words_without_a_value_between_rows_that_have_one_are_for_a_person_to_read():
    rows = [*AMOUNTS[:2], ("（按照伤残等级）", ""), *AMOUNTS[2:], ("住院津贴保险金", "1万元")]
    conversion = amounts(rows)
    assert FindingKind.TABLE_UNTRUSTED in kinds(conversion)
    assert not read(conversion)


@pytest.mark.parametrize("gap", [3.0, 4.0, 6.0, 9.0])
def test_a_figure_close_behind_its_words_is_not_taken_out_of_a_sentence_that_goes_on(gap):
    paper = Paper()
    prose(paper, BEFORE)
    paper.y += 6
    for mark, years in (("（1）", "5年"), ("（2）", "10年"), ("（3）", "15年")):
        words = f"{mark}被保险人于本合同生效之日起生存且按时交纳保险费满"
        paper.words(LEFT, words)
        paper.words(LEFT + width(words) + gap, years)
        paper.y += 18
        paper.words(LEFT, "的，我们给付生存保险金；")
        paper.y += 28
    conversion = paper.convert()
    assert not read(conversion)
    plain = "".join(conversion.markdown.split())
    assert "满5年的，我们" in plain.replace("|", "").replace("---", "")


def test_each_of_several_values_in_the_middle_of_lines_at_one_distance_stands_beside_its_own():
    rows = [
        (["被保险人因意外伤害事故导致双目永久完全失明的或者其它", "两上肢腕关节以上缺失的"], "1级"),
        (["被保险人因意外伤害事故导致一目永久完全失明的或者其它", "一上肢腕关节以上缺失的"], "2级"),
        (["外伤性白内障"], "10级"),
    ]
    paper = Paper()
    prose(paper, BEFORE)
    paper.y += 6
    for lines, value in rows:
        paper.words(VALUE_X, value, y=paper.y + IN_CELL * (len(lines) - 1) / 2)
        for line in lines:
            paper.words(LEFT, line)
            paper.y += IN_CELL
    assert read(paper.convert()) == [[("".join(lines), value) for lines, value in rows]]


def test_figures_that_begin_lines_of_the_right_one_of_two_columns_of_text_are_no_table():
    left = [
        "被保险人在等待期内因疾病住院，我们",
        "不承担给付责任，但是退还已经交纳的",
        "保险费，本合同终止。等待期之后住院",
        "的，我们按照约定的比例给付医疗保险",
        "金，累计给付以保险金额为限，超出部",
        "分由您自行承担，并且不退还保险费。",
    ]
    right = [
        "60%",
        "的部分由被保险人自行承担，其余部分",
        "80%",
        "由我们按照约定给付，但是以保险金额",
        "90%",
        "为限，超出部分我们不再承担责任。",
    ]
    paper = Paper()
    paper.words(LEFT, "1.2 保险责任", bold=True)
    paper.y += 27
    for one, other in zip(left, right, strict=True):
        paper.words(LEFT, one)
        paper.words(310, other)
        paper.y += 18
    conversion = paper.convert()
    assert not conversion.tables
    assert "".join(left) in conversion.markdown


WRAPPED = ["被保险人因意外伤害事故导致双目永久完全失明的或者", "两上肢腕关节以上缺失的"]


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize("value", ["100%", "包含", "否"])
@pytest.mark.parametrize("is_centred", [False, True])
@pytest.mark.parametrize("value_x", [420, 480])
def test_one_value_by_itself_beside_words_that_wrap_is_for_a_person_to_read(value, is_centred, value_x):
    paper = Paper()
    prose(paper, BEFORE)
    paper.y += 6
    paper.words(value_x, value, y=paper.y + (8 if is_centred else 0))
    for line in WRAPPED:
        paper.words(LEFT, line)
        paper.y += 16
    paper.y += 14
    prose(paper, "我们在收到上述申请资料之后履行给付保险金的义务，对不属于保险责任的情形我们将发出拒绝通知书。")
    conversion = paper.convert()
    assert FindingKind.TABLE_UNTRUSTED in kinds(conversion)
    assert not read(conversion)
    assert all(each in conversion.markdown for each in (*WRAPPED, value))


def test_a_value_at_the_edge_of_the_text_does_not_run_into_the_next_line():
    conversion = amounts(AMOUNTS[:2], value_x=LEFT + 40 * 10.5, is_right=True)
    lines = [line.replace(" ", "") for line in conversion.markdown.splitlines()]
    assert all(words + value in lines for words, value in AMOUNTS[:2])


def test_fields_of_a_form_side_by_side_stay_lines_of_text():
    rows = [("被保险人与投保人的关系以及证件", "男"), ("证件类型号码", "女"), ("受益人姓名以及受益比例信息", "无")]
    conversion = amounts(rows, value_x=400)
    assert not conversion.tables
    assert not any(finding.severity is Severity.BLOCKING for finding in conversion.findings)


def test_values_left_of_the_middle_of_the_page_stand_in_cells_where_a_wide_gap_divides_them_from_the_words():
    rows = [(["颅脑损伤导致极度智力", "缺损"], "1级"), (["双侧眼球缺失"], "2级"), (["外伤性白内障"], "10级")]
    paper = Paper()
    prose(paper, BEFORE)
    paper.y += 6
    for lines, value in rows:
        paper.words(250, value)
        for line in lines:
            paper.words(LEFT, line)
            paper.y += IN_CELL
        paper.y += 13
    assert read(paper.convert()) == [[("".join(lines), value) for lines, value in rows]]


@pytest.mark.parametrize("first_below", [1, 3, 5])
def test_a_row_that_the_page_break_leaves_by_itself_belongs_to_its_table(first_below):
    rows = [*AMOUNTS, ("住院津贴保险金", "1万元"), ("疾病身故保险金", "2万元"), ("疾病医疗保险金", "3万元")]
    paper = Paper()
    prose(paper, BEFORE)
    paper.y = 660
    for place, (words, value) in enumerate(rows):
        if place == first_below:
            paper.new_page()
        paper.words(LEFT, words)
        paper.words(420, value)
        paper.y += 22
    assert read(paper.convert()) == [rows]


def test_words_that_the_page_break_cuts_off_from_their_row_are_for_a_person_to_read():
    paper = Paper()
    prose(paper, BEFORE)
    paper.y = 660
    for lines, value in [*ROWS[2:], *ROWS[1:2]]:
        paper.words(VALUE_X, value)
        paper.words(LEFT, lines[0])
        paper.y += 30
    paper.new_page()
    paper.words(LEFT, ROWS[1][0][1])
    paper.y += 40
    prose(paper, "我们在收到上述申请资料之后履行给付保险金的义务，对不属于保险责任的情形我们将发出拒绝通知书。")
    assert FindingKind.TABLE_UNTRUSTED in kinds(paper.convert())


def test_two_lists_of_one_page_have_a_column_each():
    paper = Paper()
    prose(paper, BEFORE)
    paper.y += 6
    for value_x in (420, 340):
        for words, value in AMOUNTS:
            paper.words(LEFT, words)
            paper.words(value_x, value)
            paper.y += 22
        paper.y += 10
        prose(paper, BEFORE)
        paper.y += 10
    assert read(paper.convert()) == [AMOUNTS, AMOUNTS]
