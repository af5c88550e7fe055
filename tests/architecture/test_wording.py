"""Words that a person reads live in packs and the catalogue, and the catalogue holds exactly what the code says."""

import ast
import re
import string
from collections.abc import Iterator

import pytest
from package_source import literals, modules

from insurance_desktop.domain import errors
from insurance_desktop.packs.wording import catalogue

CJK = re.compile(r"[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
ROOMS = {key.split(".", 1)[0] for key in catalogue()}
ERRORS = {name for name, each in vars(errors).items() if isinstance(each, type)} - {"PackError"}


def calls(names: set[str]) -> Iterator[tuple[str, ast.Call]]:
    """Calls of these functions or classes anywhere in the package, with their place."""
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if called in names:
                    yield f"{path}:{node.lineno}", node


def keys_said() -> Iterator[tuple[str, ast.Call, str]]:
    """Calls that name a sentence in plain words."""
    for place, call in calls({"say"} | ERRORS | {"PackError"}):
        if call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
            yield place, call, call.args[0].value


def placeholders(text: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_code_shows_no_chinese_of_its_own():
    found = [
        f"{path}:{node.lineno}: {node.value!r}"
        for path, tree in modules().items()
        if not path.startswith("tools/")
        for node in literals(tree)
        if CJK.search(node.value)
    ]
    assert not found


def test_every_sentence_that_code_names_is_in_the_catalogue():
    assert not [f"{place}: {key}" for place, _, key in keys_said() if key not in catalogue()]


def test_every_sentence_gets_the_values_that_it_shows():
    short = []
    for place, call, key in keys_said():
        named = {each.arg for each in call.keywords}
        if key in catalogue() and None not in named:
            hint = catalogue().get(f"{key}_hint", "") if getattr(call.func, "id", "") in ERRORS else ""
            short += [f"{place}: {key} lacks {name}" for name in placeholders(catalogue()[key] + hint) - named]
    assert not [each for each in short if not each.endswith("lacks faults")]


def _used_keys() -> set[str]:
    """Keys in literals, and keys of an f-string such as f"packs.{reason}" whose end is a literal of the same file."""
    used: set[str] = set()
    for tree in modules().values():
        words = {node.value for node in literals(tree)}
        used |= words
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                used |= _keys_of_template(node, words)
    return used


def _keys_of_template(template: ast.JoinedStr, words: set[str]) -> set[str]:
    parts = [re.escape(each.value) if isinstance(each, ast.Constant) else "(.+)" for each in template.values]
    if len(parts) < 2 or not isinstance(template.values[0], ast.Constant):
        return set()
    if str(template.values[0].value).split(".", 1)[0] not in ROOMS:
        return set()
    pattern = re.compile("".join(parts))
    found = {key: pattern.fullmatch(key) for key in catalogue()}
    return {key for key, match in found.items() if match and all(_is_known(each, words) for each in match.groups())}


def _is_known(part: str, words: set[str]) -> bool:
    """A state or kind that comes from an enumeration is a literal elsewhere: look through the whole package."""
    return part in words or part in _all_words()


def _all_words() -> set[str]:
    return {node.value for tree in modules().values() for node in literals(tree)} | {
        node.value.lower() for tree in modules().values() for node in literals(tree)
    }


def test_every_sentence_of_the_catalogue_is_used():
    used = _used_keys()
    idle = [key for key in catalogue() if key not in used and key.removesuffix("_hint") not in used]
    assert not idle


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_a_sentence_can_be_filled_in(key):
    assert isinstance(catalogue()[key], str)
    assert all(name.isidentifier() for name in placeholders(catalogue()[key]))
