"""What leaves, what is refused, and what an answer may be: whatever a site does, the rules of collecting hold."""

import hashlib

import pytest
from open_journal import LIST, ORIGIN, OpenJournal, a_client, a_file, a_list
from stand_in_site import FOREVER

from insurance_desktop.crawl.traffic import Ask, Outcome, Purpose
from insurance_desktop.crawl.urls import UrlRules
from insurance_desktop.domain.errors import (
    AnswerFailed,
    DomainClosed,
    Offline,
    RequestRefused,
    RobotsRefused,
    ServerFault,
)
from insurance_desktop.domain.running import Cancelled


@pytest.fixture
def journal():
    return OpenJournal()


@pytest.fixture
def served(site):
    site.files["/files/a.pdf"] = b"%PDF-1.7 whole"
    return site


def paths_asked(site):
    return [each.path for each in site.asked]


@pytest.mark.requirement("FR-008")
def test_robots_txt_is_asked_for_first_and_once(served, journal):
    with a_client(served, journal) as client:
        answer = client.fetch(a_file())
        client.fetch(a_file())
    assert paths_asked(served) == ["/robots.txt", "/files/a.pdf", "/files/a.pdf"]
    assert answer.content == b"%PDF-1.7 whole"
    assert answer.sha256 == hashlib.sha256(answer.content).hexdigest()
    with a_client(served, journal) as client:  # the next run has it in the library
        client.fetch(a_file())
    assert paths_asked(served).count("/robots.txt") == 1
    served.clock.work(90_000)
    with a_client(served, journal) as client:  # a day later it is asked for again
        client.fetch(a_file())
    assert paths_asked(served).count("/robots.txt") == 2


def test_every_request_says_who_asks(served):
    with a_client(served) as client:
        client.fetch(a_file())
    assert {each.headers["user-agent"] for each in served.asked} == {"insurance-desktop/0 (test)"}
    assert {each.headers["accept-encoding"] for each in served.asked} == {"identity"}


@pytest.mark.requirement("FR-008")
@pytest.mark.parametrize(
    "robots",
    [
        "User-agent: *\nDisallow: /files/",
        "User-agent: *\nAllow: /\nDisallow: /*.pdf$",
        "User-agent: insurance-desktop\nDisallow: /\n\nUser-agent: *\nAllow: /",
    ],
)
def test_what_robots_txt_forbids_is_not_asked_for_and_is_on_record(served, journal, robots):
    served.robots = robots
    with a_client(served, journal) as client, pytest.raises(RobotsRefused):
        client.fetch(a_file())
    assert paths_asked(served) == ["/robots.txt"]
    assert journal.outcomes == [Outcome.OK, Outcome.REFUSED]
    assert journal.receipts[-1][2] == "crawl.robots_forbid"


@pytest.mark.parametrize(
    "robots", ["", None, "User-agent: *\nDisallow: /private/", "User-agent: Other\nDisallow: /", "garbage\n:::\n"]
)
def test_what_robots_txt_does_not_forbid_may_be_asked_for(served, robots):
    served.robots = robots
    with a_client(served) as client:
        assert client.fetch(a_file()).status == 200


@pytest.mark.requirement("FR-008")
@pytest.mark.parametrize("how", ["500", "503", "html", "wrong_json", "refuses", "hangs", "flood", "brotli"])
def test_a_robots_txt_that_nobody_can_read_means_ask_not_allow(served, journal, how):
    served.fails("robots", how, times=FOREVER)
    with a_client(served, journal) as client:
        for _ in range(2):
            with pytest.raises(RobotsRefused) as fault:
                client.fetch(a_file())
    assert fault.value.key == "crawl.robots_unreadable"
    assert paths_asked(served) == ["/robots.txt"]  # once a run
    assert not journal.robots_files  # and not kept for the next one


def test_a_confirmed_folder_may_be_asked_for_whatever_robots_txt_says(served, journal):
    served.robots = "User-agent: *\nDisallow: /"
    served.files["/filesystem/a.pdf"] = b"%PDF-"
    journal.folders = ("/files/",)
    with a_client(served, journal) as client:
        assert client.fetch(a_file()).status == 200
        for elsewhere in ("/filesystem/a.pdf", "/files/../filesystem/a.pdf", "/files%2F..%2Ffilesystem/a.pdf", "/"):
            with pytest.raises(RobotsRefused):
                client.fetch(a_file(elsewhere))


def test_a_crawl_delay_is_kept(served):
    served.robots = "User-agent: *\nCrawl-delay: 7\n"
    with a_client(served) as client:
        client.fetch(a_file())
        client.fetch(a_file())
    assert served.asked[2].at - served.asked[1].at >= 7


