"""Versions, inheritance, corrections and notes on the command line."""

import pytest

from insurance_desktop.services.library.library import open_reader


@pytest.fixture
def edited(on_samples, tmp_path):
    """Document 1 with one word changed in a second version."""
    file = tmp_path / "正文.md"
    words = on_samples.on_library("review", "show", 1, "--markdown").out
    file.write_text(words.replace("犹豫期", "冷静期", 1), encoding="utf-8")
    on_samples.answer("review", "edit", 1, "--markdown", file, "--reviewer", "乙", "--reason", "试改")
    return on_samples


@pytest.mark.requirement("FR-006")
def test_versions_and_their_difference(edited):
    second, first = edited.answer("review", "versions", 1)["versions"]
    assert (first["number"], second["number"], second["author"], second["reason"]) == (1, 2, "乙", "试改")
    told = edited.answer("review", "diff", 1, 1, 2)["hunks"]
    assert len(told) == 1
    assert "冷静期" in told[0]["hunk"]["new"]
    shown = edited.on_library("review", "diff", 1, 1, 2).out
    assert "+ " in shown
    assert edited.on_library("review", "diff", 1, 1, 9).code == 1
    assert "乙" in edited.on_library("review", "versions", 1).out


@pytest.mark.requirement("US2")
def test_what_did_not_change_is_taken_over(edited):
    offered = edited.answer("review", "inherit", 1)
    assert (bool(offered["inheritable"]), offered["looked_at"]) == (True, None)
    taken = edited.answer("review", "inherit", 1, "--reviewer", "乙")
    assert 0 < taken["looked_at"] < taken["clauses"]


@pytest.mark.requirement("C7")
def test_a_clause_is_corrected_and_indexed_so_after_approval(on_samples):
    correct = ("review", "correct", 1, "1.4", "--reviewer", "乙", "--category")
    assert on_samples.answer(*correct, "Exclusion")["review_status"] == "PENDING"
    on_samples.answer("review", "approve", 1, "--reviewer", "乙")
    with open_reader(on_samples.library) as library, library.database.read() as connection:
        found = connection.value("SELECT categories FROM clauses WHERE document_id = 1 AND section_id = '1.4'")
    assert found == '["Exclusion"]'
    assert on_samples.on_library(*correct, "Nothing").code == 2
    assert on_samples.on_library("review", "correct", 1, "99.9", "--reviewer", "乙", "--title", "甲").code == 1


def test_notes_are_kept_beside_what_was_decided(on_samples):
    note = ("review", "note", 1, "问法务", "--reviewer", "乙", "--section", "1.4")
    assert on_samples.answer(*note)["section_id"] == "1.4"
    (kept,) = on_samples.answer("review", "notes", 1)["notes"]
    assert (kept["text"], kept["author"], kept["is_outdated"]) == ("问法务", "乙", False)
    assert "问法务" in on_samples.on_library("review", "notes", 1).out
    assert on_samples.answer("documents")["documents"][0]["review_status"] == "VERIFIED"
