"""The server as a process, spoken to by the official client and by bare JSON-RPC."""

import json
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from ai_client import facts, talk
from command_line import environment

QUESTIONS = {
    "search_policy_clause": (
        {"query": "犹豫期", "product_code": "YH1001"},
        ["search", "犹豫期", "--product-code", "YH1001"],
    ),
    "lookup_product": ({"product_name": "青松"}, ["lookup", "青松"]),
    "check_exclusion_risk": (
        {"scenario_description": "酒后开车", "product_id": "YH1001", "strict_mode": False},
        ["exclusions", "酒后开车", "--product", "YH1001", "--no-strict"],
    ),
    "calculate_surrender_value_logic": (
        {"product_id": "YH1001", "operation": "surrender"},
        ["surrender", "YH1001", "--operation", "surrender"],
    ),
    "get_clause": (
        {"section_id": "犹豫期", "product_id": "YH1001"},
        ["clause", "犹豫期", "--product", "YH1001"],
    ),
    "get_table": ({"clause_id": "no-table"}, ["table", "no-table"]),
    "verify_quote": (
        {"quote": "从您签收保险单的第二天算起，您有三十日的犹豫期", "product_id": "YH1001", "section_id": "1.4"},
        ["verify-quote", "从您签收保险单的第二天算起，您有三十日的犹豫期", "--product", "YH1001", "--section", "1.4"],
    ),
    "compare_editions": ({"document_id": 1, "other_document_id": 2}, ["compare", 1, 2]),
    "library_status": ({}, ["status"]),
    "list_documents": ({}, ["documents", "--status", "VERIFIED"]),
}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_gives_the_facts_of_the_command_line(on_samples, mode):
    async def conversation(client):
        return {name: await facts(client, name, **arguments) for name, (arguments, _) in QUESTIONS.items()}

    told = talk(on_samples.library, conversation, mode)
    for name, (_, words) in QUESTIONS.items():
        said = on_samples.answer(*words)
        # the command lists without pages
        wanted = said["documents"] if name == "list_documents" else said
        assert (told[name]["documents"] if name == "list_documents" else told[name]) == wanted, name


@pytest.mark.requirement("SC-001", "US1")
def test_nothing_that_no_person_has_approved_is_served(on_samples):
    sheet = on_samples.answer("review", "show", 3)
    assert sheet["document"]["review_status"] == "PENDING"

    async def conversation(client):
        return [
            await facts(client, "search_policy_clause", query=clause["text"][:100])
            for clause in sheet["clauses"]
            if clause["text"].strip()
        ]

    for answer in talk(on_samples.library, conversation):
        assert all(hit["source_reference"]["document_id"] != 3 for hit in answer["results"])


def test_a_library_is_picked_up_when_it_appears_and_when_it_is_replaced(on_samples, tmp_path):
    later = tmp_path / "later.db"
    other = tmp_path / "other.db"
    on_samples("import", tmp_path / "none.pdf", "--library", other)

    async def conversation(client):
        before = await facts(client, "lookup_product", product_name="青松")
        shutil.copy(on_samples.library, later)
        after = await facts(client, "lookup_product", product_name="青松")
        shutil.copy(other, tmp_path / "new.db").replace(later)
        replaced = await facts(client, "lookup_product", product_name="青松")
        return before["status"], after["status"], replaced["products"]

    before, after, replaced = talk(later, conversation)
    assert (before, after, replaced) == ("empty_library", "ok", [])


def test_a_file_that_is_no_library_is_a_sentence_for_the_model(tmp_path):
    (tmp_path / "library.db").write_bytes(b"something else" * 400)

    async def conversation(client):
        return await client.call_tool("lookup_product", {"product_name": "青松"})

    result = talk(tmp_path / "library.db", conversation)
    assert result.is_error
    assert "不是资料库" in result.content[0].text


def test_the_server_changes_no_byte_of_the_library(sample_library):
    before = sample_library.read_bytes()

    async def conversation(client):
        for name, (arguments, _) in QUESTIONS.items():
            await facts(client, name, **arguments)

    talk(sample_library, conversation)
    assert sample_library.read_bytes() == before


# without the client: bytes on the wire


def request(method: str, identifier: int | None = None, **params: object) -> str:
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(message | ({} if identifier is None else {"id": identifier})) + "\n"


HANDSHAKE = request(
    "initialize", 1, protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"}
) + request("notifications/initialized")


@dataclass(frozen=True, slots=True)
class Served:
    """What a server process left: the messages on its stdout, its stderr, its exit code, and how long it took to go."""

    messages: list[Any]
    err: str
    code: int
    seconds_to_go: float


def wait_for(server: subprocess.Popen, line: str) -> str:
    """What the server says on stderr up to that line; a server that never says it is ended."""
    patience = threading.Timer(60, server.kill)
    patience.start()
    said = ""
    while line not in said and (next_line := server.stderr.readline()):
        said += next_line
    patience.cancel()
    return said