@pytest.mark.requirement("EC-004", "C10")
@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("/policy/1", "crawl.forbidden_path"),
        ("/a/%75ser/1", "crawl.forbidden_path"),
        ("https://other.example.cn/files/a.pdf", "crawl.other_site"),
        ("http://life.pingan.com/files/b.pdf", "crawl.not_https"),
    ],
)
def test_a_redirect_into_forbidden_ground_is_refused_before_it_is_asked_for(served, journal, location, reason):
    served.fails("file", "redirect", detail=location)
    rules = UrlRules(origins=frozenset({ORIGIN}))
    with a_client(served, journal, rules=rules) as client, pytest.raises(RequestRefused) as fault:
        client.fetch(a_file())
    assert fault.value.key == reason
    assert paths_asked(served) == ["/robots.txt", "/files/a.pdf"]
    assert journal.outcomes == [Outcome.OK, Outcome.REDIRECT, Outcome.REFUSED]
    assert journal.receipts[-1][2] == reason


def test_a_redirect_is_followed_with_its_own_robots_txt_turn_and_receipt(served, journal):
    served.fails("file", "redirect", detail="https://files.pingan.com/files/a.pdf")
    with a_client(served, journal) as client:
        assert client.fetch(a_file()).url == "https://files.pingan.com/files/a.pdf"
    assert [each.url.split("/")[2] for each in served.asked] == ["life.pingan.com"] * 2 + ["files.pingan.com"] * 2
    assert paths_asked(served)[2] == "/robots.txt"


def test_redirects_without_end_are_given_up(served):
    served.fails("file", "redirect", times=FOREVER, detail="/files/a.pdf")
    with a_client(served) as client, pytest.raises(AnswerFailed) as fault:
        client.fetch(a_file())
    assert fault.value.key == "crawl.too_many_redirects"
    assert len(served.asked) == 7


@pytest.mark.parametrize(
    "ask",
    [
        Ask(f"{ORIGIN}/other", Purpose.LIST, "POST", b"{}"),
        Ask(LIST, Purpose.LIST, "PUT", b"{}"),
        Ask(f"{LIST}?a=b", Purpose.LIST, "POST", b"{}"),
        Ask(f"{ORIGIN}/files/a.pdf", Purpose.FILE, "HEAD"),
    ],
)
def test_only_get_and_the_one_known_post_leave(served, journal, ask):
    with a_client(served, journal) as client, pytest.raises(RequestRefused):
        client.fetch(ask)
    assert served.asked == []
    assert journal.outcomes == [Outcome.REFUSED]


def test_a_post_is_not_carried_elsewhere_by_a_redirect(served, journal):
    served.fails("list", "redirect", detail="/elsewhere")
    with a_client(served, journal) as client, pytest.raises(RequestRefused):
        client.fetch(a_list())
    assert paths_asked(served) == ["/robots.txt", "/ilife-home/product/getProductList"]


@pytest.mark.parametrize(
    ("how", "reason", "outcome"),
    [
        ("flood", "crawl.too_large", Outcome.TOO_LARGE),
        ("bomb", "crawl.too_large", Outcome.TOO_LARGE),
        ("brotli", "crawl.not_unpackable", Outcome.UNREADABLE),
        ("404", "crawl.http_error", Outcome.HTTP_ERROR),
    ],
)
def test_an_answer_that_cannot_be_used_has_its_own_reason(served, journal, how, reason, outcome):
    served.fails("file", how)
    with a_client(served, journal) as client, pytest.raises(AnswerFailed) as fault:
        client.fetch(a_file(most_bytes=4 << 20))
    assert fault.value.key == reason
    assert journal.outcomes == [Outcome.OK, outcome]


def test_a_slow_drip_is_given_up_and_tried_again(served, journal):
    served.fails("file", "drip")
    served.files["/files/a.pdf"] = b"%PDF-" + b"x" * 500
    with a_client(served, journal) as client:
        assert client.fetch(a_file()).status == 200
    assert journal.outcomes == [Outcome.OK, Outcome.TOO_SLOW, Outcome.OK]


def test_what_comes_packed_all_the_same_is_unpacked_and_its_length_not_taken_for_the_files(served):
    served.fails("file", "packed")
    with a_client(served) as client:
        answer = client.fetch(a_file())
    assert answer.content == b"%PDF-1.7 whole"
    assert answer.declared_length is None


@pytest.mark.parametrize("how", ["500", "refuses", "hangs", "drip"])
def test_one_fault_of_the_server_is_tried_again(served, journal, how):
    served.files["/files/a.pdf"] = b"%PDF-" + b"x" * 500
    served.fails("file", how)
    with a_client(served, journal) as client:
        assert client.fetch(a_file()).status == 200
    assert journal.breakers["life.pingan.com"].server_faults == 0


@pytest.mark.requirement("EC-003", "FR-008")
@pytest.mark.parametrize("how", ["500", "502", "refuses", "hangs", "drip"])
def test_three_faults_of_the_server_close_its_domain(served, journal, how):
    served.files["/files/a.pdf"] = b"%PDF-" + b"x" * 500
    served.fails("file", how, times=FOREVER)
    with a_client(served, journal) as client, pytest.raises(DomainClosed):
        client.fetch(a_file())
    assert paths_asked(served).count("/files/a.pdf") == 3


