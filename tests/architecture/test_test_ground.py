"""The ground that tests stand on: no way out of this machine, and a list of what is proven."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from package_source import ROOT

from insurance_desktop import paths


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("93.184.216.34", 443)])
def test_a_test_cannot_reach_another_machine(address):
    with socket.socket() as plug, pytest.raises(AssertionError, match="tried to reach"):
        plug.connect(address)
    with socket.socket(type=socket.SOCK_DGRAM) as plug, pytest.raises(AssertionError, match="tried to reach"):
        plug.sendto(b"", address)


def test_a_test_can_talk_to_itself():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass


def test_the_default_library_is_the_tests_own(tmp_path):
    assert paths.default_library() == tmp_path / "library.db"
    assert Path.home() not in paths.default_library().parents or Path.home() in tmp_path.parents


def test_anyone_can_list_which_test_proves_which_requirement():
    listing = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--requirements",
            "-p",
            "no:cacheprovider",
            "tests/packs",
            "tests/crawl",
        ],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")},
        check=False,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    lines = listing.stdout.splitlines()
    place = lines.index("EC-004")
    tests = [line for line in lines[place + 1 :] if line.startswith("    ")]
    assert any(line.startswith("    tests/crawl/test_urls.py::") for line in tests)


def test_every_test_file_has_a_name_of_its_own():
    """pytest imports test files and conftests by their bare names: two of a name shut each other out."""
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(names) == sorted(set(names))


def test_nothing_is_imported_from_a_conftest():
    importers = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("*.py")
        if re.search(r"^\s*(from|import) conftest\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert not importers
