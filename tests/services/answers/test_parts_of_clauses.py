"""What a number brings: the sections under it, one item of it, and never one of several in silence."""

import pytest

from development.bare_library import BareDocument, add_verified, clause
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.conversion import Item
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.services.answers.clause_reading import ClauseScope, read_clause
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.search.clause_search import search

ITEMS = tuple(Item(f"（{number}）", f"第{number}种重大疾病的诊断标准。") for number in range(1, 40))
SECTIONS = (
    clause("第二十六条", "释义", "本合同的用语如下：", category=("Definition",)),
    clause("第二十六条【火车】", "火车", "在轨道上行驶的列车。", category=("Definition",), parent_section="第二十六条"),
    clause("第二十六条【轮船】", "轮船", "在水上行驶的客船。", category=("Definition",), parent_section="第二十六条"),
    clause("7.18", "重大疾病", "以下疾病：\n" + "\n".join(item.mark + item.text for item in ITEMS), items=ITEMS),
    clause("7.19", "轻症疾病", "见下。"),
    clause("7.19/31", "轻微脑中风", "未达到重大疾病标准的脑中风。", parent_section="7.19"),
    clause("7.20", "疾病定义", "见下。"),
    clause("7.20.31", "动脉瘤", "实际接受了手术。", parent_section="7.20"),
    clause("7.22", "疾病", "见下。"),
    clause("7.22/一", "重大疾病", "见下。", parent_section="7.22"),
    clause("7.22/一/24", "脊髓灰质炎", "造成瘫痪。", parent_section="7.22/一"),
    clause("7.22/一/25", "象皮病", "由丝虫引起。", parent_section="7.22/一"),
    clause("7.22/二", "轻症疾病", "见下。", parent_section="7.22"),
    clause("7.22/二/25", "较轻的象皮病", "由丝虫引起。", parent_section="7.22/二"),
    clause(
        "7.21",
        "证明",
        "一、申请人填写申请书，并提供：\n（一）保险合同；\n（二）身份证明。\n二、代理人另提供委托书。",
        items=(
            Item("一、", "申请人填写申请书，并提供："),
            Item("（一）", "保险合同；"),
            Item("（二）", "身份证明。"),
            Item("二、", "代理人另提供委托书。"),
        ),
    ),
    clause("附件一/2.1", "职业分类", "职业分为六类。"),
    clause("附件二/2.1", "医院名单", "医院如下。"),
    clause("附件二/2.2", "药品名单", "药品如下。"),
    clause("3.1", "保险金申请", "受益人填写申请书。", entity_role=("Beneficiary",), keywords=("申请书",), level=3),
)


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    path = tmp_path_factory.mktemp("parts") / "library.db"
    with open_library(path) as library, library.database.write() as connection:
        document = BareDocument("青松重大疾病保险", SECTIONS, code="QS02", document_type="产品条款")
        add_verified(connection, document, library.pack, shipped_embedder())
    with LibraryReader(path) as reader:
        yield reader


def read(reader, number):
    return reader.ask(read_clause, None, number, ClauseScope(product="QS02"))


def test_a_section_comes_with_what_stands_under_it(reader):
    answer = read(reader, "第二十六条")
    assert answer.hit.section_id == "第二十六条"
    assert [each.section_title for each in answer.children] == ["火车", "轮船"]


@pytest.mark.parametrize("number", ["7.18（31）", "7.18/31", "7.18(31)", "7.18（三十一）"])
def test_an_item_of_a_clause_is_that_item_alone(reader, number):
    answer = read(reader, number)
    assert answer.hit.content == "（31）第31种重大疾病的诊断标准。"
    assert answer.hit.section_id == "7.18" and not answer.hit.is_whole and answer.message


def test_an_item_that_is_a_section_is_the_section(reader):
    assert read(reader, "7.19（31）").hit.section_title == "轻微脑中风"


def test_an_item_may_be_a_section_that_goes_on_with_its_number(reader):
    assert read(reader, "7.20（31）").hit.section_id == "7.20.31"


def test_a_mark_means_what_is_marked_just_so(reader):
    assert read(reader, "7.21（二）").hit.content == "（二）身份证明。"


def test_an_item_that_is_not_there_is_not_its_neighbour(reader):
    assert read(reader, "7.18（77）").status == "not_found"


def test_a_number_of_several_annexes_is_ambiguous_with_all_of_them(reader):
    answer = read(reader, "2.1")
    assert answer.status == "ambiguous" and answer.hit is None
    assert [each.section_title for each in answer.places] == ["职业分类", "医院名单"]
    assert read(reader, "2.2").hit.section_title == "药品名单"


@pytest.mark.parametrize(
    "chosen", [{"entity_role": "Beneficiary"}, {"keyword": "申请书"}, {"level": 3}], ids=lambda each: next(iter(each))
)
def test_search_is_narrowed_by_what_clauses_are_about(reader, chosen):
    answer = reader.ask(search, SearchRequest(query="保险金申请", product="QS02", **chosen))
    assert [each.section_id for each in answer.results] == ["3.1"]
    assert answer.results[0].keywords == ("申请书",) and answer.results[0].source_reference.file_name
    elsewhere = reader.ask(search, SearchRequest(query="保险金申请", product="QS02", parent_section="7.19"))
    assert "3.1" not in [each.section_id for each in elsewhere.results]


def test_an_unknown_role_is_answered_with_the_known_ones(reader):
    answer = reader.ask(search, SearchRequest(query="保险金申请", entity_role="Nobody"))
    assert answer.status == "not_found" and "Beneficiary" in answer.message


def test_a_mark_two_levels_down_is_found_and_one_that_stands_there_twice_is_ambiguous(reader):
    assert read(reader, "7.22（24）").hit.section_id == "7.22/一/24"
    twice = read(reader, "7.22（25）")
    assert twice.status == "ambiguous"
    assert [each.section_id for each in twice.places] == ["7.22/一/25", "7.22/二/25"]
