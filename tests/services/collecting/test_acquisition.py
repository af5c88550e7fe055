"""From a site's list to documents of the library: what is new comes, whole or not at all, once."""

import json
from itertools import pairwise

import pytest
from collected_library import collect, filing, open_collected, outside
from stand_in_site import FOREVER, Reply, Site

from insurance_desktop.crawl.pace import LEAST_INTERVAL
from insurance_desktop.domain.errors import (
    CaptchaAsked,
    CollectionBusy,
    DomainClosed,
    LibraryReadOnly,
    NotFound,
    Offline,
    RequestRefused,
    ReviewRefused,
    RobotsRefused,
    SiteChanged,
)
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.collecting import records, runs, settings
from insurance_desktop.services.collecting.session import CollectionRequest
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library import documents
from insurance_desktop.services.library.library import open_reader
from insurance_desktop.services.review import decisions
from insurance_desktop.store.works import originals


@pytest.fixture
def stocked(site):
    """Three products: one with two editions, one stopped."""
    site.lists("1826", numbers=(1, 2))
    site.lists("1072", edition=1, day="2020-01-01")
    site.lists("1072", edition=2, day="2024-05-01")
    site.lists("892", sale="停售", numbers=(1, 7))
    for code, edition, number in (
        ("1826", 1, 1),
        ("1826", 1, 2),
        ("1072", 1, 1),
        ("1072", 2, 1),
        ("892", 1, 1),
        ("892", 1, 7),
    ):
        site.serves(code, edition, number, filing(f"{code}-{edition}-{number}", code=code))
    return site


def kinds_asked(site):
    return [each.kind for each in site.asked]


def findings_of(library, document_id):
    return [each.kind for each in decisions.show(library, document_id).findings]


def the_files(library):
    return records.listed_files(library, "pingan-life")


def set_row(site, position, **more):
    site.rows[position] = {**site.rows[position], **more}


@pytest.mark.requirement("FR-003", "FR-007", "US3")
def test_a_run_brings_every_edition_of_every_product_with_its_source(workspace, stocked):
    report = collect(workspace, stocked)
    assert report.discovery.products == 3
    assert report.discovery.editions == 4
    assert len(report.acquisition.documents) == 6
    found = {
        (each.product_code, each.edition, each.document_type): each
        for each in documents.list_documents(workspace.library)
    }
    assert set(found) == {
        ("1826", "1826-1", "产品条款"),
        ("1826", "1826-1", "费率表"),
        ("1072", "1072-1", "产品条款"),
        ("1072", "1072-2", "产品条款"),
        ("892", "892-1", "产品条款"),
        ("892", "892-1", "产品说明书"),
    }
    one = found["1072", "1072-2", "产品条款"]
    assert one.company == "平安人寿"
    assert one.publish_time == "2024-05-01"
    assert one.download_url.endswith("planCode=1072&versionNo=1072-2&attachmentType=1")
    assert one.logical_path == "平安人寿/1072/1072-2/产品条款.pdf"
    with workspace.library.database.read() as connection:
        assert originals.content(connection, one.sha256) == stocked.files["1072", "1072-2", "1"]
        assert connection.value("SELECT sale_status FROM editions WHERE label = '892-1'") == "停售"
        assert "普通型" in connection.value("SELECT attributes FROM works WHERE code = '892'")


def test_discovery_and_acquisition_are_two_steps(workspace, stocked):
    assert collect(workspace, stocked, "discover").acquisition is None
    assert "file" not in kinds_asked(stocked)
    assert [each.state for each in the_files(workspace.library)] == ["listed"] * 6
    before = len(stocked.asked)
    assert len(collect(workspace, stocked, "acquire").acquisition.documents) == 6
    assert kinds_asked(stocked)[before:] == ["file"] * 6


@pytest.mark.requirement("FR-003", "SC-002")
def test_a_second_run_asks_for_what_is_new_alone(workspace, stocked):
    collect(workspace, stocked)
    before = len(stocked.asked)
    stocked.lists("1900")
    stocked.serves("1900", 1, 1, filing("new", code="1900"))
    report = collect(workspace, stocked, rechecks=0)
    assert report.discovery.new_products == ("平安产品1900",)
    assert len(report.acquisition.documents) == 1
    assert kinds_asked(stocked)[before:].count("file") == 1


