"""Imports point down only, and each outside library has one door."""

import ast
import os
import shutil
import subprocess
import sys

import pytest
from package_source import PACKAGE, ROOT, development, imported, imports, modules

DOORS = {
    "PySide6": ("gui/",),
    "apsw": ("store/database.py",),
    "sqlite_vec": ("store/database.py",),
    "pymupdf": ("convert/",),
    "fitz": (),
    "pypdfium2": ("convert/",),
    "onnxruntime": ("index/",),
    "tokenizers": ("index/",),
    "rapidocr": ("convert/running/ocr.py",),
    "rjieba": ("index/",),
    "httpx": ("crawl/",),
    "httpx2": ("endpoints/",),
    "openai": ("endpoints/connection.py",),
    "anthropic": ("endpoints/connection.py",),
    "keyring": ("endpoints/keys.py",),
    "cryptography": ("services/updating/signatures.py",),
    "fsrs": ("services/exam/intervals.py",),
    "openpyxl": (
        "convert/flowing/transcription_reader.py",
        "services/papers/excel.py",
        "services/products/comparison_sheet.py",
        "services/library/table_files.py",
    ),
    "docx": (
        "convert/flowing/docx_",
        "services/papers/word.py",
        "services/products/comparison_paper.py",
        "services/asking/answer_paper.py",
    ),
    "markdown_it": ("convert/flowing/markdown_reader.py",),
    "selectolax": ("convert/flowing/", "crawl/sites/"),
    "yaml": ("convert/flowing/practice_reader.py",),
    "mcp": ("mcp_server/",),
    "starlette": ("http_server/", "mcp_server/over_http.py"),
    "uvicorn": ("http_server/", "mcp_server/stdio.py"),
    "pydantic": ("mcp_server/",),
    "sqlite3": (),
    "urllib.request": (),
    "requests": (),
}
"""Each outside library (or one that is not wanted) with the only places that may import it."""

DEVELOPMENT_DOORS = {
    "apsw": ("checking/power_loss/watching.py",),
    "PySide6": (
        "bench/heart.py",
        "bench/many_documents.py",
        "bench/starting.py",
        "bench/waiting.py",
        "bench/window.py",
        "checking/group_kills/window.py",
        "making/screenshots.py",
        "making/window_scenes.py",
        "release/icons.py",
        "release/first_minute.py",
    ),
    "cryptography": ("release/signing.py",),
    "pymupdf": (
        "bench/page_stages.py",
        "making/convention.py",
        "making/textbook.py",
        "making/grid/paper.py",
        "making/samples.py",
    ),
    "pypdfium2": ("checking/drawn_signs.py", "checking/fidelity.py"),
    "onnxruntime": ("fitting/model_weights.py",),
    "torch": ("fitting/",),
    "transformers": ("fitting/",),
    "onnx": ("fitting/",),
    **dict.fromkeys(("sqlite_vec", "fitz", "tokenizers", "rapidocr", "rjieba", "httpx", "sqlite3", "requests"), ()),
}
"""The same beside the package, where a second reading and a bare program to compare with need doors of their own."""

HAND_OVER = "cli/commands.py"
"""`bench` hands its words to development/bench, inside the command that is called."""

LONGEST_FILE = 450


def test_the_layer_contract_is_kept():
    check = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    done = subprocess.run(
        [sys.executable, "-c", check, "--no-cache"],
        cwd=ROOT,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("library", DOORS)
def test_an_outside_library_is_imported_behind_its_door_alone(library):
    assert not imports_elsewhere(library, DOORS[library], is_beside=False)


@pytest.mark.parametrize("library", DEVELOPMENT_DOORS)
def test_development_keeps_outside_libraries_behind_doors_too(library):
    doors = tuple(f"development/{door}" for door in DEVELOPMENT_DOORS[library])
    assert not imports_elsewhere(library, doors, is_beside=True)


def imports_elsewhere(library: str, doors: tuple[str, ...], is_beside: bool) -> list[str]:
    """Where it is imported outside its doors, in the package or beside it."""
    return [
        f"{path}:{line} imports {name}"
        for path, name, line in imports()
        if path.startswith("development/") == is_beside and f"{name}.".startswith(f"{library}.")
        if not path.startswith(doors)
    ]


def test_what_a_user_never_runs_is_imported_by_one_command_alone_and_only_when_it_is_called():
    importers = [
        path
        for path, name, _ in imports()
        if name.partition(".")[0] == "development" and not path.startswith("development/")
    ]
    assert importers == [HAND_OVER]
    at_once = [name for node in modules()[HAND_OVER].body for name, _ in imported(node) if not is_function(node)]
    assert not [name for name in at_once if name.partition(".")[0] == "development"]


def is_function(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef)


def test_no_file_is_longer_than_a_reader_holds_in_mind():
    lengths = {path: len((PACKAGE / path).read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert not {path: lines for path, lines in lengths.items() if lines > LONGEST_FILE}


def test_every_module_says_what_it_is_for():
    assert not [path for path, tree in (modules() | development()).items() if not ast.get_docstring(tree)]


def test_the_top_level_holds_what_it_should_and_no_more():
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed here")
    tracked = subprocess.run([git, "ls-files"], cwd=ROOT, check=False, capture_output=True, text=True, encoding="utf-8")
    if tracked.returncode != 0:
        pytest.skip("not a git checkout")
    top = {line.split("/", 1)[0] for line in tracked.stdout.splitlines()}
    expected = {
        "insurance_desktop",
        "development",
        "resources",
        "tests",
        "build.spec",
        "pyproject.toml",
        "README.md",
        "ARCHITECTURE.md",
    }
    assert {name for name in top if not name.startswith(".")} == expected | {"CHANGELOG.md", "LICENSE"}
    assert ".ci" in top
