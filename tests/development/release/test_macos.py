"""The bundle for macOS says what it opens, and the script that finishes it stops where no Mac is."""

import struct
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from development.release import foreign, macos
from development.release.macos.__main__ import LAUNCHER, information
from development.release.macos.slices import CPU, UNIVERSAL, cut_all


def test_the_bundle_opens_links_and_pdfs():
    told = information("14.0")
    assert told["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == ["baoxian"]
    assert told["CFBundleDocumentTypes"][0]["LSItemContentTypes"] == ["com.adobe.pdf"]
    assert told["LSMinimumSystemVersion"] == "14.0"


def test_its_launcher_takes_the_python_inside():
    assert f"/Python.framework/Versions/{foreign.PYTHON}/bin/" in LAUNCHER


@pytest.mark.skipif(sys.platform == "darwin", reason="on a Mac it goes on")
def test_the_finish_stops_without_a_mac_and_says_why(tmp_path):
    script = Path(macos.__file__).with_name("finish.sh")
    done = subprocess.run(["sh", script], cwd=tmp_path, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "a Mac is needed" in done.stderr


def test_of_a_library_for_two_machines_one_part_is_left(tmp_path):
    parts = {CPU["x86_64"]: b"intel's", CPU["arm64"]: b"apple's own"}
    head, body = struct.pack(">II", UNIVERSAL, len(parts)), b""
    for cpu, part in parts.items():
        head += struct.pack(">IIIII", cpu, 0, 8 + 20 * len(parts) + len(body), len(part), 0)
        body += part
    (tmp_path / "both.so").write_bytes(head + body)
    (tmp_path / "link.so").symlink_to("both.so")
    (tmp_path / "words.txt").write_bytes(b"words")
    assert cut_all(tmp_path, "arm64") == len(head) + len(b"intel's")
    assert (tmp_path / "both.so").read_bytes() == b"apple's own"
    assert (tmp_path / "link.so").is_symlink() and (tmp_path / "words.txt").read_bytes() == b"words"


def test_a_library_for_neither_stops_the_build(tmp_path):
    (tmp_path / "old.so").write_bytes(struct.pack(">IIIIIII", UNIVERSAL, 1, 7, 0, 28, 0, 0))
    with pytest.raises(ValueError, match="nothing for arm64"):
        cut_all(tmp_path, "arm64")


@pytest.mark.parametrize("system", foreign.SYSTEMS)
def test_what_a_build_takes_is_pinned_by_hash(system):
    lines = [line for line in foreign.pinned(system).read_text().splitlines() if not line.startswith("#")]
    assert len(lines) > 50
    assert all("==" in line and " --hash=sha256:" in line for line in lines)


@pytest.mark.parametrize("system", [*foreign.SYSTEMS, "linux"])
def test_whatever_the_program_requires_is_among_what_is_pinned(system):
    """A requirement that came later and is pinned nowhere is missed by whoever installs, at the first import."""
    project = tomllib.loads((foreign.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [Requirement(each) for each in (*project["dependencies"], *project["optional-dependencies"]["ai"])]
    lines = foreign.pinned(system).read_text(encoding="utf-8").splitlines()
    pins = dict(line.split(" ")[0].split("==") for line in lines if not line.startswith("#"))
    found = {canonicalize_name(name): version for name, version in pins.items()}
    missed = [each.name for each in wanted if found.get(canonicalize_name(each.name), "") not in each.specifier]
    assert not missed


def test_windows_gets_what_only_windows_needs():
    pinned = foreign.pinned("windows-x86_64").read_text()
    assert "pywin32==" in pinned and "colorama==" in pinned
    assert "secretstorage==" not in pinned
