"""What nobody asked about: bytes that change behind an unchanged list, and lists that are suddenly short."""

import pytest
from collected_library import collect, filing, open_collected, outside
from stand_in_site import FOREVER

from insurance_desktop.domain.errors import DomainClosed, NotFound, UsageError
from insurance_desktop.domain.kinds import FindingKind
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.services.collecting import alarms, overview, records, runs, settings
from insurance_desktop.services.collecting.session import CollectionRequest
from insurance_desktop.services.library import documents
from insurance_desktop.services.review import decisions

CODES = [str(1800 + number) for number in range(8)]
DAY = 86_400


@pytest.fixture
def stocked(site):
    """Eight products with one file each, all on sale."""
    for code in CODES:
        site.lists(code)
        site.serves(code, 1, 1, filing(code, code=code))
    return site


def rechecked(library):
    """The codes of what was asked for again, in order."""
    return [each.url.split("planCode=")[1][:4] for each in purposes(library, "recheck")]


def purposes(library, purpose):
    return [each for each in records.receipts(library) if each.purpose == purpose]


def open_alarms(library):
    return alarms.open_alarms(library)


def kinds(library, document_id):
    return [each.kind for each in decisions.show(library, document_id).findings]


@pytest.mark.requirement("FR-003", "SC-002")
def test_each_run_looks_again_at_the_files_that_were_not_looked_at_for_longest(workspace, stocked):
    assert collect(workspace, stocked).acquisition.rechecked == 0
    for _ in range(3):
        stocked.clock.work(DAY)
        report = collect(workspace, stocked).acquisition
        assert (report.wanted, report.rechecked, report.documents, report.left) == (0, 3, (), 0)
    assert rechecked(workspace.library) == [*CODES, CODES[0]]
    assert {each.sha256 is not None for each in purposes(workspace.library, "recheck")} == {True}
    (state,) = records.site_states(workspace.library)
    assert state.oldest_check > "2025-10-10"  # the first run was on the ninth


@pytest.mark.requirement("FR-003", "C12d")
def test_other_bytes_behind_the_same_list_are_a_new_edition_with_an_alarm(workspace, stocked):
    collect(workspace, stocked)
    stocked.serves("1801", 1, 1, filing("quietly changed", code="1801"))
    report = collect(workspace, stocked)
    (changed,) = report.acquisition.changed
    assert report.acquisition.documents == (changed,)
    assert not report.is_clean
    (alarm,) = report.alarms
    former = next(each for each in documents.list_documents(workspace.library) if each.edition == "1801-1")
    assert (alarm.kind, alarm.document_id, alarm.former_document_id) == ("file_changed", changed, former.document_id)
    assert f"#{changed}" in alarm.message and f"#{former.document_id}" in alarm.message
    found = documents.get_document(workspace.library, changed)
    assert found.edition == f"1801-1+{found.sha256[:8]}"
    assert found.findings.blocking == 1
    assert overview.overview(workspace.library).sites[0].alarms == (alarm,)
    # told once: the next run finds nothing new, and the alarm stays until somebody decides
    again = collect(workspace, stocked)
    assert (again.is_clean, again.acquisition.changed) == (True, ())
    assert open_alarms(workspace.library) == (alarm,)
    decisions.reject(workspace.library, changed, reviewer="王", reason="网站放错了文件")
    assert open_alarms(workspace.library) == ()


def test_a_decision_of_before_answers_no_alarm(workspace, stocked):
    first = filing("1800", code="1800")
    collect(workspace, stocked)
    one = next(each.document_id for each in documents.list_documents(workspace.library) if each.product_code == "1800")
    decisions.approve(workspace.engine, one, reviewer="王")
    stocked.serves("1800", 1, 1, filing("changed", code="1800"))
    collect(workspace, stocked, rechecks=8)
    stocked.serves("1800", 1, 1, first)
    collect(workspace, stocked, rechecks=8)
    away, back = open_alarms(workspace.library)
    assert (back.document_id, back.former_document_id) == (one, away.document_id)
    told = alarms.acknowledge(workspace.library, back.alarm_id, reviewer="王", reason="又是原来的文件")
    assert told == back
    assert open_alarms(workspace.library) == (away,)


def test_a_changed_file_whose_type_is_only_inferred_is_told_as_well(workspace, site):
    site.lists("1", numbers=(3,))
    site.serves("1", 1, 3, filing("a"))
    collect(workspace, site)
    site.serves("1", 1, 3, filing("b"))
    (changed,) = collect(workspace, site).acquisition.changed
    found = documents.get_document(workspace.library, changed)
    assert found.edition == f"1-1+{found.sha256[:8]}"
    assert FindingKind.COLLECTED_FILE_CHANGED in kinds(workspace.library, changed)
    assert found.findings.blocking == 1


