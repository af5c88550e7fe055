"""The table of a release says what each artefact is known to do, by the tables that its trials left."""

import pytest

from development.release.report import REPORT, main, report, rows

LINUX = """# trixie: Debian

| step | done | s | seen |
|---|---|---:|---|
| **the .deb** |  |  |  |
| version | yes | 0 | 0.2.0 |
| remove | {removed} | 8 | library.db |
| **the archive, for one user** |  |  |  |
| unpack | yes | 8 | |

Untried here: a real desktop,
another architecture.
"""
WINDOWS = """| what was run under wine | went | seen |
|---|---|---|
| the installer |  | setup.exe |
| installs | yes | |
| **with stand-ins for what wine lacks, from here on** |  | Qt's ICU |
| search | NO | |
| **only a real Windows can show** |  | screen readers |
"""
DEB, ARCHIVE = "p_1.0_amd64.deb", "p-1.0-linux-x86_64.tar.gz"


@pytest.fixture
def out(tmp_path):
    for name in (DEB, ARCHIVE):
        (tmp_path / name).write_bytes(b"x" * 2_000_000)
    (tmp_path / "trial-trixie.md").write_text(LINUX.format(removed="yes"), encoding="utf-8")
    return tmp_path


def test_each_artefact_is_told_by_its_own_part_of_a_trial(out):
    assert (
        f"| {DEB} | 2.0 MB | trixie: version, remove | 2 of 2 went | a real desktop, another architecture. |"
        in report(out)
    )
    assert f"| {ARCHIVE} | 2.0 MB (at most 220) | trixie: unpack | 1 of 1 went |" in report(out)


def test_a_line_that_the_shell_cut_within_a_sign_is_read(out):
    table = out / "trial-trixie.md"
    table.write_bytes(table.read_bytes().replace(b"library.db", "资料".encode()[:-1]))
    assert "| 2.0 MB | trixie: version, remove | 2 of 2 went |" in report(out)


def test_a_step_that_did_not_go_is_named_and_ends_the_command_with_1(out, monkeypatch):
    (out / "trial-trixie.md").write_text(LINUX.format(removed="**NO** (1)"), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["report", str(out)])
    assert main() == 1
    assert "1 of 2 went; **not**: remove" in (out / REPORT).read_text(encoding="utf-8")


def test_what_nobody_tried_is_said_to_be_so(out):
    (out / "p-1.0-darwin-arm64-unfinished.tar.gz").write_bytes(b"x")
    (out / "trial-trixie.md").unlink()
    assert report(out).count("| nothing | – | all of it |") == 3


def test_a_trial_of_another_system_is_read_alike(tmp_path):
    (tmp_path / "p-1.0-windows-x86_64-setup.exe").write_bytes(b"x")
    (tmp_path / "trial-wine.md").write_text(WINDOWS, encoding="utf-8")
    ((_, _, [trial]),) = rows(tmp_path)
    assert trial.steps == {"installs": True, "search": False}
    assert trial.untried == "screen readers"
