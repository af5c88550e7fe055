"""What a site's list says, read by two adapters of different shapes from what each site declares."""

import json

import pytest

from insurance_desktop.crawl.sites.adapters import ADAPTERS, adapter_of
from insurance_desktop.crawl.sites.declared import load_site, site_names
from insurance_desktop.crawl.traffic import Answer
from insurance_desktop.crawl.urls import refusal
from insurance_desktop.domain.errors import CaptchaAsked, NotFound, SiteChanged

ROW = {
    "planCode": "1826",
    "actualPlanCode": "1826",
    "versionNo": "1826-1",
    "clauseName": "某某百分百两全保险",
    "planSalesStatus": "在售",
    "planPlanType": "普通型",
    "planSalesChannel": "个人代理",
    "clauseContent": "1",
    "premAttachment": "1",
    "recordList": "1",
    "actuaryInstruction": "1",
    "legalPerson": "1",
    "productInstruction": "1",
    "existResvAttachment": "1",
    "startDate": "2025-07-20",
    "sccode": "平安人寿〔2025〕两全保险152号",
}


def answered(said, url="https://life.pingan.com/x", **headers):
    content = said if isinstance(said, bytes) else json.dumps(said).encode()
    return Answer(url, 200, content, "", {name.replace("_", "-"): value for name, value in headers.items()})


def pingan(base_url=None):
    return adapter_of(load_site("pingan-life").at(base_url))


def read_rows(*rows):
    adapter = pingan()
    return adapter.read(adapter.lists()[0], answered({"CODE": "00", "DATA": list(rows)})).editions


def html(*rows):
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<html><body><table><thead><tr><th>名称</th></tr></thead><tbody>{lines}</tbody></table></body></html>"


CDN = "https://static-cdn.newchinalife.com/ncl/pdf"
LINKS = (
    f'<a href="{CDN}/20240131/aa.pdf">条 款</a> <a href="{CDN}/20240201/bb.pdf">费率表</a>'
    f'<a href="{CDN}/20240201/cc.pdf">现金价值表</a><a href="/help.html">条款</a><a>条款</a>'
)


@pytest.mark.parametrize("name", site_names())
def test_every_declared_site_has_an_adapter_and_asks_only_what_its_rules_allow(name):
    site = load_site(name)
    adapter = adapter_of(site)
    assert site.adapter in ADAPTERS
    assert all(refusal(each.url, site.rules()) is None for each in adapter.lists())
    assert adapter.posts == {each.url for each in adapter.lists() if each.method == "POST"}


def test_an_unknown_site_is_said_to_be_one():
    with pytest.raises(NotFound):
        load_site("../packs/insurance")


@pytest.mark.requirement("FR-003", "US3")
def test_on_sale_and_stopped_products_are_asked_for_with_all_their_editions():
    bodies = [json.loads(each.body) for each in pingan().lists()]
    assert [(each["isOrNotSale"], each["planSalesStatus"]) for each in bodies] == [("Y", "Y"), ("N", "N")]
    assert {each["isOnlyNew"] for each in bodies} == {"N"}


@pytest.mark.requirement("FR-003", "US3")
def test_a_row_becomes_an_edition_with_its_seven_attachments():
    (found,) = read_rows(ROW)
    assert (found.code, found.name, found.edition) == ("1826", "某某百分百两全保险", "1826-1")
    assert (found.sale_status, found.publish_time) == ("在售", "2025-07-20")
    assert found.filing_number == "平安人寿〔2025〕两全保险152号"
    assert ("planPlanType", "普通型") in found.attributes
    place = "https://life.pingan.com/ilife-home/product/getPlanClausePdf?planCode=1826&versionNo=1826-1&attachmentType="
    assert [(each.document_type, each.url.removeprefix(place), each.is_confirmed) for each in found.files] == [
        ("产品条款", "1", True),
        ("费率表", "2", True),
        ("备案产品清单表", "3", False),
        ("总精算师声明书", "4", False),
        ("法律责任人声明书", "5", False),
        ("现金价值表", "6", False),
        ("产品说明书", "7", True),
    ]


def test_an_attachment_that_is_not_there_is_not_listed():
    (found,) = read_rows({**ROW, **dict.fromkeys(("premAttachment", "recordList"), "0"), "legalPerson": None})
    assert {"费率表", "备案产品清单表", "法律责任人声明书"}.isdisjoint(each.document_type for each in found.files)


def test_the_code_of_the_files_may_differ_from_that_of_the_product():
    (found,) = read_rows({**ROW, "planCode": "1843_1843H", "actualPlanCode": "1843H", "versionNo": "1843H-2"})
    assert (found.code, found.edition) == ("1843_1843H", "1843H-2")
    assert "planCode=1843H&versionNo=1843H-2" in found.files[0].url


def test_a_name_may_stand_in_another_field_and_a_row_without_one_is_left_out():
    nameless = {name: value for name, value in ROW.items() if name != "clauseName"}
    assert [each.name for each in read_rows({**nameless, "planDesc": "乙"}, nameless, "nonsense")] == ["乙"]