def test_a_server_that_ignores_the_page_is_asked_once_more_and_believed(workspace, stocked):
    stocked.pages = False
    assert collect(workspace, stocked).discovery.editions == 4
    assert kinds_asked(stocked).count("list") == 4


def test_a_server_that_gives_small_pages_is_read_to_its_end(workspace, stocked):
    stocked.per_page = 2
    assert collect(workspace, stocked, "discover").discovery.editions == 4


def test_a_list_without_end_is_given_up(workspace, site):
    real = site._list

    def endless(body):
        row = site.lists(str(body["pageNum"] + 5000))
        site.rows = [row]
        return Reply(200, real({**body, "pageNum": 1}).headers, (json.dumps({"CODE": "00", "DATA": [row]}).encode(),))

    site._list = endless
    with pytest.raises(SiteChanged) as fault:
        collect(workspace, site, "discover")
    assert fault.value.key == "crawl.list_without_end"
    assert kinds_asked(site).count("list") == 500


@pytest.mark.requirement("FR-003")
def test_the_limit_takes_the_first_products_of_the_catalogue_the_same_ones_each_time(workspace, stocked):
    stocked.rows.insert(0, stocked.rows.pop(2))  # 1072-2 stands before all others
    first = collect(workspace, stocked, limit=1)
    assert {each.product_code for each in documents.list_documents(workspace.library)} == {"1072"}
    assert (first.discovery.products, len(first.acquisition.documents)) == (1, 2)
    stocked.lists("0001")
    stocked.rows.insert(0, stocked.rows.pop())
    assert collect(workspace, stocked, "acquire", limit=1).acquisition.wanted == 0
    collect(workspace, stocked, "discover")
    assert collect(workspace, stocked, "acquire", limit=1).acquisition.wanted == 0
    assert collect(workspace, stocked, "acquire", limit=2).acquisition.wanted == 1


@pytest.mark.parametrize("name", ["1826", "平安产品1826"])
def test_one_product_and_its_types_can_be_asked_for(workspace, stocked, name):
    collect(workspace, stocked, product=name, document_types=("费率表",))
    (found,) = documents.list_documents(workspace.library)
    assert (found.product_code, found.document_type) == ("1826", "费率表")
    with pytest.raises(NotFound):
        collect(workspace, stocked, "acquire", product="没有")
    with pytest.raises(NotFound) as fault:
        collect(workspace, stocked, "acquire", document_types=("条款书",))
    assert "产品条款" in sentence(fault.value).hint


@pytest.mark.requirement("C12d", "FR-003")
def test_the_same_bytes_under_another_address_are_one_original(workspace, stocked):
    stocked.serves("1072", 2, 1, stocked.files["1072", "1072-1", "1"])
    report = collect(workspace, stocked)
    assert (len(report.acquisition.documents), report.acquisition.duplicates) == (5, 1)
    with workspace.library.database.read() as connection:
        assert connection.value("SELECT count(*) FROM originals") == 5
    assert {each.state for each in the_files(workspace.library)} == {"held"}
    assert collect(workspace, stocked).acquisition.wanted == 0


def test_a_file_that_is_another_products_is_told(workspace, stocked):
    stocked.serves("892", 1, 1, stocked.files["1826", "1826-1", "1"])
    (foreign,) = collect(workspace, stocked).acquisition.foreign
    assert "1826" in foreign.message
    assert "892" in foreign.message


@pytest.mark.requirement("C12d", "FR-003")
def test_a_changed_file_under_the_same_edition_is_a_new_edition_with_an_alarm(workspace, stocked):
    collect(workspace, stocked)
    stocked.serves("1826", 1, 1, filing("changed", code="1826"))
    report = collect(workspace, stocked, "acquire", recheck=True)
    (changed,) = report.acquisition.changed
    assert report.acquisition.documents == (changed,)
    assert report.acquisition.unchanged == 5
    found = documents.get_document(workspace.library, changed)
    assert found.edition == f"1826-1+{found.sha256[:8]}"
    assert found.findings.blocking == 1
    assert FindingKind.SAME_EDITION_OTHER_BYTES in findings_of(workspace.library, changed)
    assert len(documents.list_documents(workspace.library)) == 7


