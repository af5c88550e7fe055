"""What can be asked, as an OpenAPI document and as a page: both follow from the declaration of the tools."""

import json
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from insurance_desktop import __version__
from insurance_desktop.packs.labels import category_labels
from insurance_desktop.packs.registry import default_pack, pack_names
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.answer_schemas import answer_schemas
from insurance_desktop.services.answers.tool_form import REQUIRED, Tool

from .pages import element, page, words
from .query import schema_of

Json = dict[str, Any]

_SCHEMAS = "#/components/schemas/"
_ERROR: Json = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "hint"],
            "properties": {name: {"type": "string"} for name in ("code", "message", "hint")},
        }
    },
}


def document(
    tools: Mapping[str, Tool],
    posts: Mapping[str, Tool],
    pages: Mapping[str, str],
    sounds: Mapping[str, tuple[str, str]],
) -> Json:
    """`tools` by their paths, `posts` those that are asked in a body, `pages` with the key of each one's sentence;
    `sounds` are asked in a body, too, each with that key and what it cannot do without."""
    paths: dict[str, Json] = {path: {"get": _asks(path, tool)} for path, tool in tools.items()}
    for path, tool in posts.items():
        paths.setdefault(path, {})["post"] = _takes(path, tool)
    return {
        "openapi": "3.1.0",
        "info": {"title": say("http_server.title"), "version": __version__, "description": say("http_server.about")},
        "security": [{"token": []}],
        "paths": {
            **paths,
            **{path: {"get": _shows(path, key)} for path, key in pages.items()},
            **{path: {"post": _hears(path, *each)} for path, each in sounds.items()},
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": _ERROR, **_answers()},
        },
    }


def _answers() -> Json:
    """What the tools answer, and the parts of it beside them: a document has one place for its schemas."""
    found: Json = {}
    for name, schema in answer_schemas().items():
        moved = json.loads(json.dumps(schema).replace('"#/$defs/', f'"{_SCHEMAS}'))
        found |= moved.pop("$defs", {}) | {name: moved}
    return found


def _asks(path: str, tool: Tool) -> Json:
    in_path = [argument for argument in tool.arguments if f"{{{argument.name}}}" in path]
    categories = ", ".join(f"{name} {label}" for name, label in category_labels(default_pack()).items())
    return {
        "operationId": path.strip("/").replace("/", "_").replace("{", "").replace("}", ""),
        "summary": tool.title,
        "description": say(f"mcp_server.{tool.name}"),
        "parameters": [
            {
                "name": argument.name,
                "in": "path" if argument in in_path else "query",
                "required": argument.default is REQUIRED or argument in in_path,
                "description": say(tool.about(argument.name), categories=categories, packs=", ".join(pack_names())),
                "schema": schema_of(argument),
            }
            for argument in tool.arguments
        ],
        "responses": _responses({"application/json": {"schema": _ref(tool.name)}}),
    }


def _takes(path: str, tool: Tool) -> Json:
    """The same asked in a body, as a form or as JSON."""
    asked = _asks(path, tool)
    given = asked.pop("parameters")
    schema = {
        "type": "object",
        "required": [each["name"] for each in given if each["required"]],
        "properties": {each["name"]: {**each["schema"], "description": each["description"]} for each in given},
    }
    content = {kind: {"schema": schema} for kind in ("application/json", "multipart/form-data")}
    return {**asked, "operationId": f"post_{asked['operationId']}", "requestBody": {"content": content}}


def _shows(path: str, key: str) -> Json:
    names = [part.strip("{}") for part in path.split("/") if part.startswith("{")]
    inside = [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names]
    return {"summary": say(key), "parameters": inside, "responses": _responses({})}


def _hears(path: str, key: str, wanted: str) -> Json:
    schema = {"type": "object", "required": [wanted], "properties": {wanted: {"type": "string"}}}
    content = {kind: {"schema": schema} for kind in ("application/json", "multipart/form-data")}
    return {**_shows(path, key), "requestBody": {"content": content}}


def _responses(content: Json) -> Json:
    refused = {"description": say("http_server.refused"), "content": {"application/json": {"schema": _ref("Error")}}}
    answered = {"description": say("http_server.answered")} | ({"content": content} if content else {})
    return {"200": answered, "default": refused}


def _ref(name: str) -> Json:
    return {"$ref": _SCHEMAS + name}


def as_page(told: Json) -> str:
    """The document for a person: each path with what it takes."""
    sections = (
        _section(method.upper(), path, asked) for path, each in told["paths"].items() for method, asked in each.items()
    )
    first = words("p", told["info"]["description"])
    return page(
        say("http_server.docs"), first, element("p", element("a", "openapi.json", href="/openapi.json")), *sections
    )


def _section(method: str, path: str, asked: Json) -> Element:
    rows = [_row(each) for each in asked.get("parameters", ())]
    table = element("table", element("tbody", *rows)) if rows else None
    heading = element("h2", element("code", f"{method} {path}"))
    return element("section", heading, words("p", asked.get("description", asked["summary"])), table)


def _row(parameter: Json) -> Element:
    name = parameter["name"] + (" *" if parameter["required"] else "")
    kinds = parameter["schema"].get("anyOf", [parameter["schema"]])
    told = " | ".join(" ".join(each.get("enum", [each["type"]])) for each in kinds)
    return element(
        "tr",
        element("td", element("code", name)),
        element("td", told),
        element("td", parameter.get("description", "")),
    )
