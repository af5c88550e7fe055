"""What the built program needs is named in build.spec, and its start is the program's own."""

import ast
import pkgutil
import subprocess
import sys
from types import SimpleNamespace

import pytest
from package_source import ROOT, imported, modules

import insurance_desktop
from development.frozen_entry import tell_what_is_inside

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


def test_what_finds_modules_in_the_built_program_says_which_there_are(monkeypatch):
    """As PyInstaller's finder does it: a table for each package, none for a module."""
    tree = {"ours": {"gui": {"search": {"entry": ""}, "pages": ""}, "paths": ""}}

    class Finder:
        _pyz_entry_prefix = "ours.gui"

    importers = SimpleNamespace(PyiFrozenFinder=Finder, get_pyz_toc_tree=lambda: tree)
    monkeypatch.setitem(sys.modules, "pyimod02_importers", importers)
    tell_what_is_inside()
    monkeypatch.setitem(sys.path_importer_cache, "/built/ours/gui", Finder())
    found = [(each.name, each.ispkg) for each in pkgutil.iter_modules(["/built/ours/gui"], "ours.gui.")]
    assert found == [("ours.gui.pages", False), ("ours.gui.search", True)]
    Finder._pyz_entry_prefix = "nobody"
    assert not [*pkgutil.iter_modules(["/built/ours/gui"])]
