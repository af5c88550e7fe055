"""A damaged library on the command line: what is withheld, what doctor and repair say of it, and how they end."""

import sqlite3

import pytest
from damaged_rows import change_rows

from insurance_desktop.store.migrations import MIGRATIONS

ORIGINAL = "UPDATE originals SET content = CAST(content || x'00' AS BLOB)"
TEXT = "UPDATE versions SET markdown = replace(markdown, '犹豫期', '等待期')"
CLAUSES = "UPDATE clauses SET text = text || '甲'"


@pytest.fixture
def kept(on_samples, tmp_path):
    """A backup that the command made."""
    target = tmp_path / "备份.db"
    assert on_samples.on_library("backup", target).code == 0
    return target


def test_a_withheld_clause_is_not_said_to_be_missing(on_samples, sample_library):
    (hit, *_) = on_samples.answer("search", "犹豫期")["results"]
    change_rows(sample_library, CLAUSES)
    for words in (("clause", hit["chunk_id"]), ("table", hit["chunk_id"]), ("search", "犹豫期")):
        said = on_samples.on_library(*words, "--json")
        assert (said.code, said.json["status"]) == (0, "withheld")
        assert "不等于没有" in on_samples.on_library(*words).out


def test_repair_says_in_sentences_what_became_of_what_was_wrong(on_samples, sample_library, kept):
    change_rows(sample_library, ORIGINAL, TEXT, CLAUSES)
    alone = on_samples.on_library("repair")
    assert alone.code == 1
    assert "没有修好" in alone.out and f'repair --from "{kept}"' in alone.out, "the newest backup that is known"
    report = on_samples.on_library("repair", "--json").json
    assert {each["kind"] for each in report["left"]} == {"original", "text"}
    mended = on_samples.on_library("repair", "--from", kept)
    assert mended.code == 0
    assert "文件 1 的原件：从备份取回" in mended.out and "用核验过的文本重做" in mended.out
    assert "(" not in mended.out and "[" not in mended.out
    assert "没有要修的" in on_samples.on_library("repair").out


def test_doctor_advises_what_helps(on_samples, sample_library):
    change_rows(sample_library, ORIGINAL, CLAUSES)
    checks = {each["name"]: each for each in on_samples.on_library("doctor", "--deep", "--json").json["checks"]}
    assert "原件" in checks["clauses"]["detail"] and "条款" in checks["clauses"]["detail"]
    assert "repair --from" in checks["clauses"]["hint"] and "重新导入" in checks["clauses"]["hint"]
    change_rows(sample_library, TEXT)
    checks = {each["name"]: each for each in on_samples.on_library("doctor", "--json").json["checks"]}
    assert "repair --from" in checks["decisions"]["hint"]
    assert not any(sign in checks["decisions"]["detail"] for sign in ("(", "[", "None"))


def test_a_text_that_is_no_longer_what_was_verified_is_not_printed_without_a_word(on_samples, sample_library):
    assert on_samples.on_library("review", "show", 1, "--markdown").err == ""
    change_rows(sample_library, TEXT)
    said = on_samples.on_library("review", "show", 1, "--markdown")
    assert "与核验时不同" in said.err and "等待期" in said.out
    assert "与核验时不同" in on_samples.on_library("review", "show", 1).out
    assert on_samples.answer("review", "show", 1)["is_altered"] is True


def test_a_backup_of_an_earlier_version_is_brought_up_to_date_as_a_copy(on_samples, sample_library, kept):
    former = sqlite3.connect(kept)
    former.execute("DROP TABLE answer_runs")
    former.execute(f"PRAGMA user_version = {MIGRATIONS[-2].number}")
    former.close()
    content = kept.read_bytes()
    kept.chmod(0o444)  # as it was put away
    change_rows(sample_library, ORIGINAL, TEXT)
    mended = on_samples.on_library("repair", "--from", kept)
    assert mended.code == 0, mended.err
    assert "文件 1 的原件：从备份取回" in mended.out
    assert kept.read_bytes() == content
    assert [each.name for each in kept.parent.glob("备份*")] == [kept.name]
