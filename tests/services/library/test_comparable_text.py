"""What a quotation must not cut off, and where its stretches stand."""

import pytest

from insurance_desktop.packs.loader import load_pack
from insurance_desktop.services.library.comparable_text import weights_of

WEIGHTS = weights_of(load_pack("insurance"))


@pytest.mark.parametrize(
    ("text", "quoted", "widened"),
    [
        ("不承担责任", "承担责任", "不承担责任"),
        ("除工本费外全部退还", "工本费外全部退还", "除工本费外全部退还"),
        ("扣除工本费后退还", "工本费后退还", "工本费后退还"),
        ("解除合同的", "合同的", "合同的"),
        ("给付15日津贴", "给付1", "给付15日"),
    ],
)
def test_a_cut_takes_back_what_it_would_falsify(text, quoted, widened):
    start = text.index(quoted)
    first, last = WEIGHTS.cut_open(text, start, start + len(quoted))
    assert text[first:last] == widened


def test_stretches_stand_one_after_the_other_and_uncut():
    assert WEIGHTS.in_order(["犹豫期", "退还"], "犹豫期内退还") == [(0, 3), (4, 6)]
    assert WEIGHTS.in_order(["退还", "犹豫期"], "犹豫期内退还") is None
    assert WEIGHTS.in_order(["退还"], "不退还，但退还") == [(5, 7)]
