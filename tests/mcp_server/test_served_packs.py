"""A library of two packs before an AI client: a call may name the pack, and an answer says which one it is of."""

import anyio
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference

from insurance_desktop.mcp_server.offerings import CLAUSE, PAGE
from insurance_desktop.mcp_server.server import build_server
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.library.packs import PackChoice

SHARED = "return deposit Owner 合同"
"""Words that both packs' clauses could answer to."""
FIND = "find_claim_clause"


def talk(library, conversation, *, pack=None, mode="auto"):
    """Lets a conversation run against a server over the library; `pack` is the one that it was started for."""

    async def inside():
        async with Client(build_server(lambda: reader, pack=pack), mode=mode) as client:
            return await conversation(client)

    with LibraryReader(library, pack=PackChoice(pack), verified_names_only=True) as reader:
        return anyio.run(inside)


def call(library, name, arguments, **served):
    """One call of a client that has listed the tools before; the facts of its answer."""

    async def conversation(client):
        await client.list_tools()
        return await client.call_tool(name, arguments)

    return talk(library, conversation, **served)


def tools(library, **served):
    listed = talk(library, lambda client: client.list_tools(), **served).tools
    return [each.model_dump(mode="json") for each in listed]


def documents_in(answer):
    return {each["source_reference"]["document_id"] for each in answer["results"]}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_each_pack_is_searched_by_name_and_neither_finds_the_others_clauses(both, mode):
    command_line, document_id = both
    found = {}
    for pack in ("insurance", "english"):
        asked = {"query": SHARED, "pack": pack, "top_k": 20}
        answer = call(command_line.library, "search_policy_clause", asked, mode=mode)
        assert answer.structured_content["pack"] == pack
        assert f'pack="{pack}"' in answer.content[0].text
        found[pack] = documents_in(answer.structured_content)
    assert found["english"] == {document_id}
    assert document_id not in found["insurance"]


def test_what_a_call_names_tells_the_pack(both):
    command_line, document_id = both
    library = command_line.library
    hit = call(library, "search_policy_clause", {"query": "deposit", "pack": "english"}).structured_content["results"][
        0
    ]
    named = (
        ("search_policy_clause", {"query": "early return", "document_id": document_id}),
        ("search_policy_clause", {"query": "early return", "product_code": "A-17"}),
        ("get_clause", {"clause_id": hit["chunk_id"]}),
        ("get_clause", {"section_id": "1.2", "document_id": document_id}),
        ("list_documents", {"product_id": "A-17"}),
        ("lookup_product", {"product_name": "Cordless Drill"}),
        ("verify_quote", {"quote": "Damage by frost is not covered.", "product_id": "A-17"}),
    )
    for name, arguments in named:
        facts = call(library, name, arguments).structured_content
        assert (facts["status"], facts["pack"]) == ("ok", "english"), (name, arguments, facts)
    assert call(library, "search_policy_clause", {"query": "退保"}).structured_content["pack"] == "insurance"


def test_every_tool_takes_a_pack_and_tells_it_where_there_are_several(both):
    command_line, _ = both
    for tool in tools(command_line.library):
        taken = tool["input_schema"]["properties"]["pack"]
        assert taken["enum"] == ["insurance", "english"], tool["name"]
        assert "insurance, english" in taken["description"]
        assert "pack" not in tool["input_schema"].get("required", ())
        assert "pack" in tool["output_schema"]["required"]
    (search,) = (each for each in tools(command_line.library) if each["name"] == "search_policy_clause")
    described = search["input_schema"]["properties"]["category"]["description"]
    assert "Charges" in described and "Exclusion" in described


def test_a_library_of_one_pack_is_offered_as_if_there_were_no_other(on_samples, packs, monkeypatch):
    asked = ("search_policy_clause", {"query": "犹豫期"})
    beside = tools(on_samples.library), call(on_samples.library, *asked)
    refused = call(on_samples.library, asked[0], asked[1] | {"pack": "insurance"})
    assert refused.structured_content["error"]["code"] == "invalid_arguments"
    monkeypatch.delenv("INSURANCE_DESKTOP_PACKS")
    alone = tools(on_samples.library), call(on_samples.library, *asked)
    assert beside == alone
    assert "pack" not in alone[1].structured_content


