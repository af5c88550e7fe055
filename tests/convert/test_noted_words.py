"""Notes and the marks that point at them: at the foot of a page, or below the text that they explain."""

import pymupdf
import pytest
from paper import SIZE, Paper, kinds, sections
from test_references import of, written

from insurance_desktop.domain.kinds import FindingKind

LEFT = 90
TERMS = (
    ("染色体异常", "指先天性畸形、变形或染色体异常，依照世界卫生组织《疾病和有关健康问题的国际统计分类》确定。"),
    ("现金价值", "指保险单所具有的价值，通常体现为解除合同时本公司退还的那部分金额。"),
    ("有效身份证件", "指由政府主管部门规定的证明身份的证件，如居民身份证、护照等。"),
    ("意外伤害", "指遭受外来的、突发的、非本意的、非疾病的客观事件直接致使身体受到的伤害。"),
)


def marked(paper: Paper, term: str, mark: str) -> None:
    """A sentence whose term bears the raised mark of a note."""
    before = f"本款所称的{term}"
    width = pymupdf.get_text_length(before, "china-s", SIZE)
    paper.words(LEFT, before)
    paper.words(LEFT + width, mark, y=paper.y - 3.5, size=6)
    paper.words(LEFT + width + 6 * len(mark), "以下列说明为准，其余事项由双方另行约定。")
    paper.feed()


