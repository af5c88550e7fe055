"""Clients' files are edited as text: what is set is there, and everything else is as it was."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.services.connecting.json_edit import remove_member, set_member
from insurance_desktop.services.connecting.json_text import JsonFault, read_json

PATH = ("mcpServers", "ours")
ENTRY = {"command": "C:\\程序\\a.exe", "args": ["--library", "/a b/库.db", "mcp"]}


def value_of(text):
    return read_json(text.removeprefix("\ufeff"), lenient=True).value


SPACES = st.text(alphabet=" \t\n", max_size=3)
REMARKS = st.sampled_from(["", "", "// words, {[\n", "/* a */", "/* a\n b */\n"])
NAMES = st.sampled_from(["mcpServers", "a", "名", 'with "quotes"', "ours", "//", ""])
PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5), st.sampled_from(["//x", "{", "\\"]))


@st.composite
def written(draw, value, lenient=True):
    """JSON text of a value with spaces, remarks and commas where they may stand."""
    gap = draw(SPACES) + (draw(REMARKS) if lenient else "")
    if isinstance(value, dict):
        entries = [f"{json.dumps(name)}{draw(SPACES)}:{draw(written(each, lenient))}" for name, each in value.items()]
        opening, closing = "{", "}"
    elif isinstance(value, list):
        entries, opening, closing = [draw(written(each, lenient)) for each in value], "[", "]"
    else:
        return gap + json.dumps(value, ensure_ascii=draw(st.booleans())) + draw(SPACES)
    gaps = [draw(SPACES) + (draw(REMARKS) if lenient else "") for _ in range(len(entries) + 1)]
    inside = ",".join(before + each for before, each in zip(gaps, entries, strict=False))
    last = "," if lenient and entries and draw(st.booleans()) else ""
    return gap + opening + inside + last + gaps[-1] + closing + draw(SPACES)


VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=3))
SERVERS = st.dictionaries(NAMES, VALUES, max_size=3)
FILES = st.builds(
    lambda others, servers: others if servers is None else {**others, "mcpServers": servers},
    st.dictionaries(NAMES.filter(lambda name: name != "mcpServers"), VALUES, max_size=3),
    st.none() | SERVERS,
)


@given(st.data(), FILES, st.booleans())
def test_the_entry_is_set_and_every_other_value_and_remark_is_kept(data, value, lenient):
    text = data.draw(written(value, lenient))
    after = set_member(text, PATH, ENTRY, lenient=lenient)
    expected = {**value, "mcpServers": {**value.get("mcpServers", {}), "ours": ENTRY}}
    assert read_json(after, lenient=lenient).value == expected
    assert list(value_of(after)) == list(expected)
    assert after.count("// words") == text.count("// words") or "ours" in value.get("mcpServers", {})


@given(st.data(), FILES, st.booleans())
def test_what_was_set_can_be_taken_out_again(data, value, lenient):
    text = data.draw(written(value, lenient))
    after = remove_member(set_member(text, PATH, ENTRY, lenient=lenient), PATH, lenient=lenient)
    servers = {name: each for name, each in value.get("mcpServers", {}).items() if name != "ours"}
    assert read_json(after, lenient=lenient).value == {**value, "mcpServers": servers}


def test_the_files_own_look_is_kept():
    text = '{\r\n\t"theme": "dark", // mine\r\n\t"mcpServers": {\r\n\t\t"other": {} // theirs\r\n\t},\r\n}\r\n'
    after = set_member(text, PATH, {"command": "x"}, lenient=True)
    assert after == (
        '{\r\n\t"theme": "dark", // mine\r\n\t"mcpServers": {\r\n\t\t"other": {}, // theirs\r\n'
        '\t\t"ours": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t},\r\n}\r\n'
    )
    assert remove_member(after, PATH, lenient=True) == text


@pytest.mark.parametrize("text", ["", "\ufeff", " \n"])
def test_an_empty_file_gets_a_whole_document(text):
    after = set_member(text, PATH, ENTRY, lenient=False)
    assert after.startswith(text)
    assert value_of(after) == {"mcpServers": {"ours": ENTRY}}


def test_a_byte_order_mark_stays_first():
    after = set_member('\ufeff{"a": 1}', PATH, ENTRY, lenient=False)
    assert after.startswith('\ufeff{"a": 1, ')
    assert remove_member(after, PATH, lenient=False).startswith("\ufeff{")


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ('{\n  "a": 1,\n}', "name_expected", 3),
        ('{\n  "a": 1 // no\n}', "remark_not_allowed", 2),
        ('{\n  "a": 1\n  "b": 2\n}', "comma_expected", 3),
        ('{\n  "a" 1\n}', "colon_expected", 2),
        ('{\n\n  "a": x\n}', "value_expected", 3),
        ('{\n  "a": NaN\n}', "value_expected", 2),
        ('{\n  "a": "x\n}', "string_not_closed", 2),
        ('{\n  "a": "\\x"\n}', "string_wrong", 2),
        ('{\n  "a": [1,\n', "ends_too_early", 3),
        ("{}\n{}", "more_after_the_end", 2),
        ("[1]", "object_expected", 1),
        ('{\n"mcpServers":\n[1]}', "object_expected", 3),
        ("[" * 100_000, "too_deep", 1),
    ],
)
def test_a_broken_file_is_refused_with_the_line_of_the_fault(text, reason, line):
    with pytest.raises(JsonFault) as fault:
        set_member(text, PATH, ENTRY, lenient=False)
    assert (fault.value.reason, fault.value.line) == (reason, line)
