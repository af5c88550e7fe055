"""A library of two packs over HTTP: a question may name the pack, a clause tells its own, and an answer says it."""

import httpx
import pytest

from development.web_server import WebServer


@pytest.fixture
def of_both(both):
    """Who asks the library of both packs, and the id of the English document."""
    command_line, document_id = both
    with WebServer(command_line.library) as server:
        headers = {"Authorization": f"Bearer {server.token}"}
        with httpx.Client(base_url=f"http://{server.address}", headers=headers, trust_env=False, timeout=60) as client:
            yield client, document_id


def test_each_pack_is_asked_by_name_and_the_answer_says_it(of_both):
    client, document_id = of_both
    asked = {"query": "return deposit Owner 合同", "top_k": "20"}
    answers = {
        pack: client.get("/api/v1/search", params=asked | {"pack": pack}).json() for pack in ("insurance", "english")
    }
    assert {pack: answer["pack"] for pack, answer in answers.items()} == {pack: pack for pack in answers}
    found = answers["english"]["results"]
    assert {each["source_reference"]["document_id"] for each in found} == {document_id}
    assert document_id not in {each["source_reference"]["document_id"] for each in answers["insurance"]["results"]}
    refused = client.get("/api/v1/search", params=asked | {"pack": "recipes"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "usage")
    page = client.get(f"/clause/{found[0]['chunk_id']}")
    assert page.status_code == 200
    assert client.get(f"/api/v1/clause/{found[0]['chunk_id']}").json()["pack"] == "english"
    parameters = client.get("/openapi.json").json()["paths"]["/api/v1/search"]["get"]["parameters"]
    assert parameters[-1]["schema"]["enum"] == ["insurance", "maritime", "fund_exam", "english"]