def test_three_faults_count_over_restarts(served, journal):
    served.fails("robots", "503", times=FOREVER)
    for _ in range(2):
        with a_client(served, journal) as client, pytest.raises(RobotsRefused):
            client.fetch(a_file())
    with a_client(served, journal) as client, pytest.raises(DomainClosed):
        client.fetch(a_file())
    assert len(served.asked) == 3


@pytest.mark.requirement("EC-003", "FR-008")
@pytest.mark.parametrize("how", ["403", "429"])
@pytest.mark.parametrize("where", ["robots", "list", "file"])
def test_a_blocking_answer_closes_the_domain_and_nothing_leaves(served, journal, how, where):
    served.fails(where, how, times=FOREVER)
    with a_client(served, journal) as client, pytest.raises(DomainClosed):
        client.fetch(a_list() if where == "list" else a_file())
    before = len(served.asked)
    for _ in range(3):  # restarts shorten nothing
        with a_client(served, journal) as client:
            for ask in (a_file(), a_list(), Ask(f"{ORIGIN}/robots.txt", Purpose.ROBOTS)):
                with pytest.raises(DomainClosed) as fault:
                    client.fetch(ask)
    assert len(served.asked) == before
    assert fault.value.values["cause"] == f"HTTP {how}"
    served.clock.work(299)
    with a_client(served, journal) as client, pytest.raises(DomainClosed):
        client.fetch(a_file())
    assert len(served.asked) == before


def test_a_closed_domain_opens_again_and_another_domain_stays_open(served, journal):
    served.fails("file", "429")
    with a_client(served, journal) as client:
        with pytest.raises(DomainClosed):
            client.fetch(a_file())
        assert client.fetch(a_file(origin="https://other.example.cn")).status == 200
        served.clock.work(601)
        assert client.fetch(a_file()).status == 200


def test_a_retry_after_that_is_longer_is_kept(served, journal):
    served.fails("file", "429", detail="3600")
    with a_client(served, journal) as client, pytest.raises(DomainClosed):
        client.fetch(a_file())
    served.clock.work(3590)
    with a_client(served, journal) as client, pytest.raises(DomainClosed):
        client.fetch(a_file())


def test_a_redirect_on_the_way_does_not_hide_a_server_that_fails(served, journal):
    served.files["/files/b.pdf"] = b"%PDF-"
    for _ in range(3):
        served.fails("file", "redirect", detail="/files/b.pdf")
        served.fails("file", "500")
    with a_client(served, journal) as client, pytest.raises(DomainClosed):
        client.fetch(a_file())
    assert paths_asked(served)[1:] == ["/files/a.pdf", "/files/b.pdf"] * 3


def test_the_third_try_that_fails_without_closing_is_a_fault_of_its_own(served, journal):
    served.fails("file", "500", times=3)

    class Forgetful(OpenJournal):
        def keep_breaker(self, domain, state):
            """Counts nothing."""

    with a_client(served, Forgetful()) as client, pytest.raises(ServerFault):
        client.fetch(a_file())
    assert paths_asked(served).count("/files/a.pdf") == 3


@pytest.mark.requirement("FR-008")
def test_offline_nothing_leaves(served, journal):
    journal.offline = True
    with a_client(served, journal) as client, pytest.raises(Offline):
        client.fetch(a_file())
    assert served.asked == []
    assert journal.receipts == []


def test_the_switch_counts_for_a_request_that_already_waits_for_its_turn(served, journal):
    class Switched(OpenJournal):
        asked = 0

        def is_offline(self):
            self.asked += 1
            return self.asked > 1

    with a_client(served, Switched()) as client, pytest.raises(Offline):
        client.fetch(a_file())
    assert served.asked == []


def test_a_stop_during_an_answer_leaves_its_receipt(served, journal):
    stopped = []

    with a_client(served, journal, cancel=lambda: len(served.asked) > 1 and not stopped) as client:
        with pytest.raises(Cancelled):
            client.fetch(a_file())
        assert journal.outcomes == [Outcome.OK, Outcome.NO_ANSWER]
        stopped.append(True)
        assert client.fetch(a_file()).status == 200


def test_a_receipt_says_what_was_asked_and_what_came(served, journal):
    with a_client(served, journal) as client:
        client.fetch(a_file())
    departure, arrival, _ = journal.receipts[1]
    assert (departure.method, departure.url, departure.purpose) == ("GET", f"{ORIGIN}/files/a.pdf", Purpose.FILE)
    assert departure.at == pytest.approx(served.asked[1].at + served.clock.offset)
    assert (arrival.status, arrival.bytes) == (200, 14)
    assert arrival.sha256 == hashlib.sha256(b"%PDF-1.7 whole").hexdigest()
