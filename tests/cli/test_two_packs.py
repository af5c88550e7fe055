"""A second pack in English beside the shipped one, in one library: through import, review, search, MCP and window."""

import json

import anyio
import pytest
from mcp.client import Client

from insurance_desktop import paths
from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.mcp_server.server import build_server
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.importing.ingestion import store_original
from insurance_desktop.services.library.library import open_library, open_reader
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.services.review.undo import undoable
from insurance_desktop.store.clauses import index_spaces

SHARED = "return deposit Owner 合同"
"""Words that both packs' clauses could answer to."""


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
    monkeypatch.setattr(paths, "pack_folders", lambda: (packs,))
    assert "--pack" not in command_line("search", "--help").out


def test_a_pack_that_nobody_knows_is_a_wrong_call(on_samples, packs):
    said = on_samples.on_library("search", "退保", "--pack", "recipes", "--json")
    assert said.code == 2
    assert "insurance, maritime, fund_exam, english" in said.json["error"]["message"]


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


def test_doctor_examines_every_pack_in_use(both):
    command_line, _ = both
    checks = {each["name"]: each for each in command_line.answer("doctor")["checks"]}
    for name in ("pack", "ranking", "converter", "index", "configuration"):
        assert name not in checks
        assert checks[f"{name} insurance"]["ok"] and checks[f"{name} english"]["ok"]
    assert "Hire agreements" in checks["pack english"]["detail"]


def test_doctor_tells_what_is_wrong_with_the_second_pack_alone(both, packs):
    command_line, _ = both
    (packs / "english" / "models" / "ranking-english.toml").unlink()
    checks = {each["name"]: each["ok"] for each in command_line.answer("doctor", code=1)["checks"]}
    assert checks["ranking insurance"] and not checks["ranking english"]


def test_a_kept_question_belongs_to_the_pack_of_its_clause(both):
    command_line, _ = both
    found = command_line.answer("search", "deposit", "--pack", "english")["results"][0]
    added = command_line.answer("golden", "add", "who pays?", "--clause", found["chunk_id"], "--reviewer", "Ann")
    assert added["pack"] == "english"
    assert command_line.answer("golden", "list", "--pack", "insurance")["questions"] == []
    (kept,) = command_line.answer("golden", "list", "--pack", "english")["questions"]
    assert kept["question"] == "who pays?"
    removal = ("--reviewer", "Ann", "--reason", "tried")
    assert command_line.answer("golden", "remove", kept["golden_id"], *removal)["pack"] == "english"


def test_golden_questions_are_asked_of_the_pack_whose_documents_they_name(both, tmp_path):
    command_line, _ = both
    golden = tmp_path / "golden.jsonl"
    asked = {"tier": "basic", "question": "how much deposit?", "expected_section_ids": ["1.2"]}
    for named in ({"file": "agreement.pdf"}, {"product_code": "A-17"}):
        golden.write_text(json.dumps(asked | named), encoding="utf-8")
        said = command_line.on_library("evaluate", golden, "--json").json
        assert (said["pack"], said["measured"], said["stale"]) == ("english", 1, [])
    said = command_line.on_library("evaluate", golden, "--json", "--pack", "insurance").json
    assert (said["pack"], said["measured"]) == ("insurance", 0)


def test_a_pack_without_questions_of_the_program_is_judged_by_kept_ones(both):
    command_line, _ = both
    assert "english" in command_line.answer("evaluate", "--own", "--pack", "english", code=1)["error"]["message"]
    judging = ("ranking", "activate", "--reviewer", "Ann", "--pack", "english")
    assert "Hire agreements" in command_line.answer(*judging, code=2)["error"]["message"]
    found = command_line.answer("search", "deposit", "--pack", "english")["results"][0]
    command_line.answer("golden", "add", "who pays the deposit?", "--clause", found["chunk_id"], "--reviewer", "Ann")
    (evaluation,) = command_line.on_library(*judging, "--json").json["evaluations"]
    assert evaluation["measured"] == 1


def test_what_an_earlier_run_left_is_converted_by_its_own_pack(both, agreement):
    command_line, _ = both
    with open_library(command_line.library, pack=PackChoice("english")) as library:
        taken = store_original(library, "other.pdf", agreement.read_bytes() + b"\n", GivenMetadata())
    command_line.answer("import", agreement, "--pack", "insurance")
    sheet = command_line.answer("review", "show", taken.document.document_id)
    assert sheet["pack"] == "english"
    assert ["Charges"] in [each["category"] for each in sheet["clauses"]]


def test_an_undo_is_offered_by_the_pack_of_its_document_alone(both):
    command_line, document_id = both
    for pack, offered in (("english", document_id), ("insurance", None)):
        with open_reader(command_line.library, pack=PackChoice(pack)) as library:
            last = undoable(library, reviewer="Ann")
        assert (last and last.decision.document_id) == offered


def test_what_is_always_asked_of_one_kind_of_works_is_asked_of_their_pack(both):
    command_line, _ = both
    with LibraryReader(command_line.library, pack=PackChoice(work_kind="agreement")) as reader:
        assert reader.pack_said() == "english"
    with LibraryReader(command_line.library, pack=PackChoice(work_kind="song")) as reader:
        assert reader.pack_said() == "insurance"
    with LibraryReader(command_line.library, pack=PackChoice("insurance", work_kind="agreement")) as reader:
        assert reader.pack_said() == "insurance"