def test_looking_again_goes_on_where_it_was_stopped(workspace, stocked):
    collect(workspace, stocked)
    stocked.clock.work(DAY)
    with pytest.raises(Cancelled):
        runs.run(
            workspace.library,
            workspace.converter,
            CollectionRequest("pingan-life", rechecks=8),
            outside=outside(stocked),
            cancel=lambda: len(purposes(workspace.library, "recheck")) >= 2,
        )
    stopped_at = len(rechecked(workspace.library))
    collect(workspace, stocked)
    assert rechecked(workspace.library)[stopped_at : stopped_at + 3][-1] in CODES[3:6]


def test_a_file_that_closes_the_site_is_not_looked_at_first_the_next_time(workspace, stocked):
    collect(workspace, stocked)
    stocked.clock.work(DAY)
    stocked.fails("file", "403")
    with pytest.raises(DomainClosed):
        collect(workspace, stocked)
    stocked.clock.work(DAY)
    collect(workspace, stocked)
    assert rechecked(workspace.library) == ["1800", "1801", "1802", "1803"]


def test_a_file_that_the_site_no_longer_gives_is_told_and_stays(workspace, stocked):
    collect(workspace, stocked)
    del stocked.files["1800", "1800-1", "1"]
    report = collect(workspace, stocked)
    (failed,) = report.acquisition.failed
    assert (failed.reason, report.is_clean, report.acquisition.left) == ("crawl.json_answer", False, 0)
    assert {each.state for each in records.listed_files(workspace.library, "pingan-life")} == {"held"}
    assert len(documents.list_documents(workspace.library)) == 8
    assert records.site_states(workspace.library)[0].gone == 1
    stocked.serves("1800", 1, 1, filing("1800", code="1800"))
    assert collect(workspace, stocked, rechecks=8).is_clean
    assert records.site_states(workspace.library)[0].gone == 0


def test_looking_again_keeps_to_what_was_asked_for(workspace, stocked):
    collect(workspace, stocked)
    collect(workspace, stocked, "acquire", limit=2)
    assert rechecked(workspace.library) == ["1800", "1801"]
    collect(workspace, stocked, "acquire", product="1805")
    assert rechecked(workspace.library)[2:] == ["1805"]
    collect(workspace, stocked, "acquire", document_types=("费率表",))
    assert len(rechecked(workspace.library)) == 3


def test_how_many_are_looked_at_again_is_set_for_the_library_or_for_one_run(workspace, stocked):
    collect(workspace, stocked)
    settings.set_rechecks(workspace.library, 0)
    assert collect(workspace, stocked).acquisition.rechecked == 0
    assert collect(workspace, stocked, rechecks=5).acquisition.rechecked == 5
    for wrong in (-1, 1001):
        with pytest.raises(UsageError):
            settings.set_rechecks(workspace.library, wrong)
        with pytest.raises(UsageError):
            collect(workspace, stocked, rechecks=wrong)


def test_new_files_come_before_those_that_are_looked_at_again(workspace, stocked):
    collect(workspace, stocked)
    stocked.lists("1900")
    stocked.serves("1900", 1, 1, filing("new", code="1900"))
    collect(workspace, stocked)
    last = [each.purpose for each in records.receipts(workspace.library)][-4:]
    assert last == ["file", "recheck", "recheck", "recheck"]


@pytest.mark.requirement("FR-003", "US3")
@pytest.mark.parametrize("left", [0, 3])
def test_a_list_that_lost_most_of_its_products_is_an_alarm_and_no_success(workspace, stocked, left):
    collect(workspace, stocked)
    success = records.site_states(workspace.library)[0].last_success
    rows = list(stocked.rows)
    stocked.rows = rows[:left]
    stocked.clock.work(DAY)
    report = collect(workspace, stocked)
    assert (report.discovery.shrunk, report.is_clean) == (True, False)
    (alarm,) = report.alarms
    assert alarm.kind == "list_shrunk"
    assert "8" in alarm.message and str(left) in alarm.message
    assert len(documents.list_documents(workspace.library)) == 8
    assert len(records.listed_files(workspace.library, "pingan-life")) == 8
    assert records.site_states(workspace.library)[0].last_success == success
    # the same again is the same alarm; the whole list ends it
    assert collect(workspace, stocked).alarms == (alarm,)
    assert open_alarms(workspace.library) == (alarm,)
    stocked.rows = rows
    assert collect(workspace, stocked).is_clean
    assert open_alarms(workspace.library) == ()
    assert records.site_states(workspace.library)[0].last_success > success


