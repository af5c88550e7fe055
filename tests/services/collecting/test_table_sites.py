"""A list in paged tables, whoever wrote the pages: the same products and files come of them."""

import pytest
from collected_library import collect, open_collected
from table_site import AUTHORS, HOST, TableSite

from insurance_desktop.crawl.sites.adapters import adapter_of
from insurance_desktop.crawl.sites.declared import load_site
from insurance_desktop.crawl.traffic import Answer
from insurance_desktop.domain.errors import AnswerFailed, SiteChanged
from insurance_desktop.services.collecting import records
from insurance_desktop.services.library import documents

FIRST = "https://www.newchinalife.com/info/4596?page=1"


def read(text, *, number=1, headers=()):
    adapter = adapter_of(load_site("newchina-life"))
    ask = adapter.lists()[0] if number == 1 else adapter._ask(number)
    content = text if isinstance(text, bytes) else text.encode()
    return adapter.read(ask, Answer(ask.url, 200, content, "", dict(headers)))


def table(*lines, head=""):
    return f"<html><table>{head}{''.join(f'<tr>{line}</tr>' for line in lines)}</table></html>"


@pytest.mark.requirement("FR-003")
@pytest.mark.parametrize("author", AUTHORS)
def test_whoever_wrote_the_table_all_products_and_files_come(workspace, author):
    site = TableSite(author)
    report = collect(workspace, site, name="newchina-life")
    assert report.discovery.products == 23
    assert report.is_clean, report
    found = {(each.product_name, each.document_type) for each in documents.list_documents(workspace.library)}
    assert found == {(each.name, kind) for each in site.products for kind in ("产品条款", "费率表")}
    one = next(
        each for each in documents.list_documents(workspace.library) if each.product_name == site.products[5].name
    )
    assert (one.edition, one.publish_time) == ("20240106", "2024-01-06")
    assert report.discovery.editions == 23
    assert {each.url.split("/")[2] for each in site.asked} <= {"www.newchinalife.com", HOST.removeprefix("https://")}
    again = collect(workspace, TableSite(author, clock=site.clock), name="newchina-life", rechecks=0)
    assert (again.acquisition.wanted, again.discovery.new_products) == (0, ())


def test_what_a_site_lists_is_read_by_the_sites_pack_whichever_reads_the_library(tmp_path, packs):
    with open_collected(tmp_path / "library.db") as workspace:
        english = workspace.read_by("english")
        report = collect(english, TableSite("typed"), name="newchina-life")
        assert report.is_clean, report
        assert documents.list_documents(english.library) == ()
        assert len(documents.list_documents(workspace.library)) == 46


def test_codes_and_states_come_from_their_columns(workspace):
    collect(workspace, TableSite("typed"), "discover", name="newchina-life")
    listed = records.listed_files(workspace.library, "newchina-life")
    assert {each.product_code for each in listed} == {f"N{number:03}" for number in range(23)}


def test_a_page_that_the_list_leads_to_and_that_is_not_there_is_a_fault(workspace):
    site = TableSite("portal")
    answer = site.answer

    def without_the_second(asked):
        return answer(asked) if "page=2" not in asked.url else type(answer(asked))(404)

    site.answer = without_the_second
    with pytest.raises(AnswerFailed):
        collect(workspace, site, "discover", name="newchina-life")


def test_a_server_that_fails_after_the_last_page_is_no_end(workspace):
    site = TableSite("portal", count=10)
    answer = site.answer
    site.answer = lambda asked: answer(asked) if "page=2" not in asked.url else type(answer(asked))(400)
    with pytest.raises(AnswerFailed):
        collect(workspace, site, "discover", name="newchina-life")


@pytest.mark.parametrize(
    "href",
    ["javascript:void(0)", "#", "", "mailto:a@b.cn", "/a.html", "/a.doc", "http://[::1", "data:application/pdf,x"],
)
def test_a_link_that_leads_to_no_file_is_none(href):
    (found,) = read(table(f'<td>甲<td>寿险<td>在售<td><a href="{href}">条款</a>')).editions
    assert found.files == ()


@pytest.mark.parametrize(
    "words", ["条款", "【条款】", "产品条款（PDF）", "保险条款.pdf", "查看条款", "条 款 下载", "《产品条款》"]
)
def test_a_type_is_known_whatever_stands_around_its_name(words):
    (found,) = read(table(f'<td>甲<td>寿险<td>在售<td><a href="/ncl/pdf/1">{words}</a>')).editions
    assert [each.document_type for each in found.files] == ["产品条款"]


def test_words_that_only_hold_a_types_name_are_none():
    (found,) = read(table('<td>甲<td>寿险<td>在售<td><a href="/ncl/pdf/1.pdf">条款变更公告</a>')).editions
    assert found.files == ()


def test_a_page_with_a_heading_alone_has_no_products():
    head = "<tr><th>产品名称<th>产品类别<th>状态<th>文件</tr>"
    with pytest.raises(SiteChanged):
        read(table(head=head))
    assert read(table(head=head), number=2).following is None


def test_hostile_spans_and_depths_do_no_harm():
    wide = '<td colspan="99999" rowspan="99999">甲<td colspan=-3>乙<td rowspan="二">丙<td>丁'
    assert len(read(table(wide, "<td>戊<td>己<td>庚<td>辛")).editions) >= 1
    deep = "<table><tr><td>" * 3000
    with pytest.raises(SiteChanged):
        read(deep)


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        ("gb18030", b""),
        ("gb18030", b'<meta http-equiv="Content-Type" content="text/html; charset=utf-8">'),
        ("utf-8", b'<meta charset="gbk">'),
        ("utf-16", b""),
        ("big5", b'<meta charset="big5">'),
    ],
)
def test_signs_are_read_as_they_are_whatever_was_said_of_them(encoding, declared):
    line = '<td>安心終身壽險一號<td>壽險<td>在售<td><a href="/ncl/pdf/1.pdf">x</a>'
    text = table(line).replace("<html>", f"<html>{declared.decode()}")
    (found,) = read(text.encode(encoding)).editions
    assert found.name == "安心終身壽險一號"
