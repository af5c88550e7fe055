"""The lists of a clause, and the words that lead into them."""

from insurance_desktop.domain.conversion import Item
from insurance_desktop.services.answers.item_lists import places_of

DEATH = "因下列情形之一导致被保险人身故的，我们不承担给付身故保险金的责任："
WAIVER = "因下列情形之一导致投保人身故的，我们不豁免保险费："


def read(*lines: str) -> list[tuple[str, int | None, str]]:
    """The items of the lines that begin with a mark: mark, list and what leads into it."""
    items = [Item(mark, rest) for line in lines for mark, blank, rest in [line.partition(" ")] if blank]
    return [(each.item.mark, each.list_number, each.lead_in) for each in places_of("\n".join(lines), items)]


def test_items_of_one_list_have_the_words_above_it():
    assert read("责任如下。", DEATH, "（1） 战争；", "（2） 核爆炸。") == [
        ("（1）", None, DEATH),
        ("（2）", None, DEATH),
    ]


def test_where_counting_starts_again_another_list_begins_with_words_of_its_own():
    found = read(DEATH, "（1） 战争；", "（2） 吸毒。", "发生上述情形，本合同终止。", WAIVER, "（1） 战争。")
    assert found == [("（1）", 1, DEATH), ("（2）", 1, DEATH), ("（1）", 2, WAIVER)]


def test_into_a_list_within_an_item_that_item_leads_too():
    found = read(DEATH, "（一） 下列疾病：", "1. 流感；", "2. 感冒；", "（二） 战争。")
    inner = f"{DEATH}\n（一） 下列疾病："
    assert found == [("（一）", 1, DEATH), ("1.", 2, inner), ("2.", 2, inner), ("（二）", 1, DEATH)]


def test_what_stands_first_in_a_clause_is_led_into_by_what_stands_above_the_clause():
    items = [Item("（1）", "战争。")]
    assert places_of("（1）战争。", items, DEATH)[0].lead_in == DEATH
