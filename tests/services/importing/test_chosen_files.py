"""A manifest that is dropped or chosen says what the files beside it are."""

import zipfile

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import ImportAction
from insurance_desktop.services.importing.ingestion import files_beside, import_chosen

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"))


@pytest.fixture
def manifest(inbox):
    def write(*files):
        lines = "".join(f"{file},某某人寿,产品{number}\n" for number, file in enumerate(files))
        return inbox("清单.csv", f"file,company,product_name\n{lines}".encode())

    return write


def test_a_manifest_alone_brings_the_files_that_it_names(workspace, inbox, manifest):
    inbox("甲.pdf", paper(TEXT))
    inbox("乙/丙.pdf", paper(TEXT + "乙"))
    inbox("不在清单里.pdf", paper(TEXT + "丁"))
    found = import_chosen(workspace.library, workspace.converter, [manifest("甲.pdf", "乙\\丙.pdf", "没有.pdf")])
    assert [each.action for each in found] == [ImportAction.IMPORTED, ImportAction.IMPORTED, ImportAction.FAILED]
    assert [each.document.product_name for each in found[:2]] == ["产品0", "产品1"]
    assert "没有.pdf" in found[2].path


def test_a_manifest_among_files_speaks_of_them_alone(workspace, inbox, manifest):
    wanted = inbox("甲.pdf", paper(TEXT))
    inbox("乙.pdf", paper(TEXT + "乙"))
    found = import_chosen(workspace.library, workspace.converter, [wanted, manifest("甲.pdf")])
    assert [each.document.company for each in found] == ["某某人寿"]


def test_without_a_manifest_an_import_is_as_ever(workspace, inbox):
    inbox("甲.pdf", paper(TEXT))
    assert len(import_chosen(workspace.library, workspace.converter, [inbox.folder])) == 1


def test_a_name_may_lead_into_an_archive(workspace, inbox, manifest):
    with zipfile.ZipFile(inbox.folder / "材料.zip", "w") as archive:
        archive.writestr("甲.pdf", paper(TEXT))
    (found,) = import_chosen(workspace.library, workspace.converter, [manifest("材料.zip/甲.pdf")])
    assert found.document.product_name == "产品0"


def test_a_manifest_brings_nothing_from_outside_its_folder(inbox, manifest, tmp_path):
    (tmp_path / "outside.pdf").write_bytes(paper(TEXT))
    inbox("甲.pdf", paper(TEXT))
    names = ("../outside.pdf", str(tmp_path / "outside.pdf"), "甲.pdf", "..", ".")
    assert [each.name for each in files_beside(manifest(*names))] == ["甲.pdf"]


def test_two_manifests_are_refused(workspace, inbox):
    with pytest.raises(UsageError):
        import_chosen(workspace.library, workspace.converter, [inbox("a.csv", b"file\n"), inbox("b.CSV", b"file\n")])
