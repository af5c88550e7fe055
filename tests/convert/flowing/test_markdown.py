"""Markdown originals: nothing is lost, and the place of a clause is its paragraphs and an anchor."""

import pytest

from insurance_desktop.convert.flowing.markdown_reader import read_markdown
from insurance_desktop.convert.flowing.passages import LOST, signs_in
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Agreement, Emphasis, Locator
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.ledger import LedgerIndex
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
LAW = """# 某某条例

2020年1月1日公布

<!-- INFO END -->

## 第一章 总则

第一条 为了规范**某某**活动，制定本条例。

第二条 本条例所称某某，是指下列情形：

（一）甲；

（二）乙。

## 第二章 附则

### 第一节 施行

第三条 依照本条例第二条办理。

第四条 本条例自公布之日起施行。
"""


def convert(text):
    return convert_bytes(text.encode(), PACK)


def clause(conversion, section_id):
    return next(each for each in conversion.clauses if each.section_id == section_id)


def left_out(conversion):
    return {each.reason: each.text for each in conversion.coverage.exclusions}


def test_a_law_becomes_its_articles():
    conversion = convert(LAW)
    assert conversion.status is ConversionStatus.CONVERTED
    assert conversion.printed.product_name == "某某条例"
    assert [each.section_id for each in conversion.clauses] == [
        "前言",
        "第一章",
        "第一条",
        "第二条",
        "第二章",
        "第一节",
        "第三条",
        "第四条",
    ]
    second = clause(conversion, "第二条")
    assert second.text == "本条例所称某某，是指下列情形：\n（一）甲；\n（二）乙。"
    assert [each.mark for each in second.items] == ["（一）", "（二）"]
    assert clause(conversion, "第三条").breadcrumb == ("第二章 附则", "第一节 施行", "第三条")


def test_the_place_of_a_clause_is_its_paragraphs_and_the_anchor_of_its_heading():
    conversion = convert(LAW)
    second = clause(conversion, "第二条")
    assert second.locator == Locator(6, 9, "第一章-总则")
    assert (second.page_number, second.page_to, second.boxes) == (None, None, ())
    assert conversion.pages == 0


def test_a_pointer_leads_to_the_article_that_it_names():
    (reference,) = convert(LAW).references
    assert (reference.source, reference.target, reference.resolved) == ("第三条", "第二条", True)


def test_every_sign_of_the_source_has_one_destination():
    conversion = convert(LAW)
    source = "".join(LAW.split())
    coverage = conversion.coverage
    assert coverage.glyphs == len(source)
    assert coverage.in_markdown + coverage.excluded == coverage.glyphs and coverage.unaccounted == 0
    assert coverage.second_reading == Agreement(True, 0)
    assert left_out(conversion)[ExclusionReason.COMMENT] == "<!-- INFO END -->"
    ledger = LedgerIndex(conversion.ledger)
    for glyph, sign in enumerate(source):
        destination = ledger.destination(0, glyph)
        assert destination is not None
        assert destination.offset is None or conversion.markdown[destination.offset] == sign


def test_words_that_stand_out_do():
    first = clause(convert(LAW), "第一条")
    assert first.emphasis == (Emphasis.BOLD,)
    assert "**" not in first.text


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("a &amp; b", "a & b"),
        ("1 \\* 2", "1 * 2"),
        ("`x  y` z", "x y z"),
        ("甲<br>乙", "甲\n乙"),
        ("甲 &lt;乙&gt;", "甲 <乙>"),
        ("    四个空格开头的一段", "四个空格开头的一段"),
        ("3. 三\n4. 四", "3. 三\n4. 四"),
        ("- 甲\n  - 乙", "甲\n乙"),
        ("> 引用", "引用"),
        ("```\n行一\n行二\n```", "行一\n行二"),
        ("one line\nof a paragraph", "one line of a paragraph"),
        ("一行。\n另一行。", "一行。\n另一行。"),
        ("<div>块里的字</div>", "块里的字"),
    ],
)
def test_what_a_reader_sees_is_the_text_and_all_else_has_a_reason(source, words):
    conversion = convert(f"# 题\n\n{source}\n")
    assert clause(conversion, "前言").text == words
    assert conversion.coverage.unaccounted == 0
    assert conversion.coverage.second_reading == Agreement(True, 0)


