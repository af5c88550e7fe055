"""An answer as briefly as a language model needs it: the words, where they stand, what to do next.

Hashes, boxes, empty keys and what led to a rank stand in the structure alone. A document is told once, each clause on
one line, and passages share the tokens that the answer may take: a long one is an excerpt that says so.
"""

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.geometry import pages_in_words
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.excerpts import excerpt, shares, tokens_in

from .rendering import Facts, is_list_of_objects, is_passage

_IN_THE_STRUCTURE = frozenset(
    (
        *("boxes", "box", "cell_boxes", "spans", "pdf_sha256", "text_sha256", "sha256", "download_url", "explain"),
        *("query", "scope", "relevant_clauses", "source_references", "verified_at", "matched_by", "file_size"),
        *("conversion_status", "conversion_reason", "review_status", "version_id", "findings", "indexed_clauses"),
        *(
            "imported_at",
            "first_reviewer",
            "assigned_to",
            "header_rows",
            "level",
            "parent_section",
            "keywords",
            "entity_role",
        ),
        *("file_name", "original_name", "resolved", "anchor", "marks", "sentences", "timing"),
    )
)
"""Keys that a model needs no sight of to quote and to cite; `detail=full` says them."""

_USUAL = {"is_table": False, "is_whole": True, "chunk_type": "text"} | dict.fromkeys(
    ("truncated", "critical", "decisive", "is_renumbered", "is_retitled", "is_cut", "withheld"), 0
)
"""What need not be said."""

_OF_THE_DOCUMENT = ("product_name", "product_code", "company", "document_type", "edition", "pdf_path", "verified_by")
_EXCERPT = "excerpt"
_DECIDING = "matched"
_BESIDE_A_PASSAGE = ("read_together", "category", "under")
_LEAST = 60
"""A passage in fewer tokens than this says nothing: its clause is named alone."""
_LIST_SHARE = 0.35
"""What the list of sections under a clause may take of the room."""
_LEAST_ROOM = 120
"""What passages may take however much stands around them."""


@entity
class Space:
    """What an answer may take: `budget` tokens (0 = all it needs), its passages cut by what was asked, but for those
    under the keys of `whole`. `is_asked`: the call itself says so much, and what there is no room for is left out."""

    budget: int = 0
    question: str = ""
    whole: tuple[str, ...] = ()
    is_asked: bool = False


Documents = dict[int, dict[str, Any]]


def concise(facts: Facts, space: Space) -> str:
    """The answer in few words."""
    documents: Documents = {}
    lean = _lean(facts, documents)
    if space.budget:
        _list_fewer(lean, int(space.budget * _LIST_SHARE))
    mark = _mark(lean)
    if space.is_asked:
        _leave_out(lean, documents, space, mark)
    lean, told = _told(lean, documents)
    for settle in (_name_alone, _cut) if space.budget else ():
        settle(lean, space, _bare_size(lean, told, mark))
    _quote_once(lean)
    return "\n".join(_text(lean, told, mark))


def _quote_once(lean: dict[str, Any]) -> None:
    """Takes the sentence of a fact away where the passage beside it shows it."""
    for each in (part for value in lean.values() if is_list_of_objects(value) for part in value):
        for fact in each.get("facts", ()):
            if fact.get("quote", "") in each.get("content", each.get("text", "")):
                fact.pop("quote", None)


def _told(lean: dict[str, Any], documents: Documents) -> tuple[dict[str, Any], dict[str, Any]]:
    """The answer and the documents that it still cites; where there is one, each part of the answer stands in it."""
    cited = _documents_in(lean)
    kept = [each for number, each in documents.items() if number in cited]
    return _without(lean, "document_id") if len(kept) == 1 else lean, {"documents": kept} if kept else {}


def _documents_in(lean: Any) -> set[Any]:
    if isinstance(lean, dict):
        return {lean.get("document_id")}.union(*map(_documents_in, lean.values()))
    return set().union(*map(_documents_in, lean)) if is_list_of_objects(lean) else set()


def _bare_size(lean: dict[str, Any], told: dict[str, Any], mark: str) -> int:
    """What an answer takes beside its passages."""
    return tokens_in("\n".join(_text(_without_passages(lean), told, mark)))


def _leave_out(lean: dict[str, Any], documents: Documents, space: Space, mark: str) -> None:
    """Takes away what there is no room even to name, from the end, and says how much: never what decides (a matched
    exclusion), and not the first of all."""
    names = [name for name, value in lean.items() if is_list_of_objects(value)]
    for name in reversed(names):
        entries = lean[name]
        kept = len(entries)
        least = max([int(name == names[0]), *(place for place, each in enumerate(entries, 1) if _decides(each))])
        while kept > least and _bare_size(*_told(lean, documents), mark) + _LEAST_ROOM > space.budget:
            kept -= 1
            lean |= {name: entries[:kept], f"{name}_left": len(entries) - kept}