def articles(*pages: tuple[str, ...], notes: float = 8.0, raised: bool = True, marks=None, first: float = 690) -> Paper:
    """A contract of so many pages; each names terms, whose notes stand at its foot."""
    paper = Paper()
    paper.words(150, "青松医疗保险条款", size=16)
    paper.feed(2)
    number = article = 0
    for page, names in enumerate(pages):
        if page:
            paper.new_page()
        told: list[tuple[str, str]] = []
        for name in names:
            number, article = number + 1, article + 1
            paper.words(LEFT, f"第{'一二三四五六七八九十'[article - 1]}条  约定事项", bold=True)
            paper.feed()
            paper.paragraph("本合同的约定以保险单所载明的内容为准，任何一方不得擅自变更。", x=LEFT)
            mark = marks[page][len(told)] if marks else str(number)
            marked(paper, name, mark)
            told.append((mark, f"{name}：{dict(TERMS)[name]}"))
        y = first
        for mark, text in told:
            size = notes * 0.6 if raised else notes
            paper.words(LEFT, mark, y=y - 2.5 if raised else y, size=size)
            x = LEFT + pymupdf.get_text_length(mark, "helv", size) + 3
            count = int((545 - x) // notes)
            for start in range(0, len(text), count):
                paper.words(x if start == 0 else LEFT, text[start : start + count], y=y, size=notes)
                y += 1.5 * notes
        paper.words(290, f"{page + 1}", y=805, size=9)
    return paper


def led(conversion) -> list[tuple[str, str | None]]:
    """Where the marks of notes lead, by the title of the note."""
    titles = {each.section_id: each.section_title for each in conversion.clauses}
    return [(each.source, titles.get(each.target or "")) for each in conversion.references]


@pytest.mark.parametrize(
    ("notes", "raised"),
    [(8.0, True), (8.0, False), (9.0, True), (SIZE, True)],
    ids=["small", "unraised", "9", "as text"],
)
def test_marks_of_notes_lead_to_the_foot_of_their_page_and_notes_point_at_nothing(notes, raised):
    conversion = articles(
        ("染色体异常", "现金价值"), ("有效身份证件", "意外伤害"), notes=notes, raised=raised
    ).convert()
    assert led(conversion) == [
        ("第一条", "染色体异常"),
        ("第二条", "现金价值"),
        ("第三条", "有效身份证件"),
        ("第四条", "意外伤害"),
    ]
    texts = {each.section_title: each.text for each in sections(conversion).values()}
    assert all(texts[name].endswith(f"{name}：{text}") for name, text in TERMS)


def test_notes_that_begin_again_on_each_page_are_those_of_the_pointers_page():
    paper = articles(("染色体异常", "现金价值"), ("有效身份证件", "意外伤害"), marks=[("[1]", "[2]"), ("[1]", "[2]")])
    assert [name for _, name in led(paper.convert())] == [name for name, _ in TERMS]


def test_a_figure_at_the_begin_of_a_line_opens_no_note():
    paper = articles(("染色体异常",), ("现金价值",))
    paper.page = paper.document[0]
    paper.words(
        LEFT, "以该分类的第十次修订版本为准，自合同生效之日起计算，确诊日期以医院出具的诊断证明（ICD-", y=702, size=8
    )
    paper.words(LEFT, "10）为准，等待期为", y=714, size=8)
    paper.words(LEFT, "30日，续保时不再计算。", y=726, size=8)
    found = sections(paper.convert())
    assert [each for each in found if each.startswith("脚注")] == ["脚注/1", "脚注/2"]
    assert found["脚注/1"].text.endswith("（ICD-10）为准，等待期为30日，续保时不再计算。")


def test_a_number_that_stands_apart_below_the_notes_is_none_of_them():
    paper = articles(("染色体异常", "现金价值"))
    note = sections(paper.convert())["脚注/2"]
    assert note.text.endswith(dict(TERMS)["现金价值"])


def test_a_note_goes_on_at_the_foot_of_the_next_page():
    paper = articles(("染色体异常",), ("现金价值",))
    paper.page = paper.document[0]
    paper.words(LEFT, "以该分类的第十次修订版本为准，自合同生效之日起计算，确诊日期以医院出具", y=702, size=8)
    paper.page = paper.document[1]
    paper.words(LEFT, "的诊断证明为准。", y=678, size=8)
    assert sections(paper.convert())["脚注/1"].text.endswith("确诊日期以医院出具的诊断证明为准。")


def test_marks_of_notes_that_are_nowhere_need_a_person():
    paper = articles((), ())
    for page, name in ((0, "染色体异常"), (1, "现金价值")):
        paper.page, paper.y = paper.document[page], 300
        paper.words(LEFT, f"第{'一二'[page]}条  约定事项", bold=True)
        paper.feed()
        paper.paragraph("本合同的约定以保险单所载明的内容为准，任何一方不得擅自变更。", x=LEFT)
        marked(paper, name, str(page + 7))
    assert FindingKind.REFERENCE_CHAIN in kinds(paper.convert())


@pytest.mark.parametrize("mark", ["{}", "释义{}", "注{}", "[{}]"])
def test_raised_marks_lead_to_the_definitions_that_are_counted_so(mark):
    paper = articles(*[(name,) for name, _ in TERMS], marks=[(mark.format(n),) for n in range(1, 5)], first=2000)
    paper.y = 400
    paper.words(LEFT, "第五条  释义", bold=True)
    paper.feed()
    for number, (name, text) in enumerate(TERMS, 1):
        paper.words(LEFT, f"{number}、{name}", bold=True)
        paper.feed()
        paper.paragraph(text, x=LEFT)
    assert [name for _, name in led(paper.convert())] == [name for name, _ in TERMS]


NOTED = (
    "## 7 释义",
    "### 7.1 周岁",
    "指按出生日期计算的年龄。",
    "### 7.2 全残",
    "指下列情形之一：",
    "（1）双目永久完全失明（注1）；",
    "（2）咀嚼、吞咽机能永久完全丧失（见注 2）。",
)


def test_notes_below_a_text_are_meant_and_not_the_definitions_with_their_numbers():
    own_lines = written(*NOTED, "注 1：失明包括眼球缺失或摘除。", "注 2：指由于牙齿以外的原因引起器质障碍。")
    assert of("7.2", own_lines) == [("（注1）", "7.2", None), ("（见注 2）", "7.2", None)]
    one_line = written(*NOTED, "注1：失明包括眼球缺失或摘除。注2：指由于牙齿以外的原因引起器质障碍。")
    assert of("7.2", one_line) == [("（注1）", "7.2", None), ("（见注 2）", "7.2", None)]
    counted = written(*NOTED, "注：", "1. 失明包括眼球缺失或摘除。", "2. 指由于牙齿以外的原因引起器质障碍。")
    assert of("7.2", counted) == [("（注1）", "7.2", "1."), ("（见注 2）", "7.2", "2.")]
    nowhere = written(*NOTED)
    assert of("7.2", nowhere) == [("（注1）", None, None), ("（见注 2）", None, None)]
