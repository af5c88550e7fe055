"""What the built program needs is named in build.spec, and its start is the program's own."""

import ast
import subprocess
import sys

import pytest
from package_source import ROOT

import insurance_desktop

SPEC = (ROOT / "build.spec").read_text(encoding="utf-8")


def test_the_spec_is_python():
    ast.parse(SPEC)


@pytest.mark.parametrize("package", ["sqlite_vec", "rjieba", "pymupdf", "apsw", "tokenizers", "onnxruntime"])
def test_what_pyinstaller_does_not_see_is_collected_by_name(package):
    assert f'"{package}"' in SPEC


def test_there_is_a_program_with_and_one_without_a_console():
    assert 'executable("insurance-desktop", console=True)' in SPEC
    assert 'executable("insurance-desktop-window", console=False)' in SPEC


def test_the_resources_travel_with_it():
    assert '("resources", "resources")' in SPEC


def test_the_frozen_entry_starts_the_program(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / "development" / "frozen_entry.py", "--version"],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "HOME": str(tmp_path), "PATH": ""},
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert insurance_desktop.__version__ in done.stdout


def test_a_bundle_says_that_it_opens_our_links():
    assert '"CFBundleURLSchemes": ["baoxian"]' in SPEC