def test_one_list_of_two_is_enough(workspace, stocked):
    for number in range(30):
        stocked.lists(str(2000 + number), sale="停售", numbers=())
    collect(workspace, stocked, "discover")
    stocked.rows = [each for each in stocked.rows if each["planSalesStatus"] == "停售"]
    (alarm,) = collect(workspace, stocked, "discover").alarms
    assert "8" in alarm.message


@pytest.mark.parametrize("keep", [8, 5, 4])
def test_a_few_products_less_are_no_alarm(workspace, stocked, keep):
    collect(workspace, stocked, "discover")
    stocked.rows = stocked.rows[:keep]
    assert collect(workspace, stocked, "discover").is_clean


def test_a_part_of_the_list_says_nothing_of_its_size(workspace, stocked):
    collect(workspace, stocked, "discover")
    assert collect(workspace, stocked, "discover", limit=1).is_clean
    assert collect(workspace, stocked, "discover", product="1803").is_clean
    assert collect(workspace, stocked, "discover").is_clean


def test_a_discovery_that_goes_on_after_a_stop_counts_what_was_read_before(workspace, stocked):
    stocked.per_page = 2
    collect(workspace, stocked, "discover")
    stocked.fails("list", "captcha", after=4)
    with pytest.raises(Exception, match="captcha"):
        collect(workspace, stocked, "discover")
    assert collect(workspace, stocked, "discover").is_clean


def test_a_library_that_never_counted_takes_its_catalogue_as_the_measure(workspace, stocked):
    collect(workspace, stocked, "discover")
    with workspace.library.database.write() as connection:
        connection.run("UPDATE sites SET state = json_remove(state, '$.sizes')")
    stocked.rows.clear()
    assert collect(workspace, stocked, "discover").discovery.shrunk


def test_a_list_that_shrank_rightly_is_the_measure_once_a_person_has_said_so(workspace, stocked):
    collect(workspace, stocked, "discover")
    stocked.rows = stocked.rows[:2]
    (alarm,) = collect(workspace, stocked, "discover").alarms
    for name, reason in (("", "撤下了"), ("王", " ")):
        with pytest.raises(UsageError):
            alarms.acknowledge(workspace.library, alarm.alarm_id, reviewer=name, reason=reason)
    alarms.acknowledge(workspace.library, alarm.alarm_id, reviewer="王", reason="网站公告：撤下六个产品")
    assert collect(workspace, stocked, "discover").is_clean
    with pytest.raises(NotFound):
        alarms.acknowledge(workspace.library, alarm.alarm_id, reviewer="王", reason="再来")
    with workspace.library.database.read() as connection:
        assert connection.row("SELECT ended_by, reason FROM collection_alarms") == ("王", "网站公告：撤下六个产品")


def test_another_origin_is_no_measure(workspace, stocked):
    collect(workspace, stocked, "discover")
    stocked.rows = stocked.rows[:1]
    assert collect(workspace, stocked, "discover", base_url="http://127.0.0.1:9").is_clean
    assert not collect(workspace, stocked, "discover").is_clean


def test_alarms_outlive_the_program_and_are_final(tmp_path, stocked):
    with open_collected(tmp_path / "library.db") as workspace:
        collect(workspace, stocked)
        stocked.serves("1800", 1, 1, filing("changed", code="1800"))
        stocked.fails("list", "500", times=FOREVER, after=1)
        with pytest.raises(DomainClosed):
            collect(workspace, stocked)
        assert open_alarms(workspace.library) == ()
    with open_collected(tmp_path / "library.db") as workspace:
        stocked.faults.clear()
        stocked.clock.work(DAY)
        collect(workspace, stocked)
    with open_collected(tmp_path / "library.db") as workspace:
        (alarm,) = open_alarms(workspace.library)
        for statement in (
            "DELETE FROM collection_alarms",
            "UPDATE collection_alarms SET facts = '{}'",
            "UPDATE collection_alarms SET ended_by = 'x'",
        ):
            with (
                pytest.raises(Exception, match=r"final|only grow|CHECK"),
                workspace.library.database.write() as connection,
            ):
                connection.run(statement)
        assert open_alarms(workspace.library) == (alarm,)
