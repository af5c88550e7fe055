"""Nobody asks without the token, from another site or too much at once; what they get says why."""

import json

import anyio
import pytest
from starlette.responses import PlainTextResponse

from insurance_desktop.http_server.gate import Doors, Gate, Limits, Pace
from insurance_desktop.http_server.serving import doors

PATHS = (
    *("/", "/health", "/docs", "/openapi.json", "/style.css", "/clause/1", "/pictures/1/1"),
    *("/api/v1/search?query=x", "/api/v1/clause/1", "/api/tools/library_status", "/no-such-path"),
)


@pytest.mark.parametrize("path", PATHS)
def test_without_the_token_nothing_is_told(stranger, path):
    answer = stranger.get(path)
    assert answer.status_code == 401
    assert set(answer.json()["error"]) == {"code", "message", "hint"}


def test_mcp_asks_for_the_token_too(stranger):
    assert stranger.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}).status_code == 401


@pytest.mark.parametrize("given", ["Bearer x", "Basic x", "Bearer", "x"])
def test_a_wrong_token_is_none(stranger, given):
    assert stranger.get("/health", headers={"Authorization": given}).status_code == 401


def test_the_link_sets_the_cookie_once_and_leads_to_an_address_without_the_token(face, stranger):
    welcome = stranger.get("/", params={"token": face.token})
    assert (welcome.status_code, welcome.headers["location"]) == (303, "/")
    cookie = welcome.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert face.token not in cookie
    assert stranger.get("/").status_code == 200


def test_a_link_with_a_wrong_token_opens_nothing(stranger):
    refused = stranger.get("/", params={"token": "x"})
    assert refused.status_code == 401
    assert "set-cookie" not in refused.headers


def test_a_person_reads_a_refusal_as_a_page(stranger):
    page = stranger.get("/", headers={"Accept": "text/html,*/*"})
    assert page.status_code == 401
    assert "<h1>没有口令" in page.text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:80"])
def test_another_host_is_refused_with_and_without_the_token(program, stranger, host):
    assert program.get("/health", headers={"Host": host}).status_code == 403
    assert stranger.get("/health", headers={"Host": host}).status_code == 403


def test_this_machine_has_more_than_one_name(face, program):
    assert program.get("/health", headers={"Host": f"LOCALHOST:{face.port}"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
def test_another_origin_is_refused(program, origin):
    assert program.get("/health", headers={"Origin": origin}).status_code == 403
    assert program.post("/mcp", headers={"Origin": origin}).status_code == 403


def test_the_own_origin_is_not(face, program):
    assert program.get("/health", headers={"Origin": f"http://{face.address}"}).status_code == 200


def test_a_page_of_another_site_embeds_nothing(program):
    assert program.get("/pictures/1/1", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_no_answer_lets_other_sites_read_it(program):
    asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "GET"}
    for answer in (program.options("/health", headers=asked), program.get("/health"), program.options("/health")):
        assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_a_body_that_is_too_large_is_refused(program):
    answer = program.post("/mcp", content=b"x" * 1_100_000, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too_large"


def test_who_listens_to_every_address_is_called_by_numbers_but_not_by_strangers_names():
    every = doors("0.0.0.0", "0.0.0.0", 8000)
    assert all(map(every.admit, ("192.168.1.5:8000", "[fe80::1]:8000", "localhost:8000")))
    assert not every.admit("evil.example:8000")
    assert not doors("127.0.0.1", "127.0.0.1", 8000).admit("192.168.1.5:8000")


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000", "localhost:8000"])
def test_an_ipv6_host_is_called_by_its_name_too(host):
    assert doors("::1", "::1", 8000).admit(host)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_asks_too_often_waits():
    clock = Clock()
    pace = Pace(Limits(rate=2, burst=3), clock)
    assert [pace.lets("a") for _ in range(4)] == [True, True, True, False]
    assert pace.lets("b")
    clock.now += 0.5
    assert [pace.lets("a") for _ in range(2)] == [True, False]


def gate(limits: Limits, inside) -> Gate:
    return Gate(inside, token="t" * 20, doors=Doors(frozenset({"here"})), cookie="c", limits=limits, clock=Clock())


async def asked(at: Gate, receive=None, **headers: str) -> tuple[int, dict]:
    """What an ASGI application answers."""
    sent = []
    given = {"host": "here", "authorization": f"Bearer {'t' * 20}", **headers}
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/mcp",
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items()],
    }

    async def send(message):
        sent.append(message)

    await at(scope, receive or anyio.sleep_forever, send)
    body = b"".join(each.get("body", b"") for each in sent[1:])
    return sent[0]["status"], json.loads(body) if body.startswith(b"{") else {}


def test_a_flood_is_answered_with_when_to_come_again():
    at = gate(Limits(burst=1), PlainTextResponse("ok"))
    assert anyio.run(asked, at)[0] == 200
    status, told = anyio.run(asked, at)
    assert (status, told["error"]["code"]) == (429, "too_many")


def test_a_body_that_does_not_come_is_not_waited_for():
    at = gate(Limits(body_seconds=0.01), PlainTextResponse("ok"))

    async def slow():
        return await asked(at, content_length="5")

    assert anyio.run(slow)[0] == 408


def test_more_requests_than_can_wait_are_told_so():
    async def run():
        entered = anyio.Event()

        async def stays(scope, receive, send):
            entered.set()
            await anyio.sleep_forever()

        at = gate(Limits(waiting=1), stays)
        async with anyio.create_task_group() as group:
            group.start_soon(asked, at)
            await entered.wait()
            status, told = await asked(at)
            group.cancel_scope.cancel()
        return status, told

    status, told = anyio.run(run)
    assert (status, told["error"]["code"]) == (503, "busy")
