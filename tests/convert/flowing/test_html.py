"""Web pages as originals: the text of the page, tables and links; navigation and programs out under their names."""

import pytest

from insurance_desktop.convert.flowing.html_reader import read_html
from insurance_desktop.convert.flowing.passages import signs_in
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import Agreement, Emphasis, Locator
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
PAGE = """<!doctype html><html><head><title>条例 &amp; 说明</title><meta charset="utf-8">
<script>var a = '<p>脚本';</script><style>p { color: red }</style></head><body>
<header>站名</header><nav><ul><li><a href="/">首页</a></li></ul></nav>
<div class="breadcrumb"><a href="/">首页</a> &gt; 法规</div><!-- 注释 -->
<main><h1 id="t">某某条例</h1>
<h2 id="c1">第一章 总则</h2>
<p>第一条　为了<b>测试</b>，制定本条例。</p>
<p>第二条　下列情形：<br>（一）甲；<br>（二）乙。</p>
<p>第三条　见<a href="#c2">第四条</a>。<span style="display:none">隐藏的字</span></p>
<h2 id="c2">第二章 附则</h2><p>第四条　费率如下表。</p>
<table><caption>费率表</caption><thead><tr><th rowspan="2">年龄</th><th colspan="2">性别</th></tr>
<tr><th>男</th><th>女</th></tr></thead>
<tr><td>1</td><td>2<br>元</td><td>3 | 4</td></tr></table>
<p>第五条　本条例自公布之日起施行。</p></main>
<footer>版权所有</footer><template>模板</template><button>打印</button></body></html>"""


def convert(page):
    return convert_bytes(page.encode(), PACK)


def inside(words):
    return convert(f"<!doctype html><html><body><h1>题</h1>{words}</body></html>")


def clause(conversion, section_id):
    return next(each for each in conversion.clauses if each.section_id == section_id)


def left_out(conversion):
    found = {}
    for each in conversion.coverage.exclusions:
        found[each.reason] = found.get(each.reason, "") + each.text
    return found


def test_a_page_becomes_its_articles_with_anchors():
    conversion = convert(PAGE)
    assert [each.section_id for each in conversion.clauses] == [
        *("第一章", "第一条", "第二条", "第三条"),
        *("第二章", "第四条", "第五条"),
    ]
    assert clause(conversion, "第二条").text == "下列情形：\n（一）甲；\n（二）乙。"
    assert clause(conversion, "第二条").locator == Locator(5, 8, "c1")
    assert clause(conversion, "第一条").emphasis == (Emphasis.BOLD,)
    assert conversion.printed.product_name == "某某条例"


def test_what_is_no_text_of_the_page_is_left_out_under_its_name():
    conversion = convert(PAGE)
    out = left_out(conversion)
    assert out[ExclusionReason.PAGE_HEADER] == "站名"
    assert out[ExclusionReason.PAGE_FOOTER] == "版权所有"
    assert "首页" in out[ExclusionReason.NAVIGATION] and "> 法规" in out[ExclusionReason.NAVIGATION]
    assert "脚本" in out[ExclusionReason.SCRIPT] and "模板" in out[ExclusionReason.SCRIPT]
    assert "color" in out[ExclusionReason.STYLE]
    assert out[ExclusionReason.PAGE_METADATA] == "条例 & 说明"
    assert out[ExclusionReason.COMMENT] == "注释"
    assert out[ExclusionReason.CONTROLS] == "打印"
    assert out[ExclusionReason.HIDDEN] == "隐藏的字"
    assert FindingKind.WORDS_HIDDEN in {each.kind for each in conversion.findings}


def test_a_second_reader_finds_the_same_signs_and_all_have_a_destination():
    conversion = convert(PAGE)
    assert conversion.coverage.second_reading == Agreement(True, 0)
    assert conversion.coverage.unaccounted == 0
    reading = read_html(PAGE.encode())
    assert signs_in(reading.passages) == reading.signs_again


def test_a_table_keeps_its_merged_cells_and_its_header():
    (table,) = convert(PAGE).tables
    assert table.header_rows == 1
    assert table.headers == ("", "男", "女")
    assert table.rows == (("年龄", "性别", ""), ("1", "2 元", "3 | 4"))
    assert table.spans == ((0, 0, 2, 1), (0, 1, 1, 2))


def test_links_are_data():
    conversion = convert(PAGE)
    linked = {conversion.markdown[span.start : span.end]: span.link for span in conversion.source_map if span.link}
    assert linked == {"第四条": "#c2"}
    assert not [span for span in inside('<p><a href="javascript:alert(1)">点</a></p>').source_map if span.link]


def test_a_list_shows_the_numbers_that_a_browser_counts():
    conversion = inside('<ol start="3"><li>甲<ul><li>小</li></ul></li><li><p>乙</p></li></ol><ol type="a"><li>x</ol>')
    assert clause(conversion, "前言").text == "3. 甲\n小\n4. 乙\na. x"
    (first, *_) = [span for span in conversion.source_map if span.recovered]
    assert first.recovered.strip() == "3."


def test_an_item_with_a_number_of_its_own_gets_no_other():
    assert clause(inside("<ol><li>（一）甲</li></ol>"), "前言").text == "（一）甲"


def test_a_table_that_lays_a_page_out_is_no_table():
    conversion = inside("<table><tr><td><h2>第一章 甲</h2><p>第一条 正文。</p></td><td><p>右。</p></td></tr></table>")
    assert conversion.tables == ()
    assert clause(conversion, "第一条").text == "正文。\n右。"


def test_words_behind_a_class_that_leads_around_stay_where_they_are_the_article():
    assert clause(inside('<article><div class="menu">正文在此。</div></article>'), "前言").text == "正文在此。"


def test_a_page_nested_beyond_measure_is_refused_in_words():
    failed = convert("<html><body>" + "<div>" * 5000 + "深" + "</div>" * 5000)
    assert failed.status is ConversionStatus.FAILED
    assert "嵌套" in failed.reason


def test_a_table_that_claims_millions_of_cells_is_refused():
    rows = "<tr><td rowspan=1000 colspan=1000>a</td><td>b</td></tr>"
    failed = inside(f"<table>{rows}</table>")
    assert failed.status is ConversionStatus.FAILED and "单元格" in failed.reason


@pytest.mark.parametrize("encoding", ["gb18030", "big5"])
def test_the_declared_encoding_is_read(encoding):
    page = f'<html><head><meta charset="{encoding}"></head><body><h1>條例</h1><p>正文。</p></body></html>'
    assert convert_bytes(page.encode(encoding), PACK).markdown == "# 條例\n\n正文。\n"
