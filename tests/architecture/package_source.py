"""The package's own source, parsed once, for the tests of its shape."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import insurance_desktop

PACKAGE = Path(insurance_desktop.__file__).resolve().parent
ROOT = PACKAGE.parent


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package by its path inside it (`store/database.py`)."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def docstrings(tree: ast.Module) -> set[ast.Constant]:
    """String statements: docstrings of modules, classes, functions and names."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }


def literals(tree: ast.Module) -> Iterator[ast.Constant]:
    """The string literals that a program can show or compare: all but docstrings."""
    shown = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in shown:
            yield node


@cache
def development() -> dict[str, ast.Module]:
    """What stands beside the package and is in no wheel, by its path from the top (`development/bench/pages.py`)."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "development").rglob("*.py"))
    }


@cache
def all_words() -> frozenset[str]:
    """The string literals of the whole package."""
    return frozenset(node.value for tree in modules().values() for node in literals(tree))


@cache
def all_fragments() -> frozenset[str]:
    """The runs of letters and digits in all literals, in lower case: `--no-window` gives `no` and `window`."""
    return frozenset(each for word in all_words() for each in re.split(r"[^a-z0-9]+", word.lower()))


@cache
def imports() -> tuple[tuple[str, str, int], ...]:
    """Every absolute import of the package and of what stands beside it: path, full name, line."""
    return tuple((path, *each) for path, tree in (modules() | development()).items() for each in imported(tree))


def imported(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The full names of absolute imports with their lines, lazy ones inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module, node.lineno
