"""Two hundred tables in every style: no wrong cell that nothing flags, and few flagged ones."""

from collections import Counter

import pytest
from table_maker import make_table

from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.kinds import ReasonKind
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack

CHUNK = 20
MOST_FLAGGED = 0.05


def outcome(seed):
    """What became of table number `seed`: "right", "flagged", or what is wrong with it."""
    original, truth, look = make_table(seed)
    conversion = convert_bytes(original, load_pack("insurance"))
    flags = [each.kind for each in conversion.findings if each.kind.family is ReasonKind.FLAGGED_TABLES]
    if any(each.severity is Severity.BLOCKING and each.kind in flags for each in conversion.findings):
        return "flagged"
    if len(conversion.tables) != 1:
        return f"{seed} ({look.style}): {len(conversion.tables)} tables"
    table = conversion.tables[0]
    rows = [*table.rows[: table.header_rows], table.headers, *table.rows[table.header_rows :]]
    if rows != [tuple(row) for row in truth.rows]:
        return f"{seed} ({look.style}): cells"
    if (set(table.spans), table.header_rows + 1) != (truth.spans, truth.header):
        return f"{seed} ({look.style}): spans or header"
    return "right"


@pytest.mark.requirement("FR-004")
@pytest.mark.parametrize("first", range(0, 200, CHUNK))
def test_no_generated_table_is_wrong_without_a_flag(first):
    outcomes = Counter(outcome(seed) for seed in range(first, first + CHUNK))
    flagged = outcomes.pop("flagged", 0)
    assert set(outcomes) == {"right"}
    assert flagged <= MOST_FLAGGED * CHUNK
