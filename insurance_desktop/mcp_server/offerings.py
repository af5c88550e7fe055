"""Resources, prompts and completions: what a person picks in a client, as tools are what a model calls.

They are plain lists, looked up when they are asked for: a start that registers them one by one would take longer.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote

from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    Completion,
    GetPromptResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    Resource,
    ResourceTemplate,
    TextContent,
)

from insurance_desktop import paths
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.packs.wording import say, sentence
from insurance_desktop.services.answers.answer_schemas import answer_schemas
from insurance_desktop.services.answers.tool_form import PACK, pack_meant
from insurance_desktop.services.answers.tools import VIEWER

from .answering import in_a_thread
from .rendering import fenced, readable
from .served_packs import ServedPacks, served_packs
from .tools import Reader

if TYPE_CHECKING:
    from insurance_desktop.domain.answers import ClauseAnswer
    from insurance_desktop.domain.reading import PageAnswer

Answer = TypeVar("Answer")

VIEWER_TYPE = "text/html;profile=mcp-app"
CLAUSE = "clause://{id}"
PAGE = "document://{id}/page/{n}"
PICTURE = "document://{id}/page/{n}/picture"
SCHEMA = "schema://{tool}"
SCHEMA_TYPE = "application/schema+json"

_LONGEST_ANSWER = 20_000
_LONGEST_ARGUMENT = 2_000

PROMPTS: dict[str, tuple[tuple[str, bool], ...]] = {
    "check_answer": (("answer", True), ("product", False)),
    "find_claim_clause": (("product", True), ("scenario", True), ("section", False)),
    "compare_products": (("first_product", True), ("second_product", True), ("topic", False)),
}
"""The prompts with their arguments and whether each must be given; their names and words stand in the catalogue."""

_NAMES_A_PRODUCT = {"product", "first_product", "second_product"}

_MOST_VALUES = 100
"""Completions that a client takes."""


class Offerings:
    """All that the server offers beside its tools; `reader` is called for the answers, of `named_pack` alone where
    the server was started for one, `packs` for those of the library."""

    def __init__(self, reader: Reader, packs: Callable[[], tuple[str, ...]], named_pack: str | None = None) -> None:
        self._reader = reader
        self._packs = packs
        self.named_pack = named_pack

    def packs(self) -> ServedPacks:
        """What a question may choose among now."""
        return served_packs(self._packs, self.named_pack)

    # resources

    def resources(self) -> list[Resource]:
        return [
            Resource(
                uri=VIEWER,
                name="clause-viewer",
                title="Clause viewer",
                description=say("mcp_server.resource_viewer"),
                mime_type=VIEWER_TYPE,
            )
        ]

    def templates(self) -> list[ResourceTemplate]:
        kinds = (
            (CLAUSE, "clause", "Clause", "mcp_server.resource_clause", "text/plain"),
            (PAGE, "page", "Page text", "mcp_server.resource_page", "text/plain"),
            (PICTURE, "page-picture", "Page picture", "mcp_server.resource_picture", "image/png"),
            (SCHEMA, "answer-schema", "Answer schema", "mcp_server.resource_schema", SCHEMA_TYPE),
        )
        return [
            ResourceTemplate(uri_template=uri, name=name, title=title, description=say(key), mime_type=kind)
            for uri, name, title, key, kind in kinds
        ]

    async def read(self, uri: str) -> Sequence[ReadResourceContents]:
        """The contents of a resource. MCPError in words where there is none."""
        try:
            return [await in_a_thread(partial(self._read, uri))]
        except WorkbenchError as error:
            raise _refusal(str(sentence(error)), uri) from error

    def _read(self, uri: str) -> ReadResourceContents:
        scheme, _, rest = uri.partition("://")
        if uri == VIEWER:
            html = (paths.resource_root() / "mcp" / "viewer.html").read_text(encoding="utf-8")
            return ReadResourceContents(html, VIEWER_TYPE, {"ui": {"prefersBorder": True}})
        if scheme == "clause" and rest:
            return self._clause(unquote(rest), uri)
        if scheme == "schema" and rest in answer_schemas():
            return ReadResourceContents(json.dumps(answer_schemas()[rest], ensure_ascii=False), SCHEMA_TYPE)
        parts = rest.split("/")
        if scheme == "document" and len(parts) in (3, 4) and parts[1] == "page":
            numbers = [int(each) for each in (parts[0], parts[2]) if each.isascii() and each.isdecimal()]
            if len(numbers) == 2 and max(map(len, (parts[0], parts[2]))) < 16:
                if len(parts) == 3:
                    return self._page(numbers[0], numbers[1], uri)
                if parts[3] == "picture":
                    return self._picture(numbers[0], numbers[1], uri)
        raise _refusal(say("mcp_server.unknown_resource", uri=uri[:120]), uri)

    def _clause(self, clause_id: str, uri: str) -> ReadResourceContents:
        from insurance_desktop.services.answers.clause_reading import get_clause

        answer = self._ask_of({"clause_id": clause_id[:200]}, get_clause, clause_id[:200])
        return _readable(answer, answer.hit, uri)

    def _page(self, document_id: int, page: int, uri: str) -> ReadResourceContents:
        from insurance_desktop.services.answers.page_reading import read_page

        answer = self._ask_of({"document_id": document_id}, read_page, document_id, page)
        return _readable(answer, answer.document, uri)

    def _picture(self, document_id: int, page: int, uri: str) -> ReadResourceContents:
        from insurance_desktop.services.answers.page_reading import kept_picture

        found = self._ask_of({"document_id": document_id}, kept_picture, document_id, page)
        if found is None:
            raise _refusal(say("mcp_server.no_picture", document_id=document_id, page=page), uri)
        size = {"page_width": found.page_width, "page_height": found.page_height}
        return ReadResourceContents(found.png, "image/png", {"insurance-clauses/page": size})

    def _ask_of(self, given: dict[str, Any], question: Callable[..., Answer], *asked: Any) -> Answer:
        """What the pack answers that these arguments tell."""
        return self._reader().ask_of(pack_meant(given), question, *asked)

    # prompts

    def prompts(self) -> list[Prompt]:
        """Where a question may choose a pack, each takes one."""
        packs = self.packs().offered
        choice = ((PACK, False),) if packs else ()
        return [
            Prompt(
                name=say(f"mcp_server.prompt_{name}"),
                title=say(f"mcp_server.prompt_{name}"),
                description=say(f"mcp_server.prompt_{name}_about"),
                arguments=[
                    PromptArgument(
                        name=each,
                        description=say(f"mcp_server.prompt_argument_{each}", packs=", ".join(packs)),
                        required=required,
                    )
                    for each, required in (*arguments, *choice)
                ],
            )
            for name, arguments in PROMPTS.items()
        ]

    def prompt(self, title: str, given: dict[str, str] | None) -> GetPromptResult:
        """The words of a prompt with the person's own inside, fenced: a pasted answer is data, too."""
        names = {say(f"mcp_server.prompt_{name}"): name for name in PROMPTS}
        name = names.get(title)
        if name is None:
            raise MCPError(INVALID_PARAMS, say("mcp_server.unknown_prompt", name=title[:80], valid="、".join(names)))
        values = dict(given or {})
        packs = self.packs().offered
        pack = values.pop(PACK, "").strip() if packs else ""
        if pack and pack not in packs:
            raise MCPError(INVALID_PARAMS, say("packs.no_such_pack", name=pack[:80], known=", ".join(packs)))
        known = [argument for argument, _ in PROMPTS[name]]
        missing = [
            argument for argument, required in PROMPTS[name] if required and not values.get(argument, "").strip()
        ]
        unknown = [argument for argument in values if argument not in known]
        if missing or unknown:
            key = "mcp_server.prompt_missing" if missing else "mcp_server.prompt_unknown_argument"
            raise MCPError(
                INVALID_PARAMS,
                say(key, name=title, arguments="、".join(missing or unknown)[:200], valid="、".join(known)),
            )
        for argument, value in values.items():
            if len(value) > (_LONGEST_ANSWER if argument == "answer" else _LONGEST_ARGUMENT):
                raise MCPError(INVALID_PARAMS, say("mcp_server.prompt_too_long", argument=argument, length=len(value)))
        parts = [say(f"mcp_server.prompt_{name}_words")]
        if pack:
            parts.append(say("mcp_server.prompt_pack", pack=pack))
        for argument in known:
            if values.get(argument, "").strip():
                parts += fenced(values[argument], say(f"mcp_server.prompt_argument_{argument}"))
        message = PromptMessage(role="user", content=TextContent(type="text", text="\n".join(parts)))
        return GetPromptResult(description=say(f"mcp_server.prompt_{name}_about"), messages=[message])

    # completions

    async def complete(self, reference: Any, argument: Any, context: Any) -> Completion:
        """Values for what is being typed; none where nothing is known of the argument."""
        given = (context.arguments if context else None) or {}
        try:
            values = await in_a_thread(
                partial(self._values, str(getattr(reference, "uri", "")), argument.name, argument.value, given)
            )
        except WorkbenchError:
            values = ()
        return Completion(values=list(values), total=len(values), has_more=False)

    def _values(self, uri: str, name: str, typed: str, given: dict[str, str]) -> tuple[str, ...]:
        from insurance_desktop.services.answers import completions

        typed = typed[:200]
        if name == PACK:
            return tuple(each for each in self.packs().offered if each.startswith(typed))
        if name in _NAMES_A_PRODUCT:
            return self._of_all(given, completions.product_names, typed)
        if name == "section":
            return self._of_all(given, completions.section_numbers, given.get("product"), typed)
        if uri == CLAUSE and name == "id":
            return self._of_all(given, completions.clause_ids, given.get("product"), typed)
        if uri in (PAGE, PICTURE):
            return self._numbers(name, typed, given)
        return ()

    def _of_all(
        self, given: dict[str, str], question: Callable[..., tuple[Answer, ...]], *asked: Any
    ) -> tuple[Answer, ...]:
        """What the packs answer: the one that was chosen before, or that of the product, else each in turn."""
        packs = self.packs().offered
        chosen = given.get(PACK, "")
        if chosen in packs or not packs:
            return self._ask_of({PACK: chosen} if packs else {}, question, *asked)
        found = (each for pack in packs for each in self._ask_of({PACK: pack}, question, *asked))
        return tuple(dict.fromkeys(found))[:_MOST_VALUES]

    def _numbers(self, name: str, typed: str, given: dict[str, str]) -> tuple[str, ...]:
        """The ids of verified documents, or the pages of the one that was chosen."""
        from insurance_desktop.services.answers import completions

        found = self._of_all(given, completions.listed_documents)
        if name == "n":
            pages = next((each.pages for each in found if str(each.document_id) == given.get("id")), 0)
            values = [str(page) for page in range(1, pages + 1)]
        else:
            values = [str(each.document_id) for each in found]
        return tuple(value for value in values if value.startswith(typed))[:_MOST_VALUES]


def _readable(answer: "ClauseAnswer | PageAnswer", found: object, uri: str) -> ReadResourceContents:
    """An answer as text. MCPError with its message where what was asked for is not there."""
    from insurance_desktop.domain.shapes import shape

    if found is None:
        raise _refusal(answer.message or "", uri)
    return ReadResourceContents(readable(shape(answer)), "text/plain")


def _refusal(message: str, uri: str) -> MCPError:
    return MCPError(INVALID_PARAMS, message, {"uri": uri[:200]})
