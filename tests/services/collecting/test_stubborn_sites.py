"""What a stubborn site must not do: keep other files away, hide the first products, or pass for a good check."""

import json

import httpx
import pytest
from collected_library import collect, filing
from open_journal import OpenJournal, a_client, a_file
from stand_in_site import FLAGS, FOREVER, JSON, Reply, as_transport

from insurance_desktop.crawl.client import Client
from insurance_desktop.crawl.connection import agent_line, open_http
from insurance_desktop.crawl.pace import LEAST_INTERVAL, Pace
from insurance_desktop.crawl.urls import UrlRules
from insurance_desktop.domain.errors import DomainClosed, ServerFault
from insurance_desktop.services.collecting import records
from insurance_desktop.services.library import documents

A_WEEK = 7 * 86_400


@pytest.fixture
def stocked(site):
    for code in ("1826", "1827", "1828"):
        site.lists(code)
        site.serves(code, 1, 1, filing(code, code=code))
    return site


def codes_of(library):
    return {each.product_code for each in documents.list_documents(library)}


def listed(library):
    return records.listed_files(library, "pingan-life")


@pytest.mark.requirement("EC-003")
@pytest.mark.parametrize("status", [403, 500])
def test_a_file_that_closes_the_site_each_time_does_not_keep_the_others_away(workspace, stocked, status):
    well = stocked._well
    stocked._well = lambda asked: Reply(status) if "planCode=1826" in asked.url else well(asked)
    for expected in (set(), {"1827", "1828"}, {"1827", "1828"}):
        with pytest.raises(DomainClosed):
            collect(workspace, stocked)
        assert codes_of(workspace.library) == expected
        stocked.clock.work(A_WEEK)
    assert collect(workspace, stocked).acquisition.wanted == 0  # three tries are enough until somebody asks


@pytest.mark.requirement("EC-003")
def test_a_closed_site_costs_no_file_its_tries(workspace, stocked):
    collect(workspace, stocked, "discover")
    stocked.fails("file", "429")
    for _ in range(3):
        with pytest.raises(DomainClosed):
            collect(workspace, stocked, "acquire")
    assert [each.tries for each in listed(workspace.library)] == [1, 0, 0]


@pytest.mark.requirement("FR-003")
def test_the_first_products_are_the_catalogues_whichever_was_had_before(workspace, stocked):
    collect(workspace, stocked, product="1828")
    collect(workspace, stocked, limit=1)
    assert codes_of(workspace.library) == {"1826", "1828"}
    collect(workspace, stocked, "discover")
    assert collect(workspace, stocked, "acquire", limit=2).acquisition.wanted == 1
    assert codes_of(workspace.library) == {"1826", "1827", "1828"}


def test_a_file_that_never_was_here_is_not_unchanged(workspace, stocked):
    stocked.fails("file", "304")
    (failed,) = collect(workspace, stocked).acquisition.failed
    assert failed.reason == "crawl.empty_answer"
    assert [each.state for each in listed(workspace.library)] == ["failed", "held", "held"]


@pytest.mark.requirement("SC-002")
def test_a_run_that_had_not_one_of_its_files_is_no_successful_check(workspace, stocked):
    stocked.fails("file", "html", times=3)
    collect(workspace, stocked)
    (state,) = records.site_states(workspace.library)
    assert state.last_success is None
    collect(workspace, stocked)
    (state,) = records.site_states(workspace.library)
    assert state.last_success is not None


@pytest.mark.parametrize("charset", ["GBK", "gb2312", "UTF-8"])
def test_a_list_is_read_in_the_signs_that_its_header_names(workspace, stocked, charset):
    said = {"CODE": "00", "DATA": stocked.rows}
    content = json.dumps(said, ensure_ascii=False).encode(charset)
    stocked._list = lambda body: Reply(200, {"content-type": f"application/json;charset={charset}"}, (content,))
    collect(workspace, stocked, "discover")
    assert [each.product_name for each in listed(workspace.library)] == ["平安产品1826", "平安产品1827", "平安产品1828"]


def test_a_list_may_be_wrapped_in_an_answer_with_a_code_of_its_own(workspace, stocked):
    said = {"CODE": "00", "MSG": "", "data": {"CODE": "00", "DATA": stocked.rows}}
    stocked._list = lambda body: Reply(200, JSON, (json.dumps(said).encode(),))
    assert collect(workspace, stocked, "discover").discovery.products == 3


@pytest.mark.parametrize(("said", "files"), [(None, 3), (True, 1), (1, 1), (" 1 ", 1), (False, 0), (0, 0)])
def test_a_flag_may_be_a_number_a_truth_or_nothing(workspace, stocked, said, files):
    flags = dict.fromkeys(FLAGS.values())
    stocked.rows[:] = [{**stocked.rows[0], **flags, "clauseContent": said}]
    assert collect(workspace, stocked, "discover").discovery.files == files


def client_of(site, handle, journal):
    pace = Pace(None, site.clock)
    http = open_http(agent_line("1.0", ""), httpx.MockTransport(handle))
    return Client(http, journal, pace, site.clock, UrlRules(), draw=lambda low, high: low)


@pytest.mark.requirement("FR-003")
def test_the_pace_holds_as_the_site_sees_it_however_long_a_request_is_under_way(site):
    site.files["/files/a.pdf"] = b"%PDF-"
    well = as_transport(site).handler
    seen = []

    def late_once(request):
        if not seen:
            site.clock.work(0.9)
        seen.append(site.clock.steady())
        return well(request)

    with client_of(site, late_once, OpenJournal()) as client:
        client.fetch(a_file())
    assert seen[1] - seen[0] >= LEAST_INTERVAL


@pytest.mark.requirement("FR-007")
def test_a_connection_that_ends_within_the_body_is_a_cut_file_and_no_reason_to_close_the_site(site):
    site.files["/files/a.pdf"] = b"%PDF-" + b"x" * 500
    well = as_transport(site).handler

    class Cut(httpx.SyncByteStream):
        def __iter__(self):
            yield b"%PDF-"
            raise httpx.RemoteProtocolError("peer closed connection")

    def cut(request):
        answer = well(request)
        return answer if request.url.path == "/robots.txt" else httpx.Response(200, stream=Cut())

    journal = OpenJournal()
    with client_of(site, cut, journal) as client, pytest.raises(ServerFault) as fault:
        client.fetch(a_file())
    assert fault.value.key == "crawl.wrong_length"
    assert [each.kind for each in site.asked] == ["robots", "file", "file", "file"]
    assert not any(each.open_until for each in journal.breakers.values())


def test_what_closed_a_site_is_said_in_words(site):
    site.fails("file", "hangs", times=FOREVER)
    with a_client(site, OpenJournal()) as client, pytest.raises(DomainClosed) as fault:
        client.fetch(a_file())
    assert "crawl." not in str(fault.value.values["cause"])


@pytest.mark.parametrize("given", ["费率表", "产品费率表"])
def test_a_type_may_be_named_as_the_site_names_it(workspace, stocked, given):
    stocked.lists("1829", numbers=(1, 2))
    stocked.serves("1829", 1, 2, filing("费率", document_type="费率表"))
    report = collect(workspace, stocked, document_types=(given,)).acquisition
    assert (report.wanted, len(report.documents)) == (1, 1)
