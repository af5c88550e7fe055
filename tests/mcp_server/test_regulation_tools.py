"""The toolset of regulations through the official client."""

import anyio
from mcp import Client

from insurance_desktop.mcp_server.server import build_server
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.library.packs import PackChoice


def told(library, *calls):
    """The structured answers and the texts of these calls of one server of regulations."""

    async def conversation():
        with LibraryReader(library, pack=PackChoice("maritime")) as reader:
            async with Client(build_server(lambda: reader, toolsets=("regulations",), pack="maritime")) as client:
                names = [each.name for each in (await client.list_tools()).tools]
                return names, [await client.call_tool(tool, given) for tool, given in calls]

    return anyio.run(conversation)


def test_the_toolset_offers_its_tools_alone(prepared_conventions):
    names, _ = told(prepared_conventions)
    assert set(names) == {"search_regulations", "get_regulation", "related_regulations", "practice_notes"}


def test_a_regulation_comes_verbatim_with_its_source_on_both_channels(prepared_conventions):
    _, (answer,) = told(prepared_conventions, ("get_regulation", {"reference": "LSA Code 6.1"}))
    found = answer.structured_content["regulation"]
    assert (found["id"], found["text"]) == ("LSA Code 6.1", "The handle of a ladle shall be of ash.")
    assert found["source_reference"]["verified_by"] == "Ann"
    assert found["text"] in answer.content[0].text


def test_a_neighbour_is_never_handed_out(prepared_conventions):
    calls = [("get_regulation", {"reference": each}) for each in ("SOLAS III/32", "SOLAS III/31.1.3", "SOLAS II-1/77")]
    _, answers = told(prepared_conventions, *calls)
    assert {each.structured_content["status"] for each in answers} == {"not_found"}
    assert not any(each.structured_content["regulation"] for each in answers)


def test_the_pointers_around_a_regulation_are_told_from_both_ends(prepared_conventions):
    _, (answer,) = told(prepared_conventions, ("related_regulations", {"reference": "SOLAS III/31"}))
    edges = answer.structured_content["edges"]
    assert {each["source"] for each in edges} == {
        "SOLAS II-1/3",
        "SOLAS III/31",
        "LSA Code 6.2",
        "LSA Code 6.3",
        "Unified Interpretations of SOLAS Chapter III/Regulation 31",
    }
    assert [each["name"] for each in answer.structured_content["concepts"]] == ["life-saving appliances"]


def test_a_question_is_answered_with_regulations_and_how_it_was_understood(prepared_conventions):
    _, (answer,) = told(prepared_conventions, ("search_regulations", {"query": "Who is in charge of a raft of straw?"}))
    found = answer.structured_content
    assert (found["status"], found["results"][0]["id"]) == ("ok", "SOLAS III/31")
    assert found["understood"]["route"] == "hybrid"
    assert "in the charge of a cook" in answer.content[0].text
    assert "SOLAS III/31" in answer.content[0].text
