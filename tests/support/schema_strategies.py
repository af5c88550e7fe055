"""Arguments for any tool, made from its own input schema: fitting ones, strange ones, and a mixture of both."""

from typing import Any

from hypothesis import strategies as st

MEGABYTE = 1_000_000
STRANGE_TEXT = (
    "",
    " ",
    "\x00",
    "犹豫期\x00有多少天",
    "\ud800",
    "\ufffe",
    "😀" * 40,
    "\u202e退保",
    "ﷺ" * 99,
    "e\u0301" * 50,
    "'; DROP TABLE clauses; --",
    "' OR '1'='1",
    "1; ATTACH 'x.db' AS y",
    'NEAR("a" b, 3) AND NOT *',
    "words:* OR {titles words}: 退保",
    '"',
    "^退保 +犹豫期",
    "../../../etc/passwd",
    "..\\..\\windows\\system32",
    "file:///etc/passwd",
    "clause://../x",
    "%s%n{0}{__class__}",
    "第９９９９９条",
    "2.3.1.4.1.5",
    "-1",
    "1e309",
    "NaN",
    "null",
    '{"query": 1}',
    "<script>",
    "x" * MEGABYTE,
    "条款" * (MEGABYTE // 6),
    " " * MEGABYTE,
)
STRANGE_NUMBERS = (0, -1, 2**31, 2**53 + 1, 2**63, -(2**63) - 1, 10**40, 0.5, 1e308)
QUESTIONS = (
    "犹豫期有多少天",
    "等待期",
    "2.3",
    "第六条",
    "酒后开车出了事",
    "青松",
    "YH1001",
    "1",
    "退保能退多少",
    "不负责",
)

strange = st.one_of(
    st.sampled_from(STRANGE_TEXT),
    st.sampled_from(STRANGE_NUMBERS),
    st.none(),
    st.booleans(),
    st.just([]),
    st.just({"a": [1, {"b": None}]}),
    st.text(max_size=40),
)


def fitting(schema: dict[str, Any], names: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a schema allows; `names` are the definitions that it may refer to."""
    if "$ref" in schema:
        return fitting(names[schema["$ref"].rpartition("/")[2]], names)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of(*(fitting(each, names) for each in schema[several]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    match schema.get("type"):
        case "string":
            least, most = schema.get("minLength", 0), min(schema.get("maxLength", 60), 60)
            known = [each for each in QUESTIONS if least <= len(each) <= schema.get("maxLength", 60)]
            made = st.text(min_size=least, max_size=max(least, most))
            return st.one_of(st.sampled_from(known), made) if known else made
        case "integer":
            least, most = schema.get("minimum", -(2**40)), schema.get("maximum", 2**40)
            small = max(least, 0)
            return st.one_of(st.integers(small, min(most, small + 5)), st.integers(least, most))
        case "number":
            return st.floats(schema.get("minimum"), schema.get("maximum"), allow_nan=False, allow_infinity=False)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            return st.lists(fitting(schema.get("items", {}), names), max_size=schema.get("maxItems", 4))
        case "object":
            return whole(schema)
    return strange


def whole(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An object that fits a schema with properties."""
    names = {**schema.get("$defs", {}), **schema.get("definitions", {})}
    properties = {name: fitting(each, names) for name, each in schema.get("properties", {}).items()}
    needed = set(schema.get("required", ()))
    return st.fixed_dictionaries(
        {name: each for name, each in properties.items() if name in needed},
        optional={name: each for name, each in properties.items() if name not in needed},
    )


def arguments_of(schema: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """What a model could send: as the schema says, with one argument strange, or nothing of all that."""
    names = st.sampled_from([*schema.get("properties", {}), "unknown", "../query", "\x00"])
    one_wrong = st.builds(lambda fits, name, value: {**fits, name: value}, whole(schema), names, strange)
    return st.one_of(whole(schema), one_wrong, st.dictionaries(names, strange, max_size=4))