def test_a_filing_whose_listing_changed_is_asked_for_again(workspace, stocked):
    collect(workspace, stocked)
    stocked.serves("1826", 1, 1, filing("changed", code="1826"))
    set_row(stocked, 0, startDate="2026-01-01")
    report = collect(workspace, stocked)
    assert (report.acquisition.wanted, len(report.acquisition.changed), report.acquisition.unchanged) == (2, 1, 1)


def test_a_recheck_asks_whether_a_file_has_changed(workspace, stocked):
    collect(workspace, stocked)
    tags = {each.headers.get("if-none-match") for each in stocked.asked}
    assert tags == {None}
    before = len(stocked.asked)
    stocked.fails("file", "304")
    report = collect(workspace, stocked, "acquire", recheck=True)
    assert report.acquisition.unchanged == 6
    assert None not in {each.headers.get("if-none-match") for each in stocked.asked[before:] if each.kind == "file"}


@pytest.mark.requirement("FR-003")
@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("cut", "crawl.no_end"),
        ("short", "crawl.wrong_length"),
        ("wrong_json", "crawl.json_answer"),
        ("html", "crawl.html_answer"),
        ("empty", "crawl.empty_answer"),
        ("404", "crawl.http_error"),
        ("brotli", "crawl.not_unpackable"),
    ],
)
def test_a_wrong_answer_is_a_failure_with_its_own_reason_and_the_next_run_tries_again(workspace, stocked, how, reason):
    stocked.fails("file", how)
    report = collect(workspace, stocked)
    (failed,) = report.acquisition.failed
    assert failed.reason == reason
    assert failed.url in failed.message
    assert len(report.acquisition.documents) == 5
    assert [each.reason for each in the_files(workspace.library) if each.state == "failed"] == [reason]
    with workspace.library.database.read() as connection:
        assert connection.value("SELECT count(*) FROM originals") == 5
    assert len(collect(workspace, stocked).acquisition.documents) == 1


def test_what_cannot_be_had_three_times_is_left_alone_until_somebody_asks(workspace, stocked):
    del stocked.files["892", "892-1", "7"]
    for wanted in (6, 1, 1, 0):
        assert collect(workspace, stocked).acquisition.wanted == wanted
    stocked.serves("892", 1, 7, filing("late"))
    assert len(collect(workspace, stocked, "acquire", recheck=True).acquisition.documents) == 1


def test_twenty_wrong_answers_in_a_row_stop_the_run(workspace, site):
    for number in range(30):
        site.lists(str(number))
    with pytest.raises(SiteChanged) as fault:
        collect(workspace, site)
    assert fault.value.key == "crawl.wrong_in_a_row"
    assert kinds_asked(site).count("file") == 20


@pytest.mark.requirement("FR-008", "EC-003")
@pytest.mark.parametrize("where", ["list", "file"])
def test_a_captcha_stops_the_run_says_what_to_do_and_keeps_the_place(workspace, stocked, where):
    stocked.fails(where, "captcha", after=3)
    with pytest.raises(CaptchaAsked) as fault:
        collect(workspace, stocked)
    assert "浏览器" in sentence(fault.value).hint
    had = len(documents.list_documents(workspace.library))
    before = len(stocked.asked)
    collect(workspace, stocked, rechecks=0)
    assert len(documents.list_documents(workspace.library)) == 6
    assert kinds_asked(stocked)[before:].count("file") == 6 - had
    if where == "list":  # three pages were read before: only the fourth is asked for
        assert kinds_asked(stocked)[before:].count("list") == 1


