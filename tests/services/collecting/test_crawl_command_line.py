"""`crawl …` as it is typed: the answers' keys, exit codes and sentences of the contract."""

import json
import socket
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest
from collected_library import FilingWorkers, filing, outside
from stand_in_site import FOREVER

from insurance_desktop import cli
from insurance_desktop.services.collecting import session
from insurance_desktop.services.importing import converter

FACES = cli.Faces(**dict.fromkeys((each.name for each in fields(cli.Faces)), lambda *arguments: 0))
"""None of the other faces is opened here."""


class Typed:
    """Runs a command line on the library of a test and reads its JSON."""

    def __init__(self, capture, place):
        self.capture = capture
        self.place = place

    def __call__(self, *words, code=0):
        self.capture.readouterr()
        done = cli.main([*map(str, words), "--library", str(self.place), "--json"], FACES)
        said = self.capture.readouterr()
        assert done == code, said.out + said.err
        return json.loads(said.out)

    def text(self, *words):
        self.capture.readouterr()
        cli.main([*map(str, words), "--library", str(self.place)], FACES)
        said = self.capture.readouterr()
        return said.out + said.err


@pytest.fixture
def stocked(site):
    for code in ("1826", "1827", "1828"):
        site.lists(code, numbers=(1, 2))
        for number in (1, 2):
            site.serves(code, 1, number, filing(f"{code}-{number}", code=code))
    return site


@pytest.fixture
def typed(capsys, tmp_path, monkeypatch, stocked):
    """The command line with the stand-in site as its only outside."""
    monkeypatch.setattr(session, "real_outside", partial(outside, stocked))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(converter, "conversion_workers", FilingWorkers)
    return Typed(capsys, tmp_path / "library.db")


@pytest.mark.requirement("FR-003", "US3")
def test_a_run_from_nothing_to_documents(typed):
    said = typed("crawl", "run", "pingan-life", "--limit", "2")
    assert said["site"] == "pingan-life"
    assert said["discovery"]["products"] == 2
    assert len(said["acquisition"]["documents"]) == 4
    listed = typed("documents")["documents"]
    assert {each["product_code"] for each in listed} == {"1826", "1827"}
    assert {each["review_status"] for each in listed} == {"PENDING"}
    (state,) = typed("crawl", "status")["sites"]
    assert (state["site"], state["products"], state["documents"], state["breaker"]) == ("pingan-life", 2, 4, None)
    assert state["last_success"]
    receipts = typed("crawl", "receipts")["receipts"]
    assert [each["method"] for each in receipts[:3]] == ["GET", "POST", "POST"]
    assert {"at", "method", "url", "status", "bytes", "sha256", "outcome", "run_id"} <= set(receipts[0])
    assert {each["run_id"] for each in receipts} == {said["run_id"]}
    (run,) = typed("crawl", "runs")["runs"]
    assert (run["step"], run["outcome"]) == ("run", "done")


def test_types_and_products_are_chosen_on_the_command_line(typed):
    typed("crawl", "discover", "pingan-life")
    said = typed("crawl", "acquire", "pingan-life", "--product", "1827", "--document-types", "费率表，产品说明书")
    assert said["discovery"] is None
    assert said["acquisition"]["wanted"] == 1
    assert typed("crawl", "acquire", "pingan-life", "--product", "9", code=1)["error"]["code"] == "not_found"


@pytest.mark.requirement("EC-003", "FR-008")
def test_a_breaker_is_never_waited_for_and_says_until_when(typed, stocked):
    stocked.fails("file", "403", times=FOREVER)
    error = typed("crawl", "run", "pingan-life", code=1)["error"]
    assert error["code"] == "domain_closed"
    assert "2025-10-09" in error["message"]
    assert "HTTP 403" in error["message"]
    before = len(stocked.asked)
    for step in ("run", "discover", "acquire"):
        assert typed("crawl", step, "pingan-life", code=1)["error"]["code"] == "domain_closed"
    assert len(stocked.asked) == before
    assert "HTTP 403" in typed.text("crawl", "run", "pingan-life")


