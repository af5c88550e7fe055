"""Laws of a library stand beside those that ship: looked up by number, in the edition that counts, never guessed."""

from dataclasses import replace

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause, open_engine
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.search.law_articles import get_law
from insurance_desktop.services.search.law_books import list_laws

PACK = load_pack("fund_exam")
EXCEPT = "下列情形除外：\n（一）休会；\n（二）停业。"


def law(name, *days, first="甲方应当报告。", **given):
    """`days` stand above the articles, as laws print them."""
    above = clause("前言", "前言", "\n".join(f"{day} 第一届会议通过" for day in days))
    articles = (
        clause("第一章", "总则", ""),
        clause(
            "第一条", "", f"{first}\n下列情形除外：\n（一）休会；\n（二）停业。", breadcrumb=("第一章 总则", "第一条")
        ),
        clause("第二条", "", "本法自2021年3月1日起施行。", breadcrumb=("第二章 附则", "第二条")),
    )
    return BareDocument(name, (above, *articles), document_type="法律", **given)


@pytest.fixture
def shelf(tmp_path):
    with open_engine(tmp_path / "library.db", EMBEDDER) as engine:

        def add(*documents):
            with engine.library.database.write() as connection:
                return [add_verified(connection, each, PACK, EMBEDDER) for each in documents]

        engine.add = add
        yield engine


@pytest.mark.parametrize(
    ("said", "passage"),
    [
        ("示例法第一条", None),
        ("中华人民共和国示例法第1条", None),
        ("《示例法》１条", None),
        ("示例法第一条第二款", "下列情形除外：\n（一）休会；\n（二）停业。"),
        ("示例法1条(二)项", "（二）停业。"),
    ],
)
def test_a_law_of_the_library_is_looked_up_as_those_that_ship(shelf, said, passage):
    (number,) = shelf.add(law("中华人民共和国示例法", "2020年12月26日"))
    answer = get_law(shelf.library, said)
    assert (answer.status, answer.message, answer.passage) == (AnswerStatus.OK, None, passage)
    article = answer.article
    assert (article.law, article.article, article.chapter) == ("中华人民共和国示例法", "第一条", ("第一章 总则",))
    assert (article.edition, article.in_force, article.document_id) == ("2020-12-26", "2021-03-01", number)
    assert article.text.startswith("甲方应当报告。") and article.clause_id
    assert get_law(shelf.library, "保险法第十六条").article.document_id is None


def test_of_several_editions_the_newest_counts_and_a_year_names_another_one(shelf):
    old, new = shelf.add(
        law("示例法", "2008年1月2日", first="旧条文。"), law("示例法", "2008年1月2日", "2020年12月26日", label="新")
    )
    answer = get_law(shelf.library, "示例法第一条")
    assert answer.article.document_id == new
    assert f"2008-01-02（库里的文件 #{old}）" in answer.message
    assert get_law(shelf.library, "示例法（2008年版）第一条").article.text.startswith("旧条文。")
    missing = get_law(shelf.library, "示例法2015年第一条")
    assert (missing.status, missing.article) == (AnswerStatus.NOT_FOUND, None)
    assert "没有 2015 年的版本" in missing.message


def test_a_registered_day_counts_where_the_text_prints_none(shelf):
    first, _ = shelf.add(
        law("示例法", publish_time="2022-01-01", label="甲"), law("示例法", "2020年12月26日", label="乙")
    )
    assert get_law(shelf.library, "示例法第一条").article.document_id == first


def test_where_nothing_tells_which_edition_counts_none_is_guessed(shelf):
    shelf.add(law("示例法", label="甲"), law("示例法", label="乙", first="别的条文。"))
    answer = get_law(shelf.library, "示例法第一条")
    assert (answer.status, answer.article) == (AnswerStatus.AMBIGUOUS, None)
    assert "没有写明哪一个现行" in answer.message


def test_only_verified_documents_of_the_type_are_laws(shelf):
    shelf.add(replace(law("示例法"), document_type="教材"))
    answer = get_law(shelf.library, "示例法第一条")
    assert answer.status is AnswerStatus.NOT_FOUND
    assert "示例法" not in answer.message.rpartition("现有")[2]


def test_the_list_names_all_laws_with_their_editions(shelf):
    (number,) = shelf.add(law("中华人民共和国示例法", "2020年12月26日"))
    listed = list_laws(shelf.library).laws
    assert [(each.short_name, each.articles, each.document_id) for each in listed] == [
        ("保险法", 185, None),
        ("保险法解释一", 6, None),
        ("保险法解释二", 21, None),
        ("保险法解释三", 26, None),
        ("保险法解释四", 21, None),
        ("示例法", 2, number),
    ]
    assert (listed[-1].edition, listed[-1].in_force) == ("2020-12-26", "2021-03-01")


def test_without_a_library_the_laws_that_ship_are_there(tmp_path):
    with LibraryReader(tmp_path / "none.db") as reader:
        assert len(reader.ask(list_laws).laws) == 5
        assert reader.ask(get_law, reference="保险法第十六条").status is AnswerStatus.OK