def serve(*command: str, requests: Sequence[str], until: str = "") -> Served:
    """Starts a Python process that serves, waits for each answer and for the line `until` on stderr, closes stdin,
    reads what is left."""
    server = subprocess.Popen(
        [sys.executable, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    lines = []
    for message in requests:
        server.stdin.write(message)
        server.stdin.flush()
        lines.append(server.stdout.readline())
    said = wait_for(server, until) if until else ""
    left = time.monotonic()
    rest, err = server.communicate(timeout=60)
    lines += rest.splitlines()
    return Served([json.loads(line) for line in lines], said + err, server.returncode, time.monotonic() - left)


PRINTING = """
import atexit, ctypes, os, sys, subprocess, warnings
from insurance_desktop.__main__ import main
def native(words):
    c = ctypes.CDLL(None) if sys.platform != "win32" else ctypes.CDLL("ucrtbase")
    c.puts(words)
    c.fflush(None)
class Noisy:
    "What is imported with the server prints: a library with a banner."
    def find_spec(self, name, path=None, target=None):
        if name == "mcp.server.mcpserver.server":
            print("printed while importing"); native(b"written by C while importing")
            warnings.warn("a warning while importing")
        return None
sys.meta_path.insert(0, Noisy())
from insurance_desktop.services.products import product_lookup
def noisy(library, **asked):
    print("printed by a library"); os.write(1, b"written to descriptor 1\\n"); native(b"written by C")
    subprocess.run([sys.executable, "-c", "print('printed by a child')"])
    print("read by a library:", repr(sys.stdin.read()))
    raise SystemError("and then a crash")
product_lookup.lookup = noisy
atexit.register(print, "printed at exit")
sys.exit(main(["mcp", "--library", sys.argv[1]]))
"""
NOISE = (
    "printed while importing",
    "written by C while importing",
    "a warning while importing",
    "printed by a library",
    "written to descriptor 1",
    "written by C",
    "printed by a child",
    "read by a library: ''",
    "printed at exit",
)


def in_an_envelope(version: str) -> dict[str, object]:
    """What each request of the newer protocol brings, which has no handshake."""
    protocol = "io.modelcontextprotocol/"
    return {
        f"{protocol}protocolVersion": version,
        f"{protocol}clientInfo": {"name": "test", "version": "1"},
        f"{protocol}clientCapabilities": {},
    }


@pytest.mark.parametrize("era", ["2024-11-05", "2025-11-25", "2026-07-28"])
def test_stdout_is_the_protocols_alone_whatever_prints(sample_library, era):
    call = {"name": "lookup_product", "arguments": {"product_name": "x"}}
    if era < "2026":
        hello = {"protocolVersion": era, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        first = request("initialize", 1, **hello) + request("notifications/initialized")
    else:
        call["_meta"] = in_an_envelope(era)
        first = request("server/discover", 1, _meta=in_an_envelope(era))
    served = serve("-c", PRINTING, str(sample_library), requests=[first, request("tools/call", 2, **call)])
    assert [message["id"] for message in served.messages] == [1, 2]
    assert "result" in served.messages[0], served.messages[0]
    assert served.messages[1]["result"]["isError"]
    assert [words for words in NOISE if words not in served.err] == []


NAMING_MODULES = """
import sys
from insurance_desktop.__main__ import main
code = main(["mcp", "--library", sys.argv[1]])
sys.stderr.write("MODULES " + " ".join(sorted({name.partition(".")[0] for name in sys.modules})) + "\\n")
sys.exit(code)
"""


def loaded_modules(served: Served) -> set[str]:
    return set(served.err.partition("MODULES ")[2].split())


def test_no_pdf_library_and_no_window_are_loaded_even_after_every_tool(sample_library):
    calls = [
        request("tools/call", number, name=name, arguments=arguments)
        for number, (name, (arguments, _)) in enumerate(QUESTIONS.items(), 2)
    ]
    served = serve("-c", NAMING_MODULES, str(sample_library), requests=[HANDSHAKE, *calls])
    assert [message["result"].get("isError", False) for message in served.messages[1:]] == [False] * len(calls)
    assert "onnxruntime" in loaded_modules(served), "the search did not load the model: this proves nothing"
    assert not {"pymupdf", "fitz", "PySide6", "pypdfium2"} & loaded_modules(served)


WARMING = """
from insurance_desktop.mcp_server import reader_on_demand
reader_on_demand.WARM_AFTER = {seconds}
"""


def test_the_handshake_waits_for_nothing_that_only_an_answer_needs(sample_library):
    never = WARMING.format(seconds=3600) + NAMING_MODULES
    served = serve("-c", never, str(sample_library), requests=[HANDSHAKE, request("tools/list", 2)])
    assert {tool["name"] for tool in served.messages[1]["result"]["tools"]} == set(QUESTIONS)
    assert not {"onnxruntime", "tokenizers", "rjieba", "numpy"} & loaded_modules(served)


SAYING_WHEN_WARM = """
import sys
warm = reader_on_demand.ReaderOnDemand._warm
def warm_and_say(reader):
    warm(reader)
    sys.stderr.write("IT IS WARM\\n")
    sys.stderr.flush()
reader_on_demand.ReaderOnDemand._warm = warm_and_say
"""


def test_a_client_that_lists_no_tools_has_a_model_all_the_same(sample_library):
    at_once = (
        WARMING.format(seconds=0) + "reader_on_demand.WARM_UNLISTED_AFTER = 0\n" + SAYING_WHEN_WARM + NAMING_MODULES
    )
    served = serve("-c", at_once, str(sample_library), requests=[HANDSHAKE], until="IT IS WARM")
    assert "onnxruntime" in loaded_modules(served)


def test_after_the_handshake_the_model_is_loaded_before_the_first_question(sample_library):
    at_once = WARMING.format(seconds=0) + SAYING_WHEN_WARM + NAMING_MODULES
    asked = [HANDSHAKE, request("tools/list", 2)]
    served = serve("-c", at_once, str(sample_library), requests=asked, until="IT IS WARM")
    assert [message["id"] for message in served.messages] == [1, 2]
    assert served.code == 0
    assert "onnxruntime" in loaded_modules(served)


ANSWERING_FOREVER = """
import sys, threading
from insurance_desktop.__main__ import main
from insurance_desktop.services.products import product_lookup
def endless(library, **asked):
    sys.stderr.write("IT IS ASKED\\n"); sys.stderr.flush()
    threading.Event().wait()
product_lookup.lookup = endless
sys.exit(main(["mcp", "--library", sys.argv[1]]))
"""


def test_the_server_ends_with_its_input_though_a_question_is_still_being_answered(sample_library):
    server = subprocess.Popen(
        [sys.executable, "-c", ANSWERING_FOREVER, str(sample_library)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    call = request("tools/call", 2, name="lookup_product", arguments={"product_name": "x"})
    server.stdin.write(HANDSHAKE + call)
    server.stdin.flush()
    assert "IT IS ASKED" in wait_for(server, "IT IS ASKED")
    rest, _ = server.communicate(timeout=60)
    assert server.returncode == 0
    assert [json.loads(line)["id"] for line in rest.splitlines()] == [1]


ANSWERING_WHEN_THE_INPUT_HAS_ENDED = """
import sys, threading
from insurance_desktop.__main__ import main
from insurance_desktop.mcp_server import life
from insurance_desktop.services.products import product_lookup
has_ended, lookup = threading.Event(), product_lookup.lookup
life.leave_soon = has_ended.set  # no grace: a server that never answers would be found out by the patience below
def slow(names, **asked):
    sys.stderr.write("IT IS ASKED\\n"); sys.stderr.flush()
    has_ended.wait()
    return lookup(names, **asked)
product_lookup.lookup = slow
sys.exit(main(["mcp", "--library", sys.argv[1]]))
"""


def test_an_answer_in_work_when_the_input_ends_is_written(sample_library):
    """The SDK alone drops it: who asks and closes the pipe would hear nothing."""
    server = subprocess.Popen(
        [sys.executable, "-c", ANSWERING_WHEN_THE_INPUT_HAS_ENDED, str(sample_library)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    calls = [request("tools/call", number, name="lookup_product", arguments={"product_name": "x"}) for number in (2, 3)]
    server.stdin.write(HANDSHAKE + "".join(calls))
    server.stdin.flush()
    assert "IT IS ASKED" in wait_for(server, "IT IS ASKED")
    rest, _ = server.communicate(timeout=60)
    assert server.returncode == 0
    answers = {message["id"]: message for message in map(json.loads, rest.splitlines())}
    assert set(answers) == {1, 2, 3}
    assert [answers[number]["result"]["structuredContent"]["status"] for number in (2, 3)] == ["not_found"] * 2


def test_the_server_ends_when_its_client_goes(sample_library):
    served = serve("-m", "insurance_desktop", "mcp", "--library", str(sample_library), requests=[HANDSHAKE])
    assert served.code == 0


def test_over_http_it_answers_on_this_machine_alone_and_keeps_stdout_clean(sample_library):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, "-m", "insurance_desktop", "mcp", "--library", str(sample_library), "--http-test", str(port)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    try:
        assert f"http://127.0.0.1:{port}" in wait_for(server, f"http://127.0.0.1:{port}")
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/mcp",
            HANDSHAKE.splitlines()[0].encode(),
            {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"},
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:
            assert b"insurance-clauses" in answer.read()
    finally:
        server.kill()
    assert server.communicate()[0] == ""


def test_a_port_that_cannot_be_is_one_sentence(command_line):
    from insurance_desktop.__main__ import serve_mcp
    from insurance_desktop.domain.errors import UsageError
    from insurance_desktop.domain.serving import ServerOptions

    for port in (-1, 70_000):
        with pytest.raises(UsageError):
            serve_mcp(command_line.library, ServerOptions(http_port=port))
