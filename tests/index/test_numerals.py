"""第十条 and 第10条 are one clause, whichever way it is printed or asked for."""

import pytest

from insurance_desktop.domain.numerals import numbered


@pytest.mark.parametrize(
    ("one", "other"),
    [("第10条", "第十条"), ("第二十一条", "第21条"), ("第105条", "第一百零五条"), ("第２条", "第二条")],
)
def test_two_spellings_of_a_number_are_one(one: str, other: str) -> None:
    assert numbered(one) == numbered(other)


def test_other_words_and_other_values_stay_apart() -> None:
    assert len({numbered(each) for each in ("第十条", "第十章", "第十一条", "附表一", "6.6", "6.7")}) == 6
