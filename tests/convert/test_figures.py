"""Tables of figures against the second reading: correct ones agree, and no figure may be lost, changed or moved."""

from itertools import pairwise

import pytest
from table_maker import make_table

from insurance_desktop.convert.checking.second_reading import read_again
from insurance_desktop.convert.checking.verification import verify
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.convert.text.markdown import Text
from insurance_desktop.domain.conversion import Agreement, Conversion
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack

PACK = load_pack("insurance")
SEEDS = (3, 6, 50, 59, 100, 107, 150, 155, 169)
"""Tables that an earlier check found fault with, though all their cells are right."""


def found_in(original: bytes, conversion: Conversion, markdown: str):
    """What blocks when the converter's own accounts say the same and the text is another."""
    second = read_again(original, range(1, conversion.pages + 1))
    text = Text(markdown, conversion.source_map, conversion.blocks, ())
    found = verify(original, second, text, (), PACK, ledger=conversion.ledger).findings
    return [(each.kind, each.message) for each in found if each.severity is Severity.BLOCKING]


def figures(conversion: Conversion):
    """The spans of two neighbouring cells of one row with figures that differ and are equally long."""
    cells = [span for span in conversion.source_map if conversion.markdown[span.start : span.end].strip()]
    for one, other in pairwise(cells):
        first, second = (conversion.markdown[each.start : each.end] for each in (one, other))
        between = conversion.markdown[one.end : other.start]
        if len(first) == len(second) and first[0].isdigit() and first != second and between == " | ":
            return one, other
    raise AssertionError("no such cells")


@pytest.mark.requirement("SC-004")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_whose_cells_are_right_agrees(seed):
    original, _, _ = make_table(seed)
    conversion = convert_bytes(original, PACK)
    assert conversion.coverage.second_reading == Agreement(True, 0)


@pytest.mark.requirement("SC-004")
@pytest.mark.parametrize("seed", SEEDS)
def test_two_figures_of_neighbouring_cells_that_change_places_block(seed):
    original, _, _ = make_table(seed)
    conversion = convert_bytes(original, PACK)
    one, other = figures(conversion)
    text = conversion.markdown
    first, second = text[one.start : one.end], text[other.start : other.end]
    swapped = f"{text[: one.start]}{second}{text[one.end : other.start]}{first}{text[other.end :]}"
    found = found_in(original, conversion, swapped)
    assert found
    assert {kind.partition("_")[0] for kind, _ in found} <= {"critical", "signs"}
    assert any(first in message and second in message for _, message in found)


@pytest.mark.requirement("SC-004")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_digit_that_is_another_one_blocks(seed):
    original, _, _ = make_table(seed)
    conversion = convert_bytes(original, PACK)
    cell, _ = figures(conversion)
    text = conversion.markdown
    other = "7" if text[cell.start] != "7" else "8"
    found = found_in(original, conversion, f"{text[: cell.start]}{other}{text[cell.start + 1 :]}")
    assert "critical" in {kind.partition("_")[0] for kind, _ in found}