def test_a_captcha_says_what_to_do(typed, stocked):
    stocked.fails("list", "captcha")
    error = typed("crawl", "discover", "pingan-life", code=1)["error"]
    assert error["code"] == "captcha"
    assert "浏览器" in error["hint"]
    assert typed("crawl", "status")["sites"][0]["needs_person"]
    assert "浏览器" in typed.text("crawl", "status")
    typed("crawl", "run", "pingan-life")
    assert typed("crawl", "status")["sites"][0]["needs_person"] is None


def test_where_not_one_file_could_be_had_the_exit_code_says_so(typed, stocked):
    stocked.files.clear()
    said = typed("crawl", "run", "pingan-life", code=1)
    assert {each["reason"] for each in said["acquisition"]["failed"]} == {"crawl.json_answer"}


@pytest.mark.requirement("SC-002")
def test_a_scheduler_sees_that_some_files_were_not_had(typed, stocked):
    stocked.fails("file", "cut")
    said = typed("crawl", "run", "pingan-life", code=1)
    assert (said["clean"], len(said["acquisition"]["documents"]), len(said["acquisition"]["failed"])) == (False, 5, 1)
    assert typed("crawl", "run", "pingan-life")["clean"]
    assert typed("crawl", "acquire", "pingan-life", "--rechecks", "0")["acquisition"]["rechecked"] == 0


def test_a_changed_file_is_an_alarm_for_the_scheduler_and_in_the_status(typed, stocked):
    typed("crawl", "run", "pingan-life")
    assert typed("crawl", "settings", "--rechecks", "6")["rechecks"] == 6
    stocked.serves("1827", 1, 2, filing("changed", code="1827"))
    (alarm,) = typed("crawl", "run", "pingan-life", code=1)["alarms"]
    assert alarm["kind"] == "file_changed"
    (site,) = typed("crawl", "status")["sites"]
    assert site["alarms"] == [alarm]
    assert alarm["message"] in typed.text("crawl", "status")
    words = ("crawl", "acknowledge", alarm["alarm_id"], "--reviewer", "王")
    typed(*words, code=2)
    assert typed(*words, "--reason", "看过了")["acknowledged"] == alarm
    assert typed(*words, "--reason", "看过了", code=1)["error"]["code"] == "not_found"
    assert typed("crawl", "status")["sites"][0]["alarms"] == []


def test_an_empty_list_is_an_alarm_that_says_what_to_do(typed, stocked):
    typed("crawl", "discover", "pingan-life")
    stocked.rows.clear()
    said = typed("crawl", "discover", "pingan-life", code=1)
    assert said["discovery"]["shrunk"]
    assert "浏览器" in typed.text("crawl", "discover", "pingan-life")
    assert "目录突然变少" in typed.text("crawl", "status")
    assert said["alarms"][0]["kind"] == "list_shrunk"


def test_a_folder_is_confirmed_with_name_and_reason(typed, stocked):
    stocked.robots = "User-agent: *\nDisallow: /"
    assert typed("crawl", "run", "pingan-life", code=1)["error"]["code"] == "robots"
    words = ("crawl", "confirm", "pingan-life", "--folder", "/ilife-home/product/")
    typed(*words, "--reviewer", "王", code=2)
    (said,) = typed(*words, "--reviewer", "王", "--reason", "依法披露")["confirmations"]
    assert (said["origin"], said["confirmed_by"]) == ("https://life.pingan.com", "王")
    assert len(typed("crawl", "run", "pingan-life")["acquisition"]["documents"]) == 6


