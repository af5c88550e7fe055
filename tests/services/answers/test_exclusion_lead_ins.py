"""FR-002: an item of exclusion is read with the words above its list: who must die, and which benefit is not paid."""

from collections.abc import Iterator
from dataclasses import asdict

import pytest
from two_products import EMBEDDER

from development.bare_library import BareDocument, add_verified, clause, open_engine
from insurance_desktop.domain.answers import ExclusionAnswer, ExclusionItem
from insurance_desktop.domain.conversion import Item
from insurance_desktop.mcp_server.rendering import readable
from insurance_desktop.services.answers.exclusions import check_exclusions
from insurance_desktop.services.search.engine import SearchEngine

pytestmark = pytest.mark.requirement("FR-002")

DEATH = "因下列情形之一导致被保险人身故的，我们不承担给付“身故保险金”的责任："
WAIVER = "因下列情形之一导致投保人身故的，我们不承担给付“关爱保险金”的责任："
OWN = (Item("（1）", "被保险人酒后驾驶机动车；"), Item("（2）", "战争、军事冲突、暴乱或武装叛乱。"))
PAYERS = (Item("（1）", "投保人酒后驾驶机动车；"), Item("（2）", "战争、军事冲突、暴乱或武装叛乱。"))


def lines(lead_in: str, items: tuple[Item, ...]) -> list[str]:
    return [lead_in, *(item.mark + item.text for item in items)]


TEXT = "\n".join([*lines(DEATH, OWN), "发生上述情形，本合同终止。", *lines(WAIVER, PAYERS)])
SHORT = "\n".join(lines(DEATH, OWN[1:]))


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchEngine]:
    listed = {"category": ("Exclusion",)}
    papers = (
        BareDocument("青松年金保险", (clause("2.5", "责任免除", TEXT, items=OWN + PAYERS, **listed),), code="A1"),
        BareDocument("白桦定期寿险", (clause("2.4", "责任免除", SHORT, items=OWN[1:], **listed),), code="B1"),
    )
    with open_engine(tmp_path_factory.mktemp("lists") / "library.db", EMBEDDER) as opened:
        with opened.library.database.write() as connection:
            for paper in papers:
                add_verified(connection, paper, opened.library.pack, EMBEDDER)
        yield opened


def found(answer: ExclusionAnswer) -> dict[tuple[int | None, str | None], ExclusionItem]:
    return {(each.list_number, each.item): each for each in answer.matched_clauses}


def test_each_item_carries_the_words_above_its_own_list(engine: SearchEngine) -> None:
    told = found(check_exclusions(engine, "战争", product="A1", everything=True))
    assert {key: each.lead_in for key, each in told.items()} == {
        (1, "（1）"): DEATH,
        (1, "（2）"): DEATH,
        (2, "（1）"): WAIVER,
        (2, "（2）"): WAIVER,
    }


def test_an_exclusion_of_the_payers_death_is_not_matched_by_the_insureds(engine: SearchEngine) -> None:
    told = found(check_exclusions(engine, "战争中被炸死了", product="A1", everything=True))
    assert (told[1, "（2）"].mark, told[2, "（2）"].mark) == ("matched", "possible")


def test_who_asks_for_another_benefit_than_the_words_above_bar_is_not_told_that_it_is_barred(
    engine: SearchEngine,
) -> None:
    answer = check_exclusions(engine, "酒后驾驶撞伤了，医疗费用能赔吗", product="A1", strict=False)
    assert not answer.risk_detected
    assert "另一种给付" in (found(answer)[1, "（1）"].reason or "")


def test_the_words_above_a_list_are_fenced_like_all_words_of_documents(engine: SearchEngine) -> None:
    told = readable(asdict(check_exclusions(engine, "战争中被炸死了", product="A1"))).split("\n")
    before = told[told.index(DEATH) - 1]
    assert told[told.index(DEATH) - 2].strip() == "lead_in:" and before != DEATH


def test_without_a_product_the_likeliest_of_each_comes_first_and_who_has_none_is_named(engine: SearchEngine) -> None:
    both = check_exclusions(engine, "战争中被炸死了", everything=True, budget=3_500)
    first = [each.source_reference.product_code for each in both.matched_clauses[:2]]
    assert both.truncated and sorted(first, key=str) == ["A1", "B1"]
    one = check_exclusions(engine, "喝了酒开车撞树上了")
    assert {each.source_reference.product_code for each in one.matched_clauses} == {"A1"}
    assert "“白桦定期寿险”" in (one.message or "")