def test_a_library_of_the_second_pack_alone_is_offered_in_its_terms(command_line, agreement):
    command_line.answer("import", agreement, "--pack", "english", "--product", "Cordless Drill")
    (search,) = (each for each in tools(command_line.library) if each["name"] == "search_policy_clause")
    assert "pack" not in search["input_schema"]["properties"]
    assert "Charges" in search["input_schema"]["properties"]["category"]["description"]
    said = call(command_line.library, "check_exclusion_risk", {"scenario_description": "frost"}).structured_content
    assert said["disclaimer"] == "This is no legal advice." and "pack" not in said


def test_a_server_of_one_pack_takes_no_other_and_says_which_it_is(both):
    command_line, document_id = both
    (search,) = (each for each in tools(command_line.library, pack="english") if each["name"] == "search_policy_clause")
    assert "pack" not in search["input_schema"]["properties"]
    answer = call(command_line.library, "search_policy_clause", {"query": SHARED}, pack="english").structured_content
    assert answer["pack"] == "english" and documents_in(answer) == {document_id}
    refused = call(command_line.library, "search_policy_clause", {"query": "x", "pack": "insurance"}, pack="english")
    assert refused.is_error


def test_a_pack_that_is_not_there_is_refused_with_those_that_are(both):
    command_line, _ = both
    refused = call(command_line.library, "search_policy_clause", {"query": "x", "pack": "maritime"})
    assert refused.structured_content["error"]["code"] == "invalid_arguments"
    assert "insurance、english" in refused.content[0].text


def test_clauses_and_pages_of_both_packs_are_resources(both):
    command_line, document_id = both

    async def conversation(client):
        hits = (
            await client.call_tool("search_policy_clause", {"query": "deposit", "pack": "english"})
        ).structured_content
        texts = []
        for uri in (f"clause://{hits['results'][0]['chunk_id']}", f"document://{document_id}/page/1"):
            texts.append((await client.read_resource(uri)).contents[0].text)
        return texts

    for text in talk(command_line.library, conversation):
        assert "deposit of 50 pounds" in text


def completed(library, reference, name, typed, **chosen):
    async def conversation(client):
        return (await client.complete(reference, {"name": name, "value": typed}, chosen)).completion.values

    return talk(library, conversation)


def test_completions_come_from_all_packs_or_from_the_one_that_was_chosen(both):
    command_line, document_id = both
    library, prompt = command_line.library, PromptReference(name=say(f"mcp_server.prompt_{FIND}"))
    every = completed(library, prompt, "product", "")
    assert "Cordless Drill" in every and len(every) > 1
    assert completed(library, prompt, "product", "", pack="english") == ["Cordless Drill"]
    assert "Cordless Drill" not in completed(library, prompt, "product", "", pack="insurance")
    assert completed(library, prompt, "pack", "") == ["insurance", "english"]
    assert completed(library, prompt, "pack", "en") == ["english"]
    assert completed(library, prompt, "section", "1.", product="Cordless Drill") == ["1.1", "1.2"]
    page = ResourceTemplateReference(uri=PAGE)
    assert str(document_id) in completed(library, page, "id", "")
    assert completed(library, page, "id", "", pack="english") == [str(document_id)]
    assert completed(library, page, "n", "", id=str(document_id)) == ["1"]
    clause = ResourceTemplateReference(uri=CLAUSE)
    assert len(completed(library, clause, "id", "1.2", product="Cordless Drill")) == 1


def test_a_prompt_names_the_pack_that_was_chosen(both):
    command_line, _ = both
    title, words = say(f"mcp_server.prompt_{FIND}"), {"product": "Cordless Drill", "scenario": "early return"}

    async def conversation(client):
        listed = {each.name: each for each in (await client.list_prompts()).prompts}
        said = await client.get_prompt(title, {**words, "pack": "english"})
        with pytest.raises(MCPError) as refused:
            await client.get_prompt(title, {**words, "pack": "maritime"})
        return listed[title], said.messages[0].content.text, refused.value.error.message

    listed, said, refused = talk(command_line.library, conversation)
    assert [each.required for each in listed.arguments if each.name == "pack"] == [False]
    assert "pack=english" in said
    assert "insurance, english" in refused


def test_a_client_that_lists_nothing_may_name_a_pack(both):
    command_line, document_id = both

    async def conversation(client):
        return await client.call_tool("list_documents", {"pack": "english"})

    answer = talk(command_line.library, conversation, mode="legacy")
    assert [each["document_id"] for each in answer.structured_content["documents"]] == [document_id]


def test_without_a_library_the_named_pack_speaks(packs, tmp_path):
    asked = {"scenario_description": "frost"}
    answer = call(tmp_path / "none.db", "check_exclusion_risk", asked, pack="english").structured_content
    assert answer["disclaimer"] == "This is no legal advice."
