"""ARCHITECTURE.md is true: what it names exists, and no package is missing from it."""

import re

import pytest
from package_source import PACKAGE, ROOT

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
FROM_THE_TOP = ("development/", "resources/", "tests/", "pyproject.toml")
"""Names that do not begin below the package."""

NAMED = sorted({word for word in re.findall(r"`([\w./<>-]+)`", PAGE) if "/" in word or word.endswith(".toml")})
CLASSES = sorted(set(re.findall(r"`([A-Z][a-z]+(?:[A-Z][a-z]+)*)`", PAGE)))


def package_names(top: str) -> set[str]:
    """The packages of a folder as the page names them."""
    root = PACKAGE if top == PACKAGE.name else ROOT
    return {f"{found.parent.relative_to(root).as_posix()}/" for found in (ROOT / top).rglob("__init__.py")} - {"./"}


@pytest.mark.parametrize("name", NAMED)
def test_a_place_that_it_names_exists(name):
    """`<name>` stands for any."""
    root = ROOT if name.startswith(FROM_THE_TOP) else PACKAGE
    assert list(root.glob(re.sub(r"<\w+>", "*", name.rstrip("/"))))


@pytest.mark.parametrize("top", [PACKAGE.name, "development"])
def test_no_package_is_missing_from_it(top):
    assert package_names(top)
    assert sorted(package_names(top) - set(NAMED)) == []


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_that_it_names_exists(name):
    assert [path for path in PACKAGE.rglob("*.py") if f"\nclass {name}" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("module", sorted(set(re.findall(r"-m (development\.[\w.]+)", PAGE))))
def test_a_command_that_it_names_exists(module):
    assert (ROOT / (module.replace(".", "/") + ".py")).is_file()


def test_it_is_short_enough_to_be_read():
    assert len(PAGE.splitlines()) <= 120