@pytest.mark.requirement("EC-003", "FR-008")
def test_a_breaker_stops_the_run_and_outlives_it(tmp_path, stocked):
    path = tmp_path / "library.db"
    stocked.fails("file", "429", after=2)
    with open_collected(path) as workspace:
        with pytest.raises(DomainClosed):
            collect(workspace, stocked)
        assert len(documents.list_documents(workspace.library)) == 2
    before = len(stocked.asked)
    with open_collected(path) as workspace:
        for step in ("run", "discover", "acquire"):
            with pytest.raises(DomainClosed):
                collect(workspace, stocked, step)
        assert len(stocked.asked) == before
        stocked.clock.work(86_401)
        assert len(collect(workspace, stocked, "acquire").acquisition.documents) == 4
        outcomes = [each.outcome for each in records.runs(workspace.library)]
        assert outcomes == ["done", "domain_closed", "domain_closed", "domain_closed", "domain_closed"]


@pytest.mark.requirement("FR-008")
def test_a_folder_that_the_law_demands_is_confirmed_by_a_person_on_record(workspace, stocked):
    stocked.robots = "User-agent: *\nDisallow: /ilife-home/"
    with pytest.raises(RobotsRefused) as fault:
        collect(workspace, stocked)
    assert "crawl confirm" in sentence(fault.value).hint
    for folder in ("/", "/policy/", "/ilife-home/"):
        with pytest.raises(NotFound):
            records.confirm_folder(workspace.library, "pingan-life", folder, reviewer="王", reason="依法披露")
    records.confirm_folder(
        workspace.library, "pingan-life", "/ilife-home/product/", reviewer="王", reason="人身保险公司信息披露管理办法"
    )
    assert len(collect(workspace, stocked).acquisition.documents) == 6
    with workspace.library.database.read() as connection:
        assert connection.row("SELECT origin, path, confirmed_by FROM robots_confirmations") == (
            "https://life.pingan.com",
            "/ilife-home/product/",
            "王",
        )


@pytest.mark.requirement("FR-003")
def test_page_one_is_compared_with_what_was_asked_for(workspace, site):
    site.lists("1", numbers=(1, 3, 4, 5))
    site.lists("2_2H", numbers=(1,))
    site.lists("3", numbers=(1, 2))
    site.serves("1", 1, 1, filing("a", code="9", company="平安养老保险股份有限公司"))
    site.serves("1", 1, 3, filing("b", document_type="备案产品清单表"))
    site.serves("1", 1, 4, filing("c", document_type="法律责任人声明书"))
    site.serves("1", 1, 5, filing("d"))
    site.serves("2_2H", 1, 1, filing("e", code="2H", company="中国平安人寿保险股份有限公司"))
    site.serves("3", 1, 1, filing("f"))
    site.serves("3", 1, 2, filing("g"))
    collect(workspace, site)
    library = workspace.library
    found = {each.file_type: each for each in map(Seen.of(library), documents.list_documents(library))}
    assert found["1 产品条款"].kinds == [FindingKind.COLLECTED_CODE_DIFFERS, FindingKind.COLLECTED_ISSUER_DIFFERS]
    assert found["1 备案产品清单表"].kinds == []
    assert found["1 法律责任人声明书"].kinds == [FindingKind.COLLECTED_TYPE_UNCONFIRMED]
    assert found["1 None"].kinds == [FindingKind.COLLECTED_TYPE_UNCONFIRMED]
    assert found["2_2H 产品条款"].kinds == []
    assert found["3 产品条款"].kinds == [FindingKind.COLLECTED_CODE_MISSING]
    assert found["3 费率表"].kinds == []
    assert {each.status for each in found.values()} == {ConversionStatus.CONVERTED}  # a finding, not a failure


def test_hidden_text_in_a_collected_file_blocks_its_approval(workspace, site):
    site.lists("1")
    site.serves("1", 1, 1, filing("a", code="1", hidden=2))
    collect(workspace, site)
    (found,) = documents.list_documents(workspace.library)
    assert found.conversion_status is ConversionStatus.NEEDS_ATTENTION
    assert findings_of(workspace.library, found.document_id) == [
        FindingKind.HIDDEN_TEXT,
        FindingKind.HIDDEN_TEXT,
        FindingKind.COLLECTED_HIDDEN_TEXT,
    ]
    with pytest.raises(ReviewRefused):
        decisions.approve(workspace.engine, found.document_id, reviewer="王")


