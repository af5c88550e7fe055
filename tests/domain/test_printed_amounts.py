"""Printed amounts have one value, however they are written."""

from decimal import Decimal

import pytest

from insurance_desktop.domain.numerals import amount


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("10,000", 10_000),
        ("3.5万", 35_000),
        ("十万", 100_000),
        ("一百零五", 105),
        ("三十", 30),
        ("１５", 15),
        ("一万二千", 12_000),
        ("2", 2),
        ("两", 2),
        ("两百", 200),
        ("两万", 20_000),
    ],
)
def test_an_amount_has_its_value(printed, value):
    assert amount(printed) == Decimal(value)
