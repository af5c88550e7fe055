"""An answer in sentences as an AI client reads it: between its marks, with its sources, briefly or whole."""

import re

import anyio
from mcp import Client

from insurance_desktop.mcp_server.server import build_server
from insurance_desktop.services.answers.library_reader import LibraryReader


def asked(library, **more):
    async def conversation():
        with LibraryReader(library) as reader:
            async with Client(build_server(lambda: reader, toolsets=("ask",))) as client:
                return await client.call_tool("ask", {"question": "犹豫期有多少天", **more})

    return anyio.run(conversation)


def test_an_answer_is_fenced_as_words_of_documents_and_names_its_sources(sample_library):
    told = asked(sample_library)
    facts, read = told.structured_content, told.content[0].text
    assert facts["status"] == "ok"
    assert facts["citations"]
    ((mark, inside),) = re.findall(r"〔资料 (\w+)〕[^\n]*\n(.*?)\n〔资料完 \1〕", read, re.DOTALL)[:1]
    assert inside == facts["answer_text"]
    assert mark not in inside
    assert all(each["citation"] in read for each in facts["citations"])


def test_the_sentences_one_by_one_are_for_who_asks_for_all(sample_library):
    told = asked(sample_library)
    assert {"sentences", "timing"} <= told.structured_content.keys()
    assert "犹豫期" in told.content[0].text
    assert not re.search(r"^(?:sentences|timing):", told.content[0].text, re.MULTILINE)
    full = asked(sample_library, detail="full").content[0].text
    assert re.search(r"^sentences:", full, re.MULTILINE)
    assert re.search(r"^timing:", full, re.MULTILINE)