class Seen:
    """A document as this test looks at it."""

    def __init__(self, library, document):
        self.file_type = f"{document.product_code} {document.document_type}"
        self.kinds = findings_of(library, document.document_id)
        self.status = document.conversion_status

    @classmethod
    def of(cls, library):
        return lambda document: cls(library, document)


@pytest.mark.requirement("FR-003")
def test_a_site_of_another_shape_is_collected_by_the_same_services(workspace, site):
    cdn = "/ncl/pdf/20240131"
    for number in range(23):
        links = f'<a href="https://static-cdn.newchinalife.com{cdn}/{number}.pdf">条款</a>'
        site.rows.append({"name": f"新华产品{number}", "category": "人寿保险", "sale": "在售", "links": links})
        site.files[f"{cdn}/{number}.pdf"] = filing(str(number))
    report = collect(workspace, site, name="newchina-life")
    assert (report.discovery.products, report.discovery.pages) == (23, 4)
    assert len(report.acquisition.documents) == 23
    one = documents.list_documents(workspace.library)[0]
    assert (one.product_name, one.company, one.product_category) == ("新华产品0", "新华人寿", "人寿保险")
    assert one.logical_path == "新华人寿/新华产品0/20240131/产品条款.pdf"
    assert collect(workspace, site, name="newchina-life").acquisition.wanted == 0
    assert {each.url.split("/")[2] for each in site.asked} == {"www.newchinalife.com", "static-cdn.newchinalife.com"}


def test_the_limit_stops_turning_the_pages(workspace, site):
    for number in range(40):
        site.rows.append({"name": f"新华{number}", "category": "", "sale": "", "links": ""})
    assert collect(workspace, site, "discover", name="newchina-life", limit=12).discovery.products == 12
    assert kinds_asked(site).count("list") == 2


