"""What the built program needs is named in build.spec, and its start is the program's own."""

import ast
import subprocess
import sys

import pytest
from package_source import ROOT, imported, modules

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


def test_nothing_that_the_program_imports_is_left_out():
    named = next(
        ast.literal_eval(node.value)
        for node in ast.parse(SPEC).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "NOT_OURS"
    )
    left_out = {each for each in named if each != "rapidocr"}  # an extra, and packages say that they have none
    found = {name for tree in modules().values() for name, _ in imported(tree)}
    assert not [name for name in found if any(name == each or name.startswith(f"{each}.") for each in left_out)]
