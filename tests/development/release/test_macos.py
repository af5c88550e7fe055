"""The bundle for macOS says what it opens, and the script that finishes it stops where no Mac is."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from development.release import foreign, macos
from development.release.macos.__main__ import LAUNCHER, information


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