@pytest.mark.parametrize(
    "wrap", [lambda said: said, lambda said: {"data": said}, lambda said: {"data": {"data": said}}]
)
def test_an_answer_may_be_wrapped(wrap):
    adapter = pingan()
    page = adapter.read(adapter.lists()[0], answered(wrap({"CODE": "00", "DATA": [ROW]})))
    assert len(page.editions) == 1
    assert json.loads(page.following.body)["pageNum"] == 2


@pytest.mark.parametrize("rows", [[], None])
def test_an_empty_page_is_the_last(rows):
    adapter = pingan()
    assert adapter.read(adapter.lists()[0], answered({"CODE": "00", "DATA": rows})).following is None


def test_a_row_without_a_word_on_files_is_asked_for_those_whose_number_is_known():
    (found,) = read_rows({"planCode": "1826", "versionNo": "1826-1", "clauseName": "甲"})
    assert [each.document_type for each in found.files] == ["产品条款", "费率表", "产品说明书"]


@pytest.mark.parametrize(
    "said",
    [
        b"<html>maintenance</html>",
        b"",
        b"[" * 50_000,
        [],
        "text",
        {"CODE": "99", "MSG": "系统繁忙"},
        {"CODE": "00"},
        {"CODE": "00", "DATA": {}},
        {"data": None},
        {"responseSts": {"flag": "-1", "message": "程序异常"}},
        {"CODE": "00", "DATA": [{"other": 1}]},
    ],
)
def test_a_list_that_cannot_be_read_stops_with_a_sentence(said):
    adapter = pingan()
    with pytest.raises(SiteChanged):
        adapter.read(adapter.lists()[0], answered(said))


@pytest.mark.parametrize("wrap", [lambda said: said, lambda said: {"data": said}])
def test_a_list_that_asks_for_a_person_is_told_apart(wrap):
    adapter = pingan()
    with pytest.raises(CaptchaAsked):
        adapter.read(adapter.lists()[0], answered(wrap({"CODE": "31019888", "MSG": "请验证"})))


def test_another_origin_stands_for_all_of_the_sites_own():
    adapter = pingan("http://127.0.0.1:8043")
    assert adapter.posts == {"http://127.0.0.1:8043/ilife-home/product/getProductList"}
    site = load_site("newchina-life").at("http://127.0.0.1:8043/")
    assert site.placed(f"{CDN}/a.pdf?b=1") == "http://127.0.0.1:8043/ncl/pdf/a.pdf?b=1"
    assert site.placed("https://elsewhere.cn/a.pdf") == "https://elsewhere.cn/a.pdf"
    assert refusal("https://www.newchinalife.com/info/4596", site.rules()) is not None


@pytest.mark.requirement("FR-003")
def test_a_table_row_becomes_an_edition_by_the_same_seam():
    adapter = adapter_of(load_site("newchina-life"))
    page = adapter.read(
        adapter.lists()[0],
        answered(
            html(("新华 某某\n终身寿险", "人寿保险", "在售", LINKS)).encode(), "https://www.newchinalife.com/info/4596"
        ),
    )
    (found,) = page.editions
    assert (found.code, found.name, found.category, found.sale_status) == (
        None,
        "新华 某某 终身寿险",
        "人寿保险",
        "在售",
    )
    assert (found.edition, found.publish_time) == ("20240131", "2024-01-31")
    assert [(each.document_type, each.url) for each in found.files] == [
        ("产品条款", f"{CDN}/20240131/aa.pdf"),
        ("费率表", f"{CDN}/20240201/bb.pdf"),
        ("现金价值表", f"{CDN}/20240201/cc.pdf"),
    ]
    assert page.following.url == "https://www.newchinalife.com/info/4596?page=2"


def test_a_page_without_rows_is_the_last_and_a_first_one_a_changed_site():
    adapter = adapter_of(load_site("newchina-life"))
    first = adapter.lists()[0]
    second = adapter.read(first, answered(html(("甲", "乙", "丙", LINKS)).encode())).following
    assert adapter.read(second, answered(html().encode())).following is None
    for nothing in (html().encode(), b"<html><p>maintenance</p></html>", b"", b"\0\xff{"):
        with pytest.raises(SiteChanged):
            adapter.read(first, answered(nothing))


@pytest.mark.parametrize(
    ("encoding", "headers", "head"),
    [
        ("utf-8", {}, ""),
        ("gbk", {"content_type": "text/html; charset=GBK"}, ""),
        ("gb18030", {}, '<meta charset="gb2312">'),
        ("utf-8", {"content_type": "text/html; charset=nonsense"}, ""),
    ],
)
def test_a_page_is_read_in_its_own_signs(encoding, headers, head):
    adapter = adapter_of(load_site("newchina-life"))
    content = (head + html(("新华人寿", "人寿保险", "在售", LINKS))).encode(encoding)
    (found,) = adapter.read(adapter.lists()[0], answered(content, **headers)).editions
    assert found.name == "新华人寿"


def test_links_that_lead_elsewhere_are_listed_as_they_are_and_refused_when_asked_for():
    adapter = adapter_of(load_site("newchina-life"))
    row = ("甲", "乙", "丙", '<a href="https://elsewhere.cn/ncl/pdf/20240101/x.pdf">条款</a>')
    (found,) = adapter.read(adapter.lists()[0], answered(html(row).encode())).editions
    assert refusal(found.files[0].url, adapter.site.rules()) == "crawl.other_site"