@pytest.mark.requirement("FR-008", "SC-002")
def test_every_request_has_its_receipt_and_all_can_be_exported(workspace, stocked, tmp_path):
    collect(workspace, stocked)
    receipts = records.receipts(workspace.library)
    assert [each.url for each in receipts] == [each.url for each in stocked.asked]
    assert {each.outcome for each in receipts} == {"ok"}
    assert {each.purpose for each in receipts} == {"robots", "list", "file"}
    assert all(len(each.sha256) == 64 for each in receipts)
    assert records.receipts(workspace.library, outcome="refused") == ()
    assert records.export_receipts(workspace.library, tmp_path / "r.csv") == len(receipts)
    lines = (tmp_path / "r.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == len(receipts) + 1
    assert receipts[3].sha256 in lines[4]


def test_receipts_and_confirmations_are_final(workspace, stocked):
    collect(workspace, stocked, "discover")
    records.confirm_folder(workspace.library, "pingan-life", "gongkaixinxipilu", reviewer="王", reason="依法")
    for statement in (
        "UPDATE receipts SET outcome = 'refused'",
        "UPDATE receipts SET url = 'x'",
        "DELETE FROM receipts",
        "UPDATE robots_confirmations SET confirmed_by = 'x'",
        "DELETE FROM robots_confirmations",
    ):
        with pytest.raises(Exception, match=r"final|only grow"), workspace.library.database.write() as connection:
            connection.run(statement)


@pytest.mark.requirement("FR-003", "FR-008")
def test_runs_of_one_library_keep_their_distance_from_each_other(tmp_path, stocked):
    for step in ("discover", "acquire", "run", "discover"):
        with open_collected(tmp_path / "library.db") as workspace:
            collect(workspace, stocked, step, recheck=True)
    starts = [each.at for each in stocked.asked]
    assert min(after - before for before, after in pairwise(starts)) >= LEAST_INTERVAL - 1e-6


def test_a_second_run_on_the_same_library_is_told_to_wait(workspace, stocked, tmp_path):
    def meanwhile(progress):
        with open_collected(tmp_path / "library.db") as other, pytest.raises(CollectionBusy):
            collect(other, stocked)
        meanwhile.tried = True

    runs.run(
        workspace.library,
        workspace.converter,
        CollectionRequest("pingan-life"),
        outside=outside(stocked),
        progress=meanwhile,
    )
    assert meanwhile.tried


@pytest.mark.requirement("FR-008")
def test_offline_no_run_begins(workspace, stocked, monkeypatch):
    settings.set_offline(workspace.library, True)
    for step in ("run", "discover", "acquire"):
        with pytest.raises(Offline):
            collect(workspace, stocked, step)
    settings.set_offline(workspace.library, False)
    monkeypatch.setenv(settings.OFFLINE_VARIABLE, "1")
    with pytest.raises(Offline):
        collect(workspace, stocked)
    assert stocked.asked == []


def test_the_switch_stops_a_run_that_is_under_way(workspace, stocked):
    def switch(progress):
        if progress.total and progress.done == 2:
            settings.set_offline(workspace.library, True)

    with pytest.raises(Offline):
        runs.run(
            workspace.library,
            workspace.converter,
            CollectionRequest("pingan-life"),
            outside=outside(stocked),
            progress=switch,
        )
    assert kinds_asked(stocked).count("file") == 2


def test_a_stopped_run_keeps_what_it_has_and_goes_on(workspace, stocked):
    with pytest.raises(Cancelled):
        runs.run(
            workspace.library,
            workspace.converter,
            CollectionRequest("pingan-life"),
            outside=outside(stocked),
            cancel=lambda: kinds_asked(stocked).count("file") >= 2,
        )
    assert 1 <= len(documents.list_documents(workspace.library)) <= 2
    collect(workspace, stocked)
    assert len(documents.list_documents(workspace.library)) == 6
    assert records.runs(workspace.library)[1].outcome == "cancelled"


def test_the_contact_stands_in_every_request(workspace, stocked):
    settings.set_contact(workspace.library, "audit@example.cn")
    assert collect(workspace, stocked, "discover")
    assert {each.headers["user-agent"].split(" ", 1)[1] for each in stocked.asked} == {"(+audit@example.cn)"}


@pytest.mark.parametrize("base", ["http://life.pingan.com", "ftp://127.0.0.1", "https://x.cn/policy/", "127.0.0.1"])
def test_another_origin_keeps_to_the_rules(workspace, stocked, base):
    with pytest.raises(RequestRefused):
        collect(workspace, stocked, base_url=base)
    assert stocked.asked == []


def test_a_reader_collects_nothing(library, tmp_path, stocked):
    request = CollectionRequest("pingan-life")
    with open_reader(tmp_path / "library.db") as reader, pytest.raises(LibraryReadOnly):
        runs.run(reader, Converter(), request, outside=outside(stocked))


def test_the_state_of_a_site_is_on_record(workspace, stocked):
    stocked.fails("file", "404", times=FOREVER, after=5)
    collect(workspace, stocked)
    (state,) = records.site_states(workspace.library)
    assert (state.products, state.documents, state.waiting, state.failed) == (3, 5, 1, 1)
    assert state.last_success is not None
    (run,) = records.runs(workspace.library)
    assert (run.outcome, run.report["acquisition"]["failed"]) == ("done", 1)


def test_hostile_words_in_a_list_do_no_harm(workspace, site):
    site.lists("1", name="甲\ud800'; DROP TABLE works; --", planSalesChannel="\udcff")
    site.lists("../../etc", name="乙", edition="/../x")
    site.lists("9" * 5000, name="丙" * 5000)
    collect(workspace, site, "discover")
    with workspace.library.database.read() as connection:
        assert connection.value("SELECT count(*) FROM works") == 3


def test_two_sites_do_not_mix(workspace, stocked):
    collect(workspace, stocked, "discover")
    other = Site(stocked.clock)
    other.rows.append({"name": "平安产品1826", "category": "", "sale": "", "links": ""})
    collect(workspace, other, "discover", name="newchina-life")
    with workspace.library.database.read() as connection:
        assert connection.value("SELECT count(*) FROM works WHERE name = '平安产品1826'") == 2