def _decides(entry: dict[str, Any]) -> bool:
    return entry.get("mark") == _DECIDING


def _list_fewer(lean: dict[str, Any], room: int) -> None:
    """As many of the sections under a clause as there is room for, and how many more there are."""
    listed = lean.get("children", [])
    used = 0
    for place, each in enumerate(listed):
        used += tokens_in(_json(each))
        if used > room:
            lean["children"], lean["children_left"] = listed[:place], len(listed) - place
            return


def _text(lean: dict[str, Any], told: dict[str, Any], mark: str) -> Iterator[str]:
    yield say("mcp_server.concise_data")
    if _has_excerpt(lean):
        yield say("mcp_server.concise_excerpts")
    yield from _lines(told, "", mark)
    yield from _lines(lean, "", mark)


def _lean(facts: Facts, documents: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """What is said of an object; the documents that it cites are gathered."""
    lean: dict[str, Any] = {}
    if str(facts.get("kind")).startswith("same") and "old" in facts and facts["old"] == facts.get("new"):
        return {facts["kind"]: facts["old"]}
    for name, value in facts.items():
        if name in _IN_THE_STRUCTURE or _is_unsaid(name, value):
            continue
        if name == "edition_status" and facts.get("source_reference"):
            continue  # its document says it
        if name == "source_reference":
            lean |= _cited(value, documents, facts.get("edition_status"))
        elif name in _SHORTER:
            lean |= _SHORTER[name](facts)
        elif isinstance(value, dict):
            lean[name] = _lean(value, documents)
        elif is_list_of_objects(value):
            lean[name] = [_lean(each, documents) for each in value]
        else:
            lean[name] = value
    if isinstance(at := lean.pop("locator", None), dict):
        lean["paragraph"] = pages_in_words(at["paragraph"], at["paragraph_to"])
        lean |= {"anchor": at["anchor"]} if at.get("anchor") else {}
    if "page_number" in lean:
        lean["page"] = pages_in_words(lean.pop("page_number"), lean.pop("page_to", None))
    return lean


def _table(facts: Facts) -> dict[str, Any]:
    """A table whose rows are the text of its clause, or are had from their tool, is told by its columns."""
    table = facts["table_data"]
    return {} if facts.get("content") else {"columns": table["headers"], "row_count": table["row_count"]}


def _above(facts: Facts) -> dict[str, Any]:
    return {"under": facts["breadcrumb"][-2]} if len(facts["breadcrumb"]) > 1 else {}


def _pointers(facts: Facts) -> dict[str, Any]:
    told = dict.fromkeys(
        f"{each['to']} ({each['kind']}{'' if each['resolved'] else ', resolved=false'})"
        for each in facts["references"]
        if each["to"]
    )
    return {"references": list(told)} if told else {}


def _link(name: str) -> Callable[[Facts], dict[str, Any]]:
    return lambda facts: {name: _heading(facts[name])}


def _heading(clause: Facts | str) -> str:
    """What a clause is named by; a regulation is named by its id already."""
    if isinstance(clause, str):
        return clause
    return " ".join(filter(None, (clause["section_id"], clause["section_title"])))


def _fact(fact: Facts) -> dict[str, Any]:
    """A fact beside its clause: the value alone could be one under a condition, the sentence that states it says so."""
    told = {name: fact[name] for name in ("path", "value", "status")}
    parsed = {} if fact["parsed"] is None else {"parsed": _json(fact["parsed"])}
    return {**told, **parsed, "quote": fact["source"]["quote"]}


def _below(clause: Facts | str, above: str) -> str:
    """A section in the list of those under another one: its number without that of the other, unless the title says
    it."""
    if isinstance(clause, str):
        return clause
    number = clause["section_id"].removeprefix(above)
    title = clause["section_title"]
    return title if title and title in number else _heading({"section_id": number.lstrip("/."), "section_title": title})


_SHORTER: dict[str, Callable[[Facts], dict[str, Any]]] = {
    "read_together": lambda facts: {
        "read_together": [each["section_id"] or each["chunk_id"] for each in facts["read_together"]]
    },
    "references": _pointers,
    "breadcrumb": _above,
    "table_data": _table,
    "facts": lambda facts: {"facts": list(map(_fact, facts["facts"]))},
    "children": lambda facts: {"children": [_below(each, facts.get("section_id", "")) for each in facts["children"]]},
    "answered_by": lambda facts: {"answered_by": list(map(_heading, facts["answered_by"]))},
    **{name: _link(name) for name in ("parent", "previous", "next", "brought_by")},
}
"""Keys that are told in fewer words than the structure has."""


def _cited(reference: Facts, documents: dict[int, dict[str, Any]], status: str | None) -> dict[str, Any]:
    number = reference["document_id"]
    said = {name: reference[name] for name in _OF_THE_DOCUMENT if reference.get(name)}
    documents.setdefault(number, {"document_id": number, **said} | ({"edition_status": status} if status else {}))
    place = {"document_id": number, **{name: reference.get(name) for name in ("page_number", "page_to", "locator")}}
    return {name: value for name, value in place.items() if value is not None}


def _is_unsaid(name: str, value: Any) -> bool:
    return value is None or value in ("", [], {}) or (name in _USUAL and value == _USUAL[name])


def _passages(lean: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """The objects with the keys under which a document's words stand, in the order in which they are said."""
    for name, value in lean.items():
        if isinstance(value, dict):
            yield from _passages(value)
        elif is_list_of_objects(value):
            for each in value:
                yield from _passages(each)
        elif isinstance(value, str) and is_passage(name, value):
            yield lean, name


def _without_passages(lean: dict[str, Any]) -> dict[str, Any]:
    bare: dict[str, Any] = {}
    for name, value in lean.items():
        if isinstance(value, dict):
            bare[name] = _without_passages(value)
        elif is_list_of_objects(value):
            bare[name] = [_without_passages(each) for each in value]
        else:
            bare[name] = "\n" if isinstance(value, str) and is_passage(name, value) else value
    return bare


def _without(lean: dict[str, Any], key: str) -> dict[str, Any]:
    """The same without a key of its parts: where there is one document, each of them stands in it."""
    parts = {
        name: [{known: said for known, said in each.items() if known != key} for each in value]
        for name, value in lean.items()
        if is_list_of_objects(value)
    }
    return lean | parts


Held = tuple[dict[str, Any], str]


def _shared(lean: dict[str, Any], space: Space, around: int) -> Iterator[tuple[Held, int]]:
    """The passages that may be cut, each with what it gets of the room that is left beside everything else."""
    found = list(_passages(lean))
    fixed = sum(tokens_in(each[name]) for each, name in found if name in space.whole)
    held = [(each, name) for each, name in found if name not in space.whole]
    needs = [tokens_in(each[name]) for each, name in held]
    if around + fixed + sum(needs) > space.budget and not _has_excerpt(lean):
        around += tokens_in(say("mcp_server.concise_excerpts"))
    equals = sum(bool(side.get("found")) for side in lean.get("sides", ()))
    least = _LEAST_ROOM if space.is_asked else max(_LEAST_ROOM, _LEAST * equals)
    return zip(held, shares(needs, max(space.budget - around - fixed, least), _LEAST, equals), strict=True)


def _name_alone(lean: dict[str, Any], space: Space, around: int) -> None:
    """Takes the passages away for which there is no room, with what is said of them."""
    for (each, name), share in _shared(lean, space, around):
        if not share:
            for said in (name, *_BESIDE_A_PASSAGE):
                each.pop(said, None)
            each[_EXCERPT] = False


def _cut(lean: dict[str, Any], space: Space, around: int) -> None:
    for (each, name), share in _shared(lean, space, around):
        cut = excerpt(each[name], space.question, max(share, _LEAST))
        each[name] = cut.text
        if not cut.is_whole:
            each[_EXCERPT] = True


def _has_excerpt(lean: Any) -> bool:
    if isinstance(lean, dict):
        return _EXCERPT in lean or any(map(_has_excerpt, lean.values()))
    return isinstance(lean, list) and any(map(_has_excerpt, lean))


def _mark(lean: dict[str, Any]) -> str:
    """One mark for all fences of an answer: a hash of its passages that stands in none of them."""
    words = "\n".join(each[name] for each, name in _passages(lean))
    mark = sha256(words.encode("utf-8", "replace")).hexdigest()
    return next(mark[:size] for size in range(6, 65) if mark[:size] not in words)


def _lines(lean: dict[str, Any], margin: str, mark: str) -> Iterator[str]:
    """An object: its short facts on a line, then its passages, then what it holds."""
    short = {name: value for name, value in lean.items() if _is_short(name, value)}
    if short:
        yield margin + " ".join(f"{name}={_json(value)}" for name, value in short.items())
    for name, value in lean.items():
        if name in short:
            continue
        if isinstance(value, str):
            yield from ([f"{margin}{name}:"] if name != "content" else [])
            yield from _fenced(value.rstrip("\n"), mark)
        elif isinstance(value, dict):
            yield f"{margin}{name}:"
            yield from _lines(value, margin + " ", mark)
        else:
            yield f"{margin}{name}:"
            for each in value:
                first, *rest = _lines(each, margin + "  ", mark)
                yield f"{margin}- {first.strip()}"
                yield from rest


def _fenced(words: str, mark: str) -> tuple[str, str, str]:
    return say("mcp_server.fence_open", mark=mark, source=""), words, say("mcp_server.fence_close", mark=mark)


def _is_short(name: str, value: Any) -> bool:
    if isinstance(value, str):
        return not is_passage(name, value)
    return not isinstance(value, dict) and not is_list_of_objects(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
