"""Everything inside is named with its licence, and its text can be read."""

import re

import pytest
from packaging.licenses import canonicalize_license_expression

from insurance_desktop import __version__, paths
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.services.machine import licences
from insurance_desktop.services.machine.licences import licences_of, parts


def test_the_program_stands_first_with_what_it_requires():
    first, *others = parts()
    assert (first.name, first.version) == ("insurance-desktop", __version__)
    assert {"numpy", "pymupdf", "PySide6_Essentials"} <= set(first.requires)
    assert [each.name.lower() for each in others] == sorted(each.name.lower() for each in others)


def test_what_only_developers_use_is_no_part():
    assert not {"pytest", "ruff", "mypy", "pyinstaller", "torch"} & {each.name for each in parts()}


def test_what_libraries_require_of_each_other_is_found_too():
    names = {each.name for each in parts()}
    assert {"lxml", "httpcore", "pydantic", "shiboken6"} <= names


def test_every_licence_is_an_spdx_expression():
    found = {each.name: each.licence for each in parts()}
    assert {name: canonicalize_license_expression(licence) for name, licence in found.items()} == found
    assert found["pymupdf4llm"].startswith("AGPL-3.0-only") and found["apsw"] == "Zlib OR any-OSI"


def test_the_resources_of_others_are_named():
    named = {each.name: each.licence for each in parts() if not each.is_library}
    assert named["Noto Sans CJK SC"] == "OFL-1.1"
    assert named["bge-small-zh-v1.5"] == "MIT"
    assert "Python" in named


@pytest.mark.parametrize("name", ["insurance-desktop", "PySide6_Essentials", "Python", "Lucide", "numpy", "rjieba"])
def test_each_of_them_has_a_text(name):
    found = licences_of(name)
    assert found.part.licence
    assert any(len(each.text) > 500 for each in found.texts)


def test_qt_s_licence_is_there_with_the_one_that_it_builds_on():
    words = " ".join(each.text for each in licences_of("PySide6_Essentials").texts)
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in words and re.search("GNU GENERAL PUBLIC LICENSE", words)


def test_a_name_is_found_however_it_is_spelled():
    assert licences_of("pyside6-essentials").part.name == "PySide6_Essentials"


def test_an_unknown_name_is_said():
    with pytest.raises(NotFound):
        licences_of("no-such-part")


def test_an_installation_without_metadata_says_so_and_lists_no_half(monkeypatch):
    monkeypatch.setattr(licences, "OURS", "not-installed-anywhere")
    with pytest.raises(NotFound, match=r"licences\.unknown"):
        parts()


def test_texts_that_are_declared_are_there():
    assert (paths.resource_root() / "licences" / "AGPL-3.0.txt").read_text("utf-8") == (
        paths.resource_root().parent / "LICENSE"
    ).read_text("utf-8")
    assert all(licences_of(each.name).texts for each in parts() if not each.is_library)
