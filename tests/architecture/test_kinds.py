"""A kind that a test names exists: that something is *not* there would else hold for ever once it has another name."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from package_source import ROOT, all_words

from insurance_desktop.domain.kinds import ExclusionReason, FindingKind, ProposalReason, ReasonKind
from insurance_desktop.packs.loader import load_pack

TESTS = ROOT / "tests"
NAME = re.compile(r"[a-z]+(_[a-z]+)*")
"""What a kind looks like; messages and numbers that stand beside one do not."""
MEMBERS = frozenset(map(str, (*FindingKind, *ExclusionReason, *ProposalReason, *ReasonKind)))
SAYING = frozenset({"kind", "kinds", "reason", "table_type"})
"""Attributes that hold kinds."""
GATHERING = frozenset({"kinds", "reasons", "families", "notes", "blocking", "findings_of"})
"""Functions of the tests that gather kinds."""
MAKING = frozenset({"Finding", "StoredFinding", "Exclusion", "LeftOut"})
COMPARING = (ast.Compare, ast.BinOp, ast.Subscript, ast.SetComp, ast.ListComp, ast.GeneratorExp, ast.DictComp)


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _holds_kinds(node: ast.AST) -> bool:
    return any(
        (isinstance(each, ast.Attribute) and each.attr in SAYING) or _called(each) in GATHERING
        for each in ast.walk(node)
    )


def named_kinds(tree: ast.Module) -> Iterator[ast.Constant]:
    """The strings that are compared with kinds, looked up by them, or made findings of."""
    for node in ast.walk(tree):
        if isinstance(node, COMPARING) and _holds_kinds(node):
            yield from _names(node)
        elif isinstance(node, ast.Call) and _called(node) in MAKING:
            yield from (name for each in node.args[:2] for name in _names(each))  # behind these are messages


def _names(node: ast.AST) -> Iterator[ast.Constant]:
    """The names below a node, but not those of a call inside it that gathers kinds: `notes(paper("lined"))`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAME.fullmatch(node.value):
        yield node
    elif _called(node) not in GATHERING:
        for each in ast.iter_child_nodes(node):
            yield from _names(each)


def beginnings(tree: ast.Module) -> Iterator[ast.AST]:
    """Kinds that are told by how they begin or end."""
    for node in ast.walk(tree):
        if isinstance(node, COMPARING) and _holds_kinds(node):
            yield from (
                each
                for each in ast.walk(node)
                if _called(each) in {"startswith", "endswith"} and NAME.match(_first_word(each))
            )


def _first_word(call: ast.AST) -> str:
    words = [each.value for each in ast.walk(call) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return words[0] if words else ""


def _known() -> frozenset[str]:
    """What the program itself says, and what the shipped pack says."""
    pack = load_pack("insurance")
    return all_words() | {each.reason for each in pack.noise_forms} | {each.table_type for each in pack.table_forms}


def faults(source: str, known: frozenset[str]) -> Iterator[str]:
    tree = ast.parse(source)
    for node in named_kinds(tree):
        if node.value in MEMBERS:
            yield f"{node.lineno}: {node.value!r} is a member of an enumeration: name it"
        elif node.value not in known:
            yield f"{node.lineno}: nothing says {node.value!r}"
    yield from (f"{node.lineno}: told by its beginning" for node in beginnings(tree))


def test_no_test_names_a_kind_that_does_not_exist():
    known = _known()
    assert not [
        f"{path.relative_to(TESTS).as_posix()}:{fault}"
        for path in sorted(TESTS.rglob("*.py"))
        if path != Path(__file__).resolve()
        for fault in faults(path.read_text(encoding="utf-8"), known)
    ]


@pytest.mark.parametrize(
    "line",
    [
        'assert "section_doubled" not in kinds(conversion)',
        'assert "section_twice" not in kinds(conversion)',
        'assert not {"section_doubled"} & kinds(conversion)',
        'assert not [each for each in conversion.findings if each.kind == "section_doubled"]',
        'assert not {each for each in kinds(conversion) if each.startswith("section")}',
        'assert reasons(conversion)["page_heading"] == "甲"',
        'findings.add(connection, version, [Finding("section_doubled", Severity.NOTE, "甲")])',
        'assert next(each for each in tables if each.table_type == "cash_worth")',
    ],
)
def test_the_check_finds_a_kind_that_does_not_exist(line):
    assert list(faults(line, _known()))


@pytest.mark.parametrize(
    "line",
    [
        "assert FindingKind.SECTION_TWICE not in kinds(conversion)",
        'assert reasons(conversion)["separator"] == "甲"',
        'assert next(each for each in tables if each.table_type == "cash_value")',
        'assert "第 3 页" in notes(result)[FindingKind.OCR_LEFT]',
    ],
)
def test_the_check_leaves_kinds_that_exist_alone(line):
    assert not list(faults(line, _known()))
