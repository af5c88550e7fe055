"""FR-001a: products by what people call them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_pending, add_verified, clause, open_engine
from development.checking.lookup_cases import read_products
from development.checking.product_lookup import add_products, ask, read_cases
from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.product_answers import LookupAnswer
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.products.product_lookup import lookup, names_in, resolve_product
from insurance_desktop.services.products.product_names import ProductNames
from insurance_desktop.services.search.clause_search import search
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.works import editions, works
from insurance_desktop.store.works.works import Work

NAMES = (
    ("平安福满养老年金保险", "2200", "平安人寿", "养老年金保险"),
    ("平安颐享养老年金保险（分红型）", "2201", "平安人寿", "养老年金保险"),
    ("平安盈添悦两全保险（分红型）", "2124", "平安人寿", "两全保险"),
    ("民生颐享养老年金保险", "M002", "民生人寿", "养老年金保险"),
    ("民生康健医疗保险", "M001", "民生人寿", "医疗保险"),
    ("康e保医疗保险", "K1", "民生人寿", "医疗保险"),
    ("康e保医疗保险", "K1", "平安人寿", "医疗保险"),
)


@pytest.fixture
def catalogue(empty: SearchEngine) -> Library:
    with empty.library.database.write() as connection:
        for number, (name, code, company, category) in enumerate(NAMES[:6]):
            document = BareDocument(
                name, (clause("1", "", f"{number}"),), code=code, company=company, category=category
            )
            add_pending(connection, document, empty.library.pack)
        connection.run(
            "INSERT INTO work_aliases (work_id, alias, kind) SELECT id, '盈添悦', 'short' FROM works WHERE code = ?",
            ("2124",),
        )
    return empty


@pytest.mark.requirement("FR-001a")
def test_a_part_of_the_name_is_enough(catalogue: SearchEngine) -> None:
    answer = lookup(catalogue.product_names, "添悦")
    assert [each.product_name for each in answer.products] == ["平安盈添悦两全保险（分红型）"]
    assert answer.products[0].product_code == "2124"


@pytest.mark.requirement("FR-001a")
def test_company_and_kind_give_all_that_match(catalogue: SearchEngine) -> None:
    answer = lookup(catalogue.product_names, "平安 养老")
    assert answer.status is AnswerStatus.OK
    assert {each.product_code for each in answer.products} == {"2200", "2201"}


@pytest.mark.requirement("FR-001a")
def test_the_company_filter_knows_its_other_names(catalogue: SearchEngine) -> None:
    answer = lookup(catalogue.product_names, "颐享", company="中国平安人寿保险股份有限公司")
    assert {each.company for each in answer.products} == {"平安人寿"}
    assert lookup(catalogue.product_names, "颐享", company="太平洋人寿").status is AnswerStatus.NOT_FOUND


def test_several_equally_good_ones_are_candidates(catalogue: SearchEngine) -> None:
    answer = lookup(catalogue.product_names, "颐享")
    assert answer.status is AnswerStatus.AMBIGUOUS
    assert {each.product_code for each in answer.products} == {"2201", "M002"}


@pytest.mark.parametrize("typed", ["盈添月", "平安盈天悦两全保险", "盈添悦两全险"])
def test_one_wrong_character_still_finds_it(catalogue: SearchEngine, typed: str) -> None:
    assert lookup(catalogue.product_names, typed).products[0].product_code == "2124"


def test_an_alias_names_the_product(catalogue: SearchEngine) -> None:
    with catalogue.library.database.read() as connection:
        resolved = resolve_product(catalogue.product_names, connection, "盈添悦")
    assert resolved.product is not None and resolved.product.code == "2124"


def test_id_code_and_exact_name_resolve_and_a_part_does_not(catalogue: SearchEngine) -> None:
    with catalogue.library.database.read() as connection:
        by_code = resolve_product(catalogue.product_names, connection, "2124").product
        assert by_code is not None
        assert resolve_product(catalogue.product_names, connection, by_code.work_id).product == by_code
        assert resolve_product(catalogue.product_names, connection, "平安盈添悦两全保险(分红型)").product == by_code
        part = resolve_product(catalogue.product_names, connection, "两全保险")
    assert part.product is None and part.status is AnswerStatus.NOT_FOUND and part.candidates


def test_nothing_alike_is_not_found(catalogue: SearchEngine) -> None:
    assert lookup(catalogue.product_names, "汽车延保服务").status is AnswerStatus.NOT_FOUND


def test_an_empty_library_and_an_empty_name_are_told_apart(empty: SearchEngine, catalogue: SearchEngine) -> None:
    with pytest.raises(UsageError):
        lookup(catalogue.product_names, " ")


def test_an_empty_library_says_so(empty: SearchEngine) -> None:
    assert lookup(empty.product_names, "盈添悦").status is AnswerStatus.EMPTY_LIBRARY


CASES = Path(__file__).with_name("lookup_cases.jsonl")
PRODUCTS = Path(__file__).with_name("product_names.tsv")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """292 invented products of twenty companies. No test changes it."""
    with open_engine(tmp_path_factory.mktemp("names") / "library.db") as engine:
        with engine.library.database.write() as connection:
            add_products(connection, engine.library.pack.name, engine.library.pack.work_kind, read_products(PRODUCTS))
        yield engine


def names(answer: LookupAnswer) -> list[str]:
    return [each.product_name for each in answer.products]


@pytest.mark.requirement("FR-001a")
@pytest.mark.parametrize("kind", ["substring", "typo", "pinyin", "company_kind"])
def test_the_right_product_is_first_or_listed(many: SearchEngine, kind: str) -> None:
    judged = ask(many.product_names, [case for case in read_cases(CASES) if case.kind == kind])
    assert len(judged) == 50
    assert sum(each.is_right for each in judged) >= 48
    assert sum(each.is_needless for each in judged) <= 2


@pytest.mark.requirement("FR-001a")
def test_sister_companies_are_kept_apart(many: SearchEngine) -> None:
    assert {each.company for each in lookup(many.product_names, "平安 养老").products} == {
        "平安人寿",
        "平安养老保险股份有限公司",
    }
    assert {each.company for each in lookup(many.product_names, "平安人寿 养老").products} == {"平安人寿"}
    assert {each.company for each in lookup(many.product_names, "养老", company="中国平安人寿").products} == {
        "平安人寿"
    }
    assert {each.company for each in lookup(many.product_names, "太平洋 重疾").products} == {
        "中国太平洋人寿保险股份有限公司"
    }
    assert {each.company for each in lookup(many.product_names, "中国人寿 养老").products} == {
        "中国人寿保险股份有限公司"
    }
    assert {each.company for each in lookup(many.product_names, "太平 养老").products} == {
        "太平人寿保险有限公司",
        "太平养老保险股份有限公司",
    }


@pytest.mark.parametrize(
    "typed", ["平安 养老", "平安的养老险", "平安有哪些养老产品", "养老 平安", "平安公司所有的养老保险"]
)
def test_a_list_is_asked_for_in_many_ways(many: SearchEngine, typed: str) -> None:
    answer = lookup(many.product_names, typed)
    assert answer.status is AnswerStatus.OK
    assert len(answer.products) == 12 and all("养老" in name for name in names(answer))


@pytest.mark.parametrize(
    "typed",
    [
        "平安e家保团体医疗保险（II）",
        "e家保团体",
        "平安健康e家保团体",
        "Ｅ家保團體",
        "平安 e家保 团体",
        "e家保团险",
        "《平安e家保团体医疗保险（II）》产品条款",
        "平安e佳保团体医疗保险",
        "平安健康的e家保团体",
        "帮我查一下e家保团体",
        "ejbtt",
        "pingan ejiabao tuanti",
        "平安ejbtt",
        "e家baott",
        "pinan ejiabao tuanti",
        "tuanti ejiabao",
        "平安 tuanti ejb",
    ],
)
def test_one_product_under_many_spellings(many: SearchEngine, typed: str) -> None:
    answer = lookup(many.product_names, typed)
    assert answer.status is AnswerStatus.OK and names(answer)[0] == "平安e家保团体医疗保险（II）"


def test_a_word_that_is_a_kind_and_a_part_of_names_gives_all_as_candidates(many: SearchEngine) -> None:
    answer = lookup(many.product_names, "养老年金")
    assert answer.status is AnswerStatus.AMBIGUOUS and len(answer.products) == 39
    assert lookup(many.product_names, "养老年金险").status is AnswerStatus.OK
    assert len(lookup(many.product_names, "养老年金险").products) == 39


def test_versions_are_candidates_until_one_is_named(many: SearchEngine) -> None:
    answer = lookup(many.product_names, "平安福满多两全保险")
    assert answer.status is AnswerStatus.OK and names(answer)[0] == "平安福满多两全保险"
    both = lookup(many.product_names, "盈添悦定期寿险")
    assert both.status is AnswerStatus.AMBIGUOUS
    assert names(both) == ["平安盈添悦定期寿险（C款）", "平安盈添悦定期寿险（D款）"]
    assert names(lookup(many.product_names, "盈添悦定期寿险d款")) == ["平安盈添悦定期寿险（D款）"]
    assert names(lookup(many.product_names, "盈添悦定期寿险 D")) == ["平安盈添悦定期寿险（D款）"]


@pytest.mark.parametrize(
    "typed", ["平安虎啸年金保险", "福满多年金", "9999", "tab'le", "汽车延保", "盈添悦定期寿险F款X"]
)
def test_what_is_not_there_is_never_answered_by_a_neighbour(many: SearchEngine, typed: str) -> None:
    answer = lookup(many.product_names, typed)
    assert answer.status in (AnswerStatus.NOT_FOUND, AnswerStatus.AMBIGUOUS)
    assert all(each.matched_by == "nearest" for each in answer.products) or len(answer.products) > 1


def test_a_long_list_goes_on_where_its_cursor_says(many: SearchEngine) -> None:
    found, cursor = [], None
    while True:
        page = lookup(many.product_names, "保险", cursor=cursor)
        assert page.truncated is (page.next_cursor is not None)
        found += names(page)
        cursor = page.next_cursor
        if cursor is None:
            break
    assert len(found) == len(set(found)) and {name for name in found if "保险" not in name} == set()
    assert set(found) == {each.name for each in read_products(PRODUCTS) if "保险" in each.name}


def test_a_company_beside_the_name_narrows_it(many: SearchEngine) -> None:
    assert {
        each.company for each in lookup(many.product_names, "颐享", company="民生人寿保险股份有限公司").products
    } == {"民生人寿"}
    assert lookup(many.product_names, "颐享", company="汇丰人寿").status is AnswerStatus.NOT_FOUND
    assert {each.company for each in lookup(many.product_names, "平安人寿颐享").products} == {"平安人寿"}


def test_a_renamed_product_is_found_by_its_new_name_at_once(catalogue: SearchEngine) -> None:
    assert lookup(catalogue.product_names, "添悦").products[0].product_code == "2124"
    with catalogue.library.database.write() as connection:
        connection.run("UPDATE works SET name = '平安新名字两全保险' WHERE code = '2124'")
    assert lookup(catalogue.product_names, "新名字").products[0].product_code == "2124"
    assert lookup(catalogue.product_names, "xinmingzi").products[0].product_code == "2124"


def test_names_in_a_question_are_found_whole_and_the_longest_wins(catalogue: SearchEngine) -> None:
    with catalogue.library.database.read() as connection:
        found = names_in(
            catalogue.product_names, connection, "平安盈添悦两全保险（分红型）和民生康健医疗保险哪个犹豫期长"
        )
        assert [work.code for work, _ in found] == ["2124", "M001"]
        assert names_in(catalogue.product_names, connection, "犹豫期多长") == ()


BROUGHT = (
    ("小满", "砚湖财产保险有限责任公司", "# 砚湖财产保险有限责任公司 砚湖小满定期寿险条款\n\n正文"),
    ("砚湖全护医疗保险（2017版）（A款）", "砚湖财产保险有限责任公司", ""),
    ("砚湖全护医疗保险（2017版）（B款）", "砚湖财产保险有限责任公司", ""),
    ("平安健康守护防癌医疗保险", None, ""),
)


@pytest.fixture
def brought(empty: SearchEngine) -> SearchEngine:
    """Products as they were imported: under another name than the printed one, without a company, in variants."""
    with empty.library.database.write() as connection:
        for number, (name, company, markdown) in enumerate(BROUGHT):
            document = BareDocument(name, (clause("1", "总则", f"{number}"),), company=company, markdown=markdown)
            add_verified(connection, document, empty.library.pack, EMBEDDER)
    return empty


@pytest.mark.requirement("FR-001a")
@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("砚湖小满定期寿险", ["小满"]),
        ("砚湖财产保险有限责任公司砚湖小满定期寿险条款", ["小满"]),
        ("砚湖财产保险有限责任公司 砚湖全护医疗保险条款（2017版）（A款）", ["砚湖全护医疗保险（2017版）（A款）"]),
        ("砚湖全护医疗保险B款", ["砚湖全护医疗保险（2017版）（B款）"]),
        ("砚湖财险 医疗", [name for name, _, _ in BROUGHT[1:3]]),
        ("砚湖产险的医疗险", [name for name, _, _ in BROUGHT[1:3]]),
        ("砚湖财产保险公司 小满", ["小满"]),
        ("平安养老 防癌", ["平安健康守护防癌医疗保险"]),
        ("平安健康 防癌", ["平安健康守护防癌医疗保险"]),
    ],
)
def test_printed_titles_and_companies_by_any_name_lead_to_what_was_imported(
    brought: SearchEngine, asked: str, names: list[str]
) -> None:
    answer = lookup(brought.product_names, asked)
    assert answer.status is AnswerStatus.OK
    assert [each.product_name for each in answer.products] == names


@pytest.mark.requirement("FR-001a", "SC-001")
def test_the_title_of_a_text_that_nobody_approved_names_nothing(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        name, company, markdown = BROUGHT[0]
        document = BareDocument(name, (clause("1", "", "0"),), company=company, markdown=markdown)
        add_pending(connection, document, empty.library.pack)
    assert lookup(empty.product_names, "砚湖小满定期寿险").status is AnswerStatus.NOT_FOUND


@pytest.fixture
def served(filled: SearchEngine) -> SearchEngine:
    """The library as an AI client gets it: 平安福满养老年金保险 is pending and may not be named."""
    return SearchEngine(filled.library, filled.models, verified_names_only=True)


@pytest.mark.requirement("SC-001", "FR-001a")
@pytest.mark.parametrize("asked", ["福满", "2200", "平安福满养老年金保险", "pinganfuman", "平安 养老", "平安福慢"])
def test_a_product_of_which_nothing_is_verified_is_counted_and_not_named(served: SearchEngine, asked: str) -> None:
    answer = lookup(served.product_names, asked)
    assert answer.status is AnswerStatus.NO_MATCH
    assert answer.products == ()
    assert answer.message is not None and "1 个产品" in answer.message
    assert "平安福满养老年金保险" not in answer.message.replace(asked, "")


@pytest.mark.requirement("SC-001")
def test_beside_named_products_those_without_verified_text_are_counted(served: SearchEngine) -> None:
    answer = lookup(served.product_names, "平安")
    assert [each.product_name for each in answer.products] == ["平安盈添悦两全保险（分红型）"]
    assert answer.message is not None and "另有 1 个" in answer.message
    unknown = lookup(served.product_names, "泰和长安")
    assert unknown.status is AnswerStatus.NOT_FOUND
    assert unknown.message is not None and "另有 1 个" in unknown.message
    assert "福满" not in repr(unknown)


@pytest.mark.requirement("SC-001")
def test_who_names_a_product_without_verified_text_hears_that_and_no_other_name(served: SearchEngine) -> None:
    with served.library.database.read() as connection:
        assert resolve_product(served.product_names, connection, "2200").product is not None
        fuzzy = resolve_product(served.product_names, connection, "福满")
    assert (fuzzy.status, fuzzy.unnamed, fuzzy.candidates) == (AnswerStatus.NO_MATCH, 1, ())
    assert lookup(served.product_names, "福满").status is AnswerStatus.NO_MATCH, (
        "every tool says the same of the same words"
    )
    answer = search(served, SearchRequest(query="犹豫期", product="2200"))
    assert answer.status is AnswerStatus.NO_MATCH


@pytest.mark.requirement("SC-001")
def test_a_name_of_two_products_shows_the_verified_one_and_does_not_choose_it(empty: SearchEngine) -> None:
    with empty.library.database.write() as connection:
        for company in ("甲人寿", "乙人寿"):
            work = Work(0, empty.library.pack.name, empty.library.pack.work_kind, None, "康健医疗保险", company)
            works.add(connection, work, "2026-01-01T00:00:00+00:00")
        document = BareDocument("康健医疗保险", (clause("1", "", "甲"),))
        add_verified(connection, document, empty.library.pack, EMBEDDER)
    names = ProductNames(empty.library, verified_only=True)
    with empty.library.database.read() as connection:
        found = resolve_product(names, connection, "康健医疗保险")
    assert found.status is AnswerStatus.AMBIGUOUS
    assert [each.company for each in found.candidates] == ["甲人寿"]
    assert found.unnamed == 1


def test_a_library_without_verified_text_is_empty_to_an_ai_client(catalogue: SearchEngine) -> None:
    answer = lookup(ProductNames(catalogue.library, verified_only=True), "添悦")
    assert (answer.status, answer.products) == (AnswerStatus.EMPTY_LIBRARY, ())
    assert lookup(catalogue.product_names, "添悦").products


@pytest.mark.requirement("FR-001a")
def test_a_name_that_is_only_like_a_product_is_said_to_be_no_more(catalogue: SearchEngine) -> None:
    slip, part = lookup(catalogue.product_names, "平安福曼养老年金保险"), lookup(catalogue.product_names, "添悦")
    assert [(each.product_code, each.matched_by) for each in slip.products[:1]] == [("2200", "typo")]
    assert slip.message is not None and "核对全名" in slip.message
    assert part.message is None


@pytest.mark.requirement("FR-001a", "FR-003")
def test_a_listed_product_tells_the_date_of_its_last_edition(catalogue: SearchEngine) -> None:
    with catalogue.library.database.write() as connection:
        work = connection.value("SELECT id FROM works WHERE code = '2124'")
        for label, published in (("2124-1", "2021-03-01"), ("2124-2", "2024-06-01")):
            editions.add(connection, work, label, published)
    assert lookup(catalogue.product_names, "2124").products[0].publish_time == "2024-06-01"
