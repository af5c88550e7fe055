"""The layouts of the console: each is some type's, and shows what is missing in words."""

import ast
from pathlib import Path

import insurance_desktop
from insurance_desktop.cli import using
from insurance_desktop.cli.rendering import LAYOUTS, rendered
from insurance_desktop.domain.reading import SiteFreshness


def test_every_layout_is_of_a_type_that_there_is():
    """They are kept by name: one whose type was renamed would never be found."""
    package = Path(insurance_desktop.__file__).parent
    kinds = {
        node.name
        for file in package.rglob("*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    assert using.Use and set(LAYOUTS) <= kinds


def test_what_is_not_known_is_said_so():
    assert "未知" in rendered(SiteFreshness("pingan-life", None))
    assert "None" not in rendered(SiteFreshness("pingan-life", None))
