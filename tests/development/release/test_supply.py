"""The bill of materials names every part with its licence; where nobody answered, an audit is no all-clear."""

import json

import pytest

from development.release.foreign import pinned
from development.release.supply import UNANSWERED, bill_of_materials, unnamed, verdict, write_bill
from insurance_desktop.domain.licences import Installation, Part
from insurance_desktop.domain.updates import Form
from insurance_desktop.services.machine.licences import OURS, parts, texts


def test_every_part_stands_in_it_once_and_is_made_alike_each_time():
    found = parts()
    bill = bill_of_materials(found)
    assert bill == bill_of_materials(found)
    named = [bill["metadata"]["component"], *bill["components"]]
    assert [each["name"] for each in named] == [each.name for each in found]
    references = {each["bom-ref"] for each in named}
    assert len(references) == len(named)
    assert {name for each in bill["dependencies"] for name in (each["ref"], *each["dependsOn"])} <= references
    numpy = next(each for each in named if each["name"] == "numpy")
    assert numpy["purl"].startswith("pkg:pypi/numpy@") and numpy["licenses"][0]["expression"]


SOUND = {"name": "numpy", "version": "2.4.0", "vulns": []}
FAULTY = {"name": "lxml", "version": "6.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["6.1"]}]}
UNKNOWN = {"name": "rjieba", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("told", "code", "words"),
    [
        ([SOUND, SOUND], 0, "2 of 2 libraries"),
        ([SOUND, FAULTY], 1, "lxml 6.0: PYSEC-1 (mended in 6.1)"),
        ([FAULTY, UNKNOWN], 1, "no all-clear"),
        ([SOUND, UNKNOWN], UNANSWERED, "no all-clear"),
        (None, UNANSWERED, "0 of 2 libraries"),
    ],
)
def test_an_audit_says_what_is_known_and_what_nobody_answered(told, code, words):
    report = "" if told is None else json.dumps({"dependencies": told, "fixes": []})
    found, lines = verdict(report, 2)
    assert found == code and words in "\n".join(lines)


def library(site, name, *, licence="MIT", requires=(), files=("LICENSE",)):
    """A library as pip lays it down: what it tells of itself, and which files are its own."""
    folder = site / f"{name.replace('-', '_')}-1.0.dist-info"
    folder.mkdir(parents=True)
    told = [
        f"Name: {name}",
        "Version: 1.0",
        f"License-Expression: {licence}",
        *(f"Requires-Dist: {each}" for each in requires),
    ]
    (folder / "METADATA").write_text("\n".join(["Metadata-Version: 2.4", *told]) + "\n", encoding="utf-8")
    for each in files:
        (folder / each).write_text(f"{each} of {name}\n", encoding="utf-8")
    own = [f"{folder.name}/{each}" for each in ("METADATA", "RECORD", *files)]
    (folder / "RECORD").write_text("".join(f"{each},,\n" for each in own), encoding="utf-8")


@pytest.fixture
def installation(tmp_path):
    site = tmp_path / "site-packages"
    library(site, OURS, requires=["one-thing"])
    library(site, "one-thing")
    return Installation(site, Form.SETUP, "3.13.2")


def test_a_folder_s_bill_names_what_lies_in_it_with_the_python_inside(installation, tmp_path):
    assert list(unnamed(installation)) == []
    told = json.loads(write_bill(tmp_path / "bill.json", installation).read_text(encoding="utf-8"))
    found = {each["name"]: each.get("version") for each in told["components"]}
    assert found["one-thing"] == "1.0" and found["Python"] == "3.13.2"
    assert "OpenSSL" in found and "numpy" not in found


def test_what_only_one_form_of_the_program_holds_is_no_part_of_another(installation):
    other = Installation(installation.site, Form.APP, "3.13.2")
    assert {each.name for each in parts(installation)} - {each.name for each in parts(other)} >= {"OpenSSL"}


def test_no_bill_is_written_that_says_less_than_the_folder_holds(installation):
    library(installation.site, "stray")
    (installation.site / "left.py").write_text("value = 1\n", encoding="utf-8")
    lines = "\n".join(unnamed(installation))
    assert "stray: inside, and no part requires it" in lines
    assert "left.py: of no library" in lines


def test_a_part_without_the_text_of_its_licence_stops_the_bill(installation, tmp_path):
    library(installation.site, "bare", licence="LicenseRef-Own", files=())
    library(installation.site, "strange", licence="as you like it")
    head = installation.site / "insurance_desktop-1.0.dist-info" / "METADATA"
    head.write_text(
        head.read_text(encoding="utf-8") + "Requires-Dist: bare\nRequires-Dist: strange\n", encoding="utf-8"
    )
    with pytest.raises(SystemExit, match="bare: no text of its licence") as told:
        write_bill(tmp_path / "bill.json", installation)
    assert "strange: as you like it is no SPDX expression" in str(told.value)
    assert not (tmp_path / "bill.json").exists()


def test_without_a_record_of_files_the_texts_beside_the_metadata_are_found(installation):
    library(installation.site, "unrecorded", licence="BSD-3-Clause", files=("LICENSE.md",))
    folder = installation.site / "unrecorded-1.0.dist-info"
    (folder / "RECORD").unlink()
    (installation.site / "unrecorded").mkdir()
    (installation.site / "unrecorded" / "ThirdPartyNotices.txt").write_text("others\n", encoding="utf-8")
    part = Part("unrecorded", "1.0", "BSD-3-Clause", "", True)
    assert [each.text for each in texts(part, installation)] == ["LICENSE.md of unrecorded\n", "others\n"]


def test_the_bootloader_s_version_is_the_one_that_builds(installation):
    found = parts(Installation(installation.site, Form.DEB, "3.11"))
    version = next(each.version for each in found if each.name.startswith("PyInstaller"))
    assert f"pyinstaller=={version} " in pinned("linux").read_text(encoding="utf-8")