def test_links_are_kept_as_data_and_their_addresses_are_no_text():
    conversion = convert('# 题\n\n见[说明](https://example.com/a "名")与![图](x.png)。\n\n另见[乙][b]。\n\n[b]: #c\n')
    assert clause(conversion, "前言").text == "见说明与。\n另见乙。"
    linked = {conversion.markdown[span.start : span.end]: span.link for span in conversion.source_map if span.link}
    assert linked == {"说明": "https://example.com/a", "乙": "#c"}
    assert FindingKind.PICTURES_UNREAD in {each.kind for each in conversion.findings}
    assert conversion.coverage.unaccounted == 0


def test_a_table_keeps_its_cells():
    conversion = convert("# 题\n\n| 年龄 | 费用\\|元 |\n|---|--:|\n| 1 | **2** |\n| 3 | |\n")
    (table,) = conversion.tables
    assert (table.headers, table.rows, table.page) == (("年龄", "费用|元"), (("1", "2"), ("3", "")), None)
    assert clause(conversion, "前言").text == "年龄\t费用|元\n1\t2\n3\t"


def test_front_matter_is_no_text():
    conversion = convert("---\ntitle: x\n---\n# 题\n\n正文。\n")
    assert left_out(conversion)[ExclusionReason.FRONT_MATTER].startswith("---")
    assert clause(conversion, "前言").text == "正文。"


def test_signs_that_nobody_sees_are_left_out_and_named():
    conversion = convert("# 题\n\n保险\u200b人\u202e不赔。\n")
    assert clause(conversion, "前言").text == "保险人不赔。"
    (found,) = [each for each in conversion.findings if each.kind is FindingKind.WORDS_HIDDEN]
    assert "U+200B" in found.message and "U+202E" in found.message


def test_several_headings_of_the_widest_level_are_chapters_not_titles():
    conversion = convert("# 第一章 甲\n\n正文一。\n\n# 第二章 乙\n\n正文二。\n")
    assert [(each.section_id, each.level) for each in conversion.clauses] == [("第一章", 2), ("第二章", 2)]


def test_a_sentence_that_begins_with_an_article_is_no_heading():
    conversion = convert("# 题\n\n第一条 正文。\n\n第二条规定的情形，从其规定。\n")
    assert clause(conversion, "第一条").text == "正文。\n第二条规定的情形，从其规定。"


def test_an_article_that_is_marked_as_a_heading_as_a_whole_keeps_its_text():
    conversion = convert("# 题\n\n### 第一条 应当如此；不得那样。\n\n### 第二条 施行\n\n自公布之日起。\n")
    assert [(each.section_id, each.section_title, each.text) for each in conversion.clauses] == [
        ("第一条", "", "应当如此；不得那样。"),
        ("第二条", "施行", "自公布之日起。"),
    ]


def test_a_missing_article_is_found():
    kinds = {each.kind for each in convert("# 题\n\n第一条 甲。\n\n第三条 乙。\n").findings}
    assert FindingKind.SECTION_JUMP in kinds


def test_words_that_cannot_be_placed_block():
    reading = read_markdown("# 题\n\n<table><tr><td>1&nbsp;0</td></tr></table>\n".encode())
    assert any(each.reason == LOST for passage in reading.passages for each in passage.stream)
    conversion = convert("# 题\n\n<table><tr><td>1&nbsp;0</td></tr></table>\n")
    assert conversion.status is ConversionStatus.NEEDS_ATTENTION
    assert FindingKind.WORDS_UNACCOUNTED in {each.kind for each in conversion.findings}


def test_gb18030_is_read_and_a_text_of_nothing_is_refused():
    assert convert_bytes(LAW.encode("gb18030"), PACK).markdown == convert(LAW).markdown
    failed = convert("<!-- nothing -->\n")
    assert failed.status is ConversionStatus.FAILED and failed.reason


def test_the_passages_hold_the_whole_source_whatever_stands_in_it():
    source = "# 甲\n\n* a\n* b **c** _d_\n\n1) x\n\n***\n\n<span>y</span> [z](<a b> 'c')\n\nS\n---\n\n\\# 非标题\n"
    reading = read_markdown(source.encode())
    assert signs_in(reading.passages) == reading.signs_again
