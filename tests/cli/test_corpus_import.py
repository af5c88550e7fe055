"""The development corpus through one `import`: every file ends in a state that has a name."""

import collections

import pytest

pytestmark = pytest.mark.corpus


def test_one_import_takes_all_28_files_and_each_ends_in_a_named_state(command_line, corpus):
    rows = command_line.answer("import", corpus / "insurance")["documents"]
    assert len(rows) == 28
    states = collections.Counter(row["conversion_status"] for row in rows)
    assert set(states) <= {"CONVERTED", "NEEDS_ATTENTION", "FAILED"}, states
    assert all(row["reason"] or row["conversion_reason"] for row in rows if row["conversion_status"] == "FAILED")
