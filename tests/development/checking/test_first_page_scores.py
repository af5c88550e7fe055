"""The scores of first pages: right, missing and wrong are three things, and printing alone makes no difference."""

from pathlib import Path

import pytest

from development.checking.first_pages import MISSING, RIGHT, WRONG, judge, known_pdfs, main, plain, rows
from insurance_desktop.domain.conversion import PrintedFacts

PRODUCT = "砚湖青松两全保险（2017版）"
ENTRY = {"product": PRODUCT, "filing": ["砚湖〔2017〕两全保险 1 号", "C0001"], "type": "产品条款"}
NOTHING = {"product": "", "filing": "", "type": "理赔须知"}


def outcomes(printed: PrintedFacts, entry: dict[str, object]) -> dict[str, str]:
    return {each.field: each.outcome for each in judge("lake__a", printed, entry).verdicts}


def test_what_is_printed_is_right_whatever_blanks_and_brackets_it_has() -> None:
    printed = PrintedFacts("砚湖青松两全保险 (2017 版)", None, None, "产品条款", "砚湖[2017]两全保险1号")
    assert set(outcomes(printed, ENTRY).values()) == {RIGHT}


def test_each_of_several_right_answers_counts() -> None:
    assert outcomes(PrintedFacts(filing_number="C0001"), ENTRY)["filing"] == RIGHT


def test_no_value_is_missing_and_another_one_is_wrong() -> None:
    found = outcomes(PrintedFacts(document_type="费率表"), ENTRY)
    assert found == {"product": MISSING, "filing": MISSING, "type": WRONG}


def test_a_value_where_nothing_is_printed_is_wrong_and_none_is_right() -> None:
    assert outcomes(PrintedFacts(product_name="人身保险"), NOTHING)["product"] == WRONG
    assert outcomes(PrintedFacts(), NOTHING) == {"product": RIGHT, "filing": RIGHT, "type": MISSING}


def test_a_part_of_a_name_is_not_the_name() -> None:
    assert plain("砚湖青松两全保险") != plain("砚湖青松两全保险（2017版）")


def test_the_sums_are_by_insurer_and_pictures_are_counted_apart() -> None:
    files = [
        judge("lake__a", PrintedFacts(product_name=PRODUCT), ENTRY),
        judge("lake__b", PrintedFacts(product_name="人身保险"), NOTHING),
        judge("hill-c", PrintedFacts(), {**ENTRY, "picture": True}),
    ]
    lines = list(rows(files))
    assert [line.split(":")[0] for line in lines[:3]] == ["= lake", "== all", "== pictures"]
    assert "product 1/2 (0.500), where printed 1/1 (1.000), missing 0, WRONG 1" in lines[1]
    assert "product 0/1 (0.000)" in lines[2]
    assert "WRONG product lake__b: 人身保险 (printed: –)" in lines


def test_files_that_nobody_read_are_left_alone(tmp_path: Path) -> None:
    for name in ("lake__a", "hill__b", "unread"):
        (tmp_path / f"{name}.pdf").write_bytes(b"")
    truth = {"lake__a": ENTRY, "hill__b": ENTRY}
    assert [each.stem for each in known_pdfs([tmp_path], truth)] == ["hill__b", "lake__a"]
    assert [each.stem for each in known_pdfs([tmp_path], truth, ["lake"])] == ["lake__a"]


def test_a_folder_without_a_known_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="no PDF"):
        main([str(tmp_path)])


def test_a_sample_is_scored_from_its_pages(samples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = min(samples.glob("*.pdf"))
    (tmp_path / "lake__sample.pdf").write_bytes(sample.read_bytes())
    truth = tmp_path / "truth.toml"
    truth.write_text('[lake__sample]\nproduct = "x"\nfiling = ""\ntype = "y"\n', encoding="utf-8")
    assert main([str(tmp_path), "--truth", str(truth)]) == 1
    assert "= lake: 1 files" in capsys.readouterr().out
