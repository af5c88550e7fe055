"""The CSV list of an import: both encodings, both ways to name a file, every fault with its line."""

import zipfile

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.states import ImportAction
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.importing.manifest import read_manifest
from insurance_desktop.services.library import documents

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"))
FULL = (
    "file,company,product_name,product_code,document_type,product_category,edition,publish_time,url\n"
    '甲.pdf,平安人寿,"甲,一号",2124,产品条款,终身寿险,2124-1,2023-05-01,https://example.com/a.pdf\n'
)


def faults_of(path):
    with pytest.raises(UsageError) as fault:
        read_manifest(path)
    return str(sentence(fault.value))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_every_column_reaches_the_document(workspace, inbox, encoding, newline):
    path = inbox("甲.pdf", paper(TEXT))
    manifest = inbox("list.csv", FULL.replace("\n", newline).encode(encoding))
    (line,) = import_paths(workspace.library, workspace.converter, [path], manifest=manifest)
    document = line.document
    assert document.company == "平安人寿"
    assert document.product_name == "甲,一号"
    assert document.product_code == "2124"
    assert document.document_type == "产品条款"
    assert document.product_category == "终身寿险"
    assert document.edition == "2124-1"
    assert document.publish_time == "2023-05-01"
    assert document.download_url == "https://example.com/a.pdf"


def test_files_are_named_from_the_folder_the_archive_or_the_manifest(workspace, inbox, tmp_path):
    inbox("sub/a.pdf", paper(TEXT + "a"))
    inbox("b.pdf", paper(TEXT + "b"))
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as file:
        file.writestr("deep/c.pdf", paper(TEXT + "c"))
    rows = "file,product_name\nsub\\a.pdf,甲\n./inbox/b.pdf,乙\nc.zip/deep/c.pdf,丙\n"
    manifest = tmp_path / "list.csv"
    manifest.write_text(rows, encoding="utf-8")
    lines = import_paths(workspace.library, workspace.converter, [inbox.folder, tmp_path / "c.zip"], manifest=manifest)
    assert sorted(line.document.product_name for line in lines) == ["丙", "乙", "甲"]


def test_a_line_without_its_file_is_reported_and_the_rest_goes_in(workspace, inbox):
    path = inbox("a.pdf", paper(TEXT))
    manifest = inbox("list.csv", b"file,edition\nmissing.pdf,1\na.pdf,2\n")
    lines = import_paths(workspace.library, workspace.converter, [path], manifest=manifest)
    assert [line.action for line in lines] == [ImportAction.IMPORTED, ImportAction.FAILED]
    assert lines[1].path == "missing.pdf"
    assert "第 2 行" in lines[1].reason


def test_a_name_that_two_files_have_is_reported(workspace, inbox):
    inbox("x/a.pdf", paper(TEXT + "x"))
    inbox("y/a.pdf", paper(TEXT + "y"))
    manifest = inbox("list.csv", b"file,edition\na.pdf,2\n")
    lines = import_paths(
        workspace.library, workspace.converter, [inbox.folder / "x", inbox.folder / "y"], manifest=manifest
    )
    assert "2 个文件" in lines[-1].reason


def test_all_faults_are_listed_and_nothing_is_imported(workspace, inbox):
    path = inbox("a.pdf", paper(TEXT))
    manifest = inbox("list.csv", b"file,edition\na.pdf,1,too,many\n\n,2\na.pdf,1\n./a.pdf,2\n")
    with pytest.raises(UsageError) as fault:
        import_paths(workspace.library, workspace.converter, [path], manifest=manifest)
    text = str(sentence(fault.value))
    assert [f"第 {line} 行" in text for line in (2, 4, 6)] == [True] * 3
    assert documents.list_documents(workspace.library) == ()


def test_faults_of_the_heading(inbox):
    assert "colour" in faults_of(inbox("a.csv", b"file,colour\n"))
    assert "file" in faults_of(inbox("b.csv", b"edition\n1\n"))
    assert "两次" in faults_of(inbox("c.csv", b"file,edition,edition\n"))
    assert "空" in faults_of(inbox("d.csv", b"\n\n"))


def test_what_is_no_text_has_an_answer(inbox, tmp_path):
    assert "GBK" in faults_of(inbox("a.csv", b"file\n\xff\xff\xfe\x00\n"))
    assert "第 2 行" in faults_of(inbox("b.csv", b'file\n"open quote'))
    assert "无法读取" in faults_of(tmp_path / "nowhere.csv")
