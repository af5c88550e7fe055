"""Archives are hostile: nothing is written to disk, every size has a limit, every refusal is a sentence."""

import io
import random
import struct
import zipfile
import zlib

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.states import ImportAction
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.importing.archives import SizeLimits, open_sources
from insurance_desktop.services.importing.ingestion import import_paths

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"))


def archive(path, members, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def read_all(path, limits=None):
    """What each source of a path gives: its bytes, or its refusal in words."""
    answers = {}
    with open_sources([path], limits) as sources:
        for source in sources:
            try:
                answers[source.shown] = source.read()
            except SourceError as error:
                answers[source.shown] = str(sentence(error))
    return answers


def only(answers):
    (answer,) = answers.values()
    return answer


def test_members_are_imported_with_their_place_in_the_archive(workspace, tmp_path):
    path = archive(tmp_path / "a.zip", {"甲/条款.pdf": paper(TEXT), "说明.txt": b"x", "__MACOSX/甲/._条款.pdf": b"x"})
    (line,) = import_paths(workspace.library, workspace.converter, [path])
    assert line.action is ImportAction.IMPORTED
    assert line.path == f"{path}/甲/条款.pdf"


def test_names_that_climb_out_of_the_archive_go_nowhere(workspace, tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    names = ["../../evil.pdf", "/etc/evil.pdf", "..\\..\\evil2.pdf", "C:\\evil3.pdf"]
    path = archive(inside / "a.zip", {name: paper(TEXT + name) for name in names})
    before = {each for each in tmp_path.rglob("*") if "library.db" not in each.name}
    lines = import_paths(workspace.library, workspace.converter, [path])
    assert [line.action for line in lines] == [ImportAction.IMPORTED] * 4
    assert {each for each in tmp_path.rglob("*") if "library.db" not in each.name} == before
    assert [line.document.logical_path for line in lines] == ["evil.pdf", "evil.pdf", "evil2.pdf", "evil3.pdf"]


def test_chinese_names_of_a_windows_archive_are_readable(tmp_path):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("XXXXXXXX.pdf", b"%PDF-")
    content = buffer.getvalue().replace(b"XXXXXXXX", "保险条款".encode("gbk"))
    (tmp_path / "a.zip").write_bytes(content)
    assert list(read_all(tmp_path / "a.zip")) == [f"{tmp_path / 'a.zip'}/保险条款.pdf"]


def test_a_member_that_swells_is_refused(tmp_path):
    path = archive(tmp_path / "bomb.zip", {"a.pdf": b"%PDF-" + bytes(50 << 20)})
    assert "压缩炸弹" in only(read_all(path))


def test_a_member_that_lies_about_its_size_gives_no_more_than_it_said(tmp_path):
    path = archive(tmp_path / "liar.zip", {"a.pdf": b"%PDF-" + bytes(100_000)})
    content = path.read_bytes()
    path.write_bytes(content.replace(struct.pack("<I", 100_005), struct.pack("<I", 10)))
    assert "损坏" in only(read_all(path))


def test_an_archive_gives_no_more_than_its_limit(tmp_path):
    members = {f"{n}.pdf": bytes([n]) * 40_000 for n in range(3)}
    path = archive(tmp_path / "a.zip", members, zipfile.ZIP_STORED)
    answers = list(read_all(path, SizeLimits(archive_bytes=100_000)).values())
    assert [type(each) for each in answers] == [bytes, bytes, str]


def test_a_file_over_the_limit_is_refused_before_it_is_read(tmp_path):
    (tmp_path / "a.pdf").write_bytes(bytes(2 << 20))
    assert "超过 1 MB" in only(read_all(tmp_path / "a.pdf", SizeLimits(file_bytes=1 << 20)))


def test_too_many_members_are_refused(tmp_path):
    path = archive(tmp_path / "a.zip", {f"{n}.pdf": b"" for n in range(20)})
    assert "20 个条目" in only(read_all(path, SizeLimits(members=10)))


def test_a_damaged_member_and_its_neighbour(tmp_path):
    path = archive(tmp_path / "a.zip", {"a.pdf": b"%PDF-a" * 99, "b.pdf": b"%PDF-b" * 99}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"%PDF-a", b"%PDF-x", 1))
    damaged, whole = read_all(path).values()
    assert "损坏" in damaged
    assert whole == b"%PDF-b" * 99


def test_a_member_with_a_password_is_refused(tmp_path):
    path = archive(tmp_path / "a.zip", {"a.pdf": b"%PDF-a"}, zipfile.ZIP_STORED)
    content = bytearray(path.read_bytes())
    local, central = content.index(b"PK\x03\x04"), content.index(b"PK\x01\x02")
    content[local + 6] |= 1
    content[central + 8] |= 1
    path.write_bytes(bytes(content))
    assert "密码" in only(read_all(path))


def test_an_archive_without_pdfs_has_an_answer(tmp_path):
    assert "没有 PDF" in only(read_all(archive(tmp_path / "a.zip", {"a.txt": b"x"})))


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.95])
def test_a_cut_archive_is_called_cut_and_leaves_nothing(workspace, tmp_path, cut):
    path = archive(tmp_path / "a.zip", {"a.pdf": zlib.compress(b"%PDF-" * 1000)})
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * cut)])
    (line,) = import_paths(workspace.library, workspace.converter, [path])
    assert line.action is ImportAction.FAILED
    assert line.document is None
    assert "没有下载完" in line.reason


def test_an_archive_in_an_archive_is_named_and_not_opened(tmp_path):
    inner = archive(tmp_path / "inner.zip", {"b.pdf": b"%PDF-b"}).read_bytes()
    path = archive(tmp_path / "a.zip", {"a.pdf": b"%PDF-a", "甲/内.zip": inner})
    answers = read_all(path)
    assert answers[f"{path}/a.pdf"] == b"%PDF-a"
    assert "压缩包里的压缩包" in answers[f"{path}/甲/内.zip"]


def test_many_small_members_of_nothing_do_not_make_the_library_grow(workspace, tmp_path):
    """300 members of 1 MiB zeros, some with the mark of a PDF: a zip of 341 KB made the library 315 MB larger."""
    zeros = bytes(1 << 20)
    members = {f"{n}.pdf": (b"%PDF-1.7\n" if n % 2 else b"") + zeros[n:] for n in range(300)}
    path = archive(tmp_path / "bomb.zip", members)
    size = workspace.library.path.stat().st_size
    lines = import_paths(workspace.library, workspace.converter, [path])
    assert {line.action for line in lines} == {ImportAction.FAILED}
    with workspace.library.database.read() as connection:
        assert connection.value("SELECT count(*) FROM originals") == 0
    assert workspace.library.path.stat().st_size == size


def test_an_archive_as_a_whole_does_not_swell_either(tmp_path):
    """Each member alone stays below the limit of one."""
    content = b"%PDF-1.7\n" + random.Random(1).randbytes(8_000) + bytes(1 << 20)
    path = archive(tmp_path / "bomb.zip", {f"{n}.pdf": content for n in range(30)})
    answers = list(read_all(path).values())
    assert 0 < sum(isinstance(each, bytes) for each in answers) <= 50 * path.stat().st_size >> 20
    assert "压缩炸弹" in answers[-1]


def test_archives_inside_folders_are_opened(tmp_path):
    (tmp_path / "in").mkdir()
    archive(tmp_path / "in" / "b.zip", {"x.pdf": b"%PDF-x"})
    (tmp_path / "in" / "a.pdf").write_bytes(b"%PDF-a")
    assert list(read_all(tmp_path / "in").values()) == [b"%PDF-a", b"%PDF-x"]
