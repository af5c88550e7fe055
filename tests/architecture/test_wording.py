"""Words that a person reads live in packs and the catalogue, and the catalogue holds exactly what the code says."""

import ast
import re
import string
from collections.abc import Iterator

import pytest
from package_source import all_fragments, all_words, literals, modules

from insurance_desktop.domain import errors
from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, LANGUAGES, catalogue

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


def used_keys() -> set[str]:
    """Keys in literals, and keys of an f-string such as f"packs.{reason}" whose open part is a literal elsewhere."""
    used = set(all_words())
    for template in {template for tree in modules().values() for template in key_templates(tree)}:
        pattern = re.compile(template)
        matches = {key: pattern.fullmatch(key) for key in catalogue()}
        used |= {key for key, match in matches.items() if match and all(map(is_known, match.groups()))}
    return used


def key_templates(tree: ast.Module) -> Iterator[str]:
    """The f-strings of a module that begin like a key, as regular expressions with a group for each open part."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [each.value if isinstance(each, ast.Constant) else None for each in node.values]
            if None in parts and str(parts[0]).split(".", 1)[0] in ROOMS:
                yield "".join("(.+)" if each is None else re.escape(str(each)) for each in parts)


def is_known(part: str) -> bool:
    """What fills a template is made of literals itself: a state, a kind, a flag, the words of a command."""
    return all(each in all_fragments() for each in part.split("_"))


def test_every_sentence_of_the_catalogue_is_used():
    used = used_keys()
    idle = [key for key in catalogue() if key not in used and key.removesuffix("_hint") not in used]
    assert not idle


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_a_sentence_can_be_filled_in(key):
    assert isinstance(catalogue()[key], str)
    assert all(name.isidentifier() for name in placeholders(catalogue()[key]))


NOT_IN_THE_WINDOW = (
    "answer_desk",
    "ask_page",
    "cli",
    "converting",
    "demonstrating",
    "diagnosing",
    "http_server",
    "mcp_server",
)
NOT_READ_IN_THE_WINDOW = {
    "ask.again",  # what a language model is told
    "ask.system",
    "evaluating.usage_one_set",
    "review.evidence_how",  # a file of the pack
    "updates.steps_archive",  # what a person types into a terminal
    "updates.steps_beside",
    "updates.steps_deb",
    "updates.steps_wheel",
}
MACHINE_WORDS = re.compile(
    r"insurance-desktop|INSURANCE_DESKTOP|(?<!\w)--[a-z]|\b\w+_id\b(?!\})|\bcandidates\b|\bMRR\b|\brrf\b|\bpip\b|\{extra\}"
)
COMMANDS = re.compile(
    r"(?<![A-Za-z{/._])(?:clause|connect|crawl|doctor|documents|endpoints|evaluate|golden|import|index|ranking|repair"
    r"|review|search|serve|sessions)(?![A-Za-z}._])"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_speaks_of_pages_and_buttons_and_not_of_commands_and_fields(language):
    shown = {
        key: text
        for key, text in catalogue(language, in_window=True).items()
        if key.partition(".")[0] not in NOT_IN_THE_WINDOW and key not in NOT_READ_IN_THE_WINDOW
    }
    spoken = [MACHINE_WORDS] + [COMMANDS] * (language == DEFAULT_LANGUAGE)  # in English they are words like others
    assert [f"{key}: {text}" for key, text in shown.items() if any(each.search(text) for each in spoken)] == []
