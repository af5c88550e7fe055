"""Printed amounts have one value, however they are written."""

from decimal import Decimal

import pytest

from insurance_desktop.domain.numerals import amount, numbered, values_in

WHOLE = {
    "0": 0,
    "2": 2,
    "两": 2,
    "零": 0,
    "十": 10,
    "十五": 15,
    "１５": 15,
    "二十": 20,
    "廿五": 25,
    "三十": 30,
    "一百": 100,
    "一百零五": 105,
    "一百〇五": 105,
    "一百一十": 110,
    "一百八十": 180,
    "两百": 200,
    "二百五": 250,
    "三百六十五": 365,
    "二〇二四": 2_024,
    "二○二四": 2_024,
    "三千五": 3_500,
    "1千5百": 1_500,
    "三千零五": 3_005,
    "一万": 10_000,
    "一万二千": 12_000,
    "两万": 20_000,
    "两万五": 25_000,
    "三万两千": 32_000,
    "3万两千": 32_000,
    "3万2千": 32_000,
    "叁万伍仟": 35_000,
    "十万": 100_000,
    "10万": 100_000,
    "10万5千": 105_000,
    "十万零五百": 100_500,
    "１２万": 120_000,
    "十二万三千四百五十六": 123_456,
    "5百万": 5_000_000,
    "一千万": 10_000_000,
    "一亿": 100_000_000,
    "一亿二千万": 120_000_000,
    "一万亿": 1_000_000_000_000,
}
BROKEN_OR_PARTED = {
    "10,000": "10000",
    "1,234,567.50": "1234567.5",
    "3.5万": "35000",
    "三点五万": "35000",
    "一点二五亿": "125000000",
    "0.05": "0.05",
    "人民币叁万伍仟元整": "35000",
    "3.5 万": "35000",
}


@pytest.mark.parametrize(("printed", "value"), WHOLE.items())
def test_a_whole_amount_has_its_value_wherever_it_is_read(printed, value):
    assert amount(printed) == value
    assert values_in(printed) == (str(value),)


@pytest.mark.parametrize(("printed", "value"), BROKEN_OR_PARTED.items())
def test_an_amount_with_a_point_or_parted_thousands_has_its_value(printed, value):
    assert amount(printed) == Decimal(value)


def test_several_numbers_of_a_text_stay_several():
    assert values_in("十万元以上两百万元以下，3.2") == ("100000", "2000000", "3", "2")
    assert numbered("第一百零五条") == ("第条", "105")