@pytest.mark.requirement("FR-008")
def test_offline_no_command_of_the_program_opens_a_socket(typed, stocked, monkeypatch, samples):
    assert typed("crawl", "settings", "--offline", "on", "--contact", "a@b.cn") == {
        "offline": True,
        "contact": "a@b.cn",
        "rechecks": 3,
    }

    def opened(*arguments, **named):
        raise AssertionError("a socket was opened")

    for name in ("connect", "connect_ex", "bind", "sendto"):
        monkeypatch.setattr(socket.socket, name, opened)
    monkeypatch.setattr(socket, "getaddrinfo", opened)
    for step in ("run", "discover", "acquire"):
        error = typed("crawl", step, "pingan-life", code=1)["error"]
        assert error["code"] == "offline"
        assert "crawl settings --offline off" in error["hint"]
    assert typed("crawl", "status")["offline"] is True
    typed("crawl", "schedule", "pingan-life")
    typed("documents")
    typed("search", "犹豫期")
    typed("lookup", "平安")
    assert stocked.asked == []


def test_the_users_switch_counts_for_every_library(typed, stocked, monkeypatch):
    monkeypatch.setenv("INSURANCE_DESKTOP_OFFLINE", "1")
    assert typed("crawl", "run", "pingan-life", code=1)["error"]["code"] == "offline"
    assert stocked.asked == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("crawl", "run", "nowhere"), 1),
        (("crawl", "run", "pingan-life", "--limit", "0"), 2),
        (("crawl", "run", "pingan-life", "--limit", "x"), 2),
        (("crawl", "run", "pingan-life", "--base-url", "http://example.cn"), 1),
        (("crawl", "settings", "--contact", "王"), 2),
        (("crawl", "schedule", "pingan-life", "--at", "noon"), 2),
        (("crawl", "confirm", "pingan-life", "--folder", "/x/", "--reviewer", "a", "--reason", "b"), 1),
    ],
)
def test_what_cannot_be_done_is_one_sentence(typed, stocked, words, code):
    error = typed(*words, code=code)["error"]
    assert error["message"]
    assert stocked.asked == []


@pytest.mark.parametrize(
    "words",
    [
        ("status",),
        ("receipts",),
        ("runs",),
        ("settings",),
        ("acknowledge", "1", "--reviewer", "a", "--reason", "b"),
        ("run", "nowhere"),
        ("runs", "nowhere"),
        ("run", "pingan-life", "--rechecks", "-1"),
        ("discover", "pingan-life", "--base-url", "http://example.cn"),
    ],
)
def test_no_library_is_made_for_nothing(typed, tmp_path, words):
    error = typed("crawl", *words, code=2 if "-1" in words else 1)["error"]
    assert error["message"]
    assert not list(tmp_path.glob("library*"))


def test_a_library_that_never_collected_says_so(typed):
    typed("crawl", "settings", "--rechecks", "4")
    assert typed("crawl", "status")["sites"] == []
    assert typed("crawl", "settings") == {"offline": False, "contact": "", "rechecks": 4}
    assert "还没有收集过" in typed.text("crawl", "status")
    assert "还没有告诉网站联系方式" in typed.text("crawl", "settings")


def test_receipts_are_exported_once(typed, tmp_path):
    typed("crawl", "discover", "pingan-life")
    target = tmp_path / "receipts.csv"
    assert typed("crawl", "receipts", "--export", target)["receipts"] == 4
    assert "getProductList" in target.read_text(encoding="utf-8-sig")
    typed("crawl", "receipts", "--export", target, code=2)
    assert Path(target).exists()


def test_a_person_reads_what_a_run_brought(typed, stocked):
    stocked.fails("file", "cut")
    said = typed.text("crawl", "run", "pingan-life")
    assert "新增产品 3 个" in said
    assert "文件不完整" in said
    assert "pingan-life：上次成功" in typed.text("crawl", "status")
    assert "robots.txt" in typed.text("crawl", "receipts")
    assert "schtasks" in typed.text("crawl", "schedule", "pingan-life")
    assert "crontab" in typed.text("crawl", "schedule", "pingan-life")
