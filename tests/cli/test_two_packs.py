"""A second pack in English beside the shipped one, in one library: through import, review, search, MCP and window."""

import shutil
import sys
from pathlib import Path

import anyio
import pytest
from mcp.client import Client

from insurance_desktop import paths
from insurance_desktop.mcp_server.server import build_server
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.library.library import open_reader
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.store.clauses import index_spaces

PACKS = Path(__file__).resolve().parents[1] / "packs"
SHARED = "return deposit Owner 合同"
"""Words that both packs' clauses could answer to."""


@pytest.fixture
def packs(tmp_path, monkeypatch):
    """The folder of the tests' pack, with numbers to rank by: the shipped ones, but sure of every answer."""
    folder = tmp_path / "packs"
    shutil.copytree(PACKS / "english", folder / "english")
    shutil.copy(PACKS / "packs.toml", folder)
    shipped = (paths.resource_root() / "models" / "ranking-insurance.toml").read_text(encoding="utf-8")
    start, _, rest = shipped.partition("[reranked")[0].partition("[answer_bias]")
    sure = "".join(f"{mode} = 20.0\n" for mode in ("hybrid", "keyword", "vector"))
    (folder / "english" / "models").mkdir()
    (folder / "english" / "models" / "ranking-english.toml").write_text(
        f"{start}[answer_bias]\n{sure}\n[{rest.partition('[')[2]}", encoding="utf-8"
    )
    monkeypatch.setenv("INSURANCE_DESKTOP_PACKS", str(folder))
    return folder


@pytest.fixture
def agreement(packs, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(PACKS / "english"))
    path = tmp_path / "agreement.pdf"
    path.write_bytes(__import__("agreement").agreement())
    sys.modules.pop("agreement")
    return path


@pytest.fixture
def both(on_samples, agreement):
    """A command line on the samples' library, with the agreement imported and approved; and the agreement's id."""
    (line,) = on_samples.answer("import", agreement, "--pack", "english", "--product", "Cordless Drill")["documents"]
    assert line["action"] == "imported" and line["conversion_status"] == "CONVERTED", line
    document_id = line["document_id"]
    approval = on_samples.answer(
        "review", "approve", document_id, "--reviewer", "Ann", "--accept-findings", "--reason", "read"
    )
    assert approval["review_status"] == "VERIFIED"
    return on_samples, document_id


def documents_in(answer):
    return {each["source_reference"]["document_id"] for each in answer["results"]}


def test_a_clause_of_the_second_pack_is_found_in_its_own_terms(both):
    command_line, document_id = both
    answer = command_line.answer("search", "how much deposit does the Hirer pay?", "--pack", "english")
    assert answer["pack"] == "english"
    first = answer["results"][0]
    assert (first["section_id"], first["section_title"], first["category"]) == ("1.2", "Deposit", ["Charges"])
    assert first["source_reference"]["document_id"] == document_id
    assert first["source_reference"]["page_number"] == 1


@pytest.mark.parametrize("mode", ["hybrid", "keyword", "vector"])
def test_no_search_finds_a_clause_of_the_other_pack(both, mode):
    command_line, document_id = both
    every = {}
    for pack in ("insurance", "english"):
        answer = command_line.answer("search", SHARED, "--mode", mode, "--top-k", 20, "--pack", pack)
        every[pack] = documents_in(answer)
    assert every["english"] <= {document_id}
    assert document_id not in every["insurance"]
    assert every["english"] or every["insurance"]


def test_the_second_pack_changes_no_score_of_the_first(on_samples, agreement, both):
    command_line, document_id = both
    question = ("search", "犹豫期内可以退保吗", "--explain")
    with_both = command_line.answer(*question, "--pack", "insurance")
    command_line.answer("review", "reject", document_id, "--reviewer", "Ann", "--reason", "another day")
    assert with_both["results"] == command_line.answer(*question, "--pack", "insurance")["results"]


def test_words_and_vectors_of_the_packs_lie_in_tables_of_their_own(both):
    command_line, document_id = both
    with open_reader(command_line.library) as library, library.database.read() as connection:
        spaces = {pack: index_spaces.space_of(connection, pack) for pack in ("insurance", "english")}
        for pack, space in spaces.items():
            rows = connection.rows("SELECT id FROM clauses WHERE space_id = ?", (space.space_id,))
            clauses = {row[0] for row in rows}
            words = {row[0] for row in connection.rows(f"SELECT rowid FROM {index_spaces.words_of(space.space_id)}")}
            vectors = connection.rows(f"SELECT DISTINCT document_id FROM {index_spaces.vectors_of(space.space_id)}")
            assert words == clauses
            assert ((document_id,) in vectors) is (pack == "english")


def test_the_pack_follows_from_the_document_or_the_product_that_is_named(both):
    command_line, document_id = both
    shown = command_line.answer("review", "show", document_id)
    assert (shown["pack"], shown["document"]["product_name"]) == ("english", "Cordless Drill")
    listed = command_line.answer("documents", "--product-code", "A-17")
    assert [each["document_id"] for each in listed["documents"]] == [document_id]
    found = command_line.answer("search", "early return", "--product-code", "A-17")
    assert found["pack"] == "english" and documents_in(found) == {document_id}
    assert command_line.answer("search", "退保")["pack"] == "insurance"


def test_a_library_of_one_pack_says_nothing_of_packs(on_samples, packs):
    assert "pack" not in on_samples.answer("search", "退保")
    assert "pack" not in on_samples.answer("documents")


def test_help_offers_a_choice_only_where_there_is_one(command_line, monkeypatch, packs):
    assert "--pack" in command_line("search", "--help").out
    monkeypatch.delenv("INSURANCE_DESKTOP_PACKS")
    assert "--pack" not in command_line("search", "--help").out


def test_a_pack_that_nobody_knows_is_a_wrong_call(on_samples, packs):
    said = on_samples.on_library("search", "退保", "--pack", "maritime", "--json")
    assert said.code == 2
    assert "insurance, english" in said.json["error"]["message"]


def test_a_client_is_answered_from_the_servers_pack_alone(both):
    command_line, document_id = both

    async def conversation(pack):
        async with Client(build_server(lambda: reader, pack=pack)) as client:
            tools = {each.name: each for each in (await client.list_tools()).tools}
            categories = tools["search_policy_clause"].input_schema["properties"]["category"]["description"]
            found = await client.call_tool("search_policy_clause", {"query": SHARED})
            quote = {"quote": "Damage by frost is not covered."}
            checked = await client.call_tool("verify_quote", quote)
            return categories, documents_in(found.structured_content), checked.structured_content["verdict"]

    for pack, verdict in (("english", "EXACT"), ("insurance", "NOT_FOUND")):
        with LibraryReader(command_line.library, pack=PackChoice(pack)) as reader:
            categories, found, said = anyio.run(conversation, pack)
        assert ("Charges" in categories) is (pack == "english")
        assert found <= {document_id} if pack == "english" else document_id not in found
        assert said == verdict


def test_the_server_is_asked_for_a_pack(command_line):
    command_line("mcp", "--pack", "english")
    assert command_line.others.asked_to_serve[0].pack == "english"
