"""The daily check: due a day after the last whole one, and lines for each system's scheduler that can be pasted."""

import plistlib
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from collected_library import FilingWorkers, collect, filing, outside
from stand_ins import open_workspace_with

from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.services.collecting import records, runs, schedule, settings
from insurance_desktop.services.collecting.session import CollectionRequest
from insurance_desktop.services.library.library import open_library


@pytest.fixture
def timed(tmp_path, site):
    """A library on the stand-in site's own clock."""
    workers = FilingWorkers()
    site.lists("1826")
    site.serves("1826", 1, 1, filing("a", code="1826"))
    with open_workspace_with(
        tmp_path / "library.db",
        workers=lambda: workers,
        clock=lambda: datetime.fromtimestamp(site.clock.wall(), UTC),
    ) as workspace:
        yield workspace


def due(library):
    return [each.site for each in schedule.checks(library) if each.is_due]


@pytest.mark.requirement("SC-002", "FR-003")
def test_a_site_is_due_a_day_after_it_was_last_collected_whole(timed, site):
    assert due(timed.library) == []  # never asked for
    collect(timed, site, limit=1)
    site.clock.work(90_000)
    assert due(timed.library) == []  # only looked at
    collect(timed, site)
    assert due(timed.library) == []
    site.clock.work(86_000)
    assert due(timed.library) == []
    site.clock.work(500)
    assert due(timed.library) == ["pingan-life"]
    site.lists("1900")
    site.serves("1900", 1, 1, filing("b", code="1900"))
    (done,) = schedule.run_due(timed.library, timed.converter, outside=outside(site))
    assert done.report.discovery.new_products == ("平安产品1900",)
    assert due(timed.library) == []
    (state,) = records.site_states(timed.library)
    assert datetime.fromisoformat(state.last_success) >= timed.library.clock() - timedelta(minutes=5)


def test_a_check_that_was_stopped_waits_an_hour_and_one_that_needs_a_person_waits_for_one(timed, site):
    collect(timed, site)
    site.clock.work(86_500)
    site.fails("list", "500", times=3)
    (done,) = schedule.run_due(timed.library, timed.converter, outside=outside(site))
    assert done.fault.code == "domain_closed"
    assert schedule.checks(timed.library)[0].held_by == "breaker"
    site.clock.work(1000)
    assert due(timed.library) == []
    site.clock.work(3600)
    assert due(timed.library) == ["pingan-life"]
    site.fails("list", "captcha")
    (done,) = schedule.run_due(timed.library, timed.converter, outside=outside(site))
    assert done.fault.code == "captcha"
    site.clock.work(10 * 86_400)
    assert schedule.checks(timed.library)[0].held_by == "captcha"
    assert schedule.run_due(timed.library, timed.converter, outside=outside(site)) == ()
    collect(timed, site)  # a person has passed it
    site.clock.work(86_500)
    assert due(timed.library) == ["pingan-life"]


def test_a_check_beside_another_run_is_left_for_later(timed, site, tmp_path):
    collect(timed, site)
    site.clock.work(90_000)

    def meanwhile(progress):
        site.clock.work(7200)  # a run of hours: by now the site is due again
        assert due(timed.library) == ["pingan-life"]
        with open_library(tmp_path / "library.db", clock=timed.library.clock) as other:
            assert schedule.run_due(other, timed.converter, outside=outside(site)) == ()
        meanwhile.tried = True

    runs.run(
        timed.library, timed.converter, CollectionRequest("pingan-life"), outside=outside(site), progress=meanwhile
    )
    assert meanwhile.tried


def test_offline_nothing_is_due(timed, site):
    collect(timed, site)
    site.clock.work(90_000)
    settings.set_offline(timed.library, True)
    assert schedule.checks(timed.library) == ()


LIBRARY = Path("/库 与/100%/it's.db")
PROGRAM = ("/opt/my programs/python", "-m", "insurance_desktop")
COMMAND = [*PROGRAM, "crawl", "run", "pingan-life", "--library", str(LIBRARY)]


@pytest.mark.requirement("SC-002")
def test_the_lines_run_the_same_command_on_each_system():
    lines = schedule.schedule_lines(LIBRARY, "pingan-life", "7:05", PROGRAM)
    minute, hour, *_, command = lines.cron.split(" ", 5)
    assert (minute, hour) == ("5", "7")
    assert shlex.split(command.replace("\\%", "%")) == COMMAND
    head, *plist, end, load = lines.launchd.split("\n")
    read = plistlib.loads("\n".join(plist).encode())
    assert read["ProgramArguments"] == COMMAND
    assert read["StartCalendarInterval"] == {"Hour": 7, "Minute": 5}
    assert (end, load.split()[:2]) == ("END", ["launchctl", "bootstrap"])
    assert head.startswith("cat > ~/Library/LaunchAgents/insurance-desktop-pingan-life.plist")
    assert '/ST 07:05 /TN "insurance-desktop-pingan-life"' in lines.windows
    assert '\\"/opt/my programs/python\\"' in lines.windows


@pytest.mark.parametrize("at", ["24:00", "7", "soon", "07:60", ""])
def test_a_time_that_is_none_is_said_to_be_none(at):
    with pytest.raises(UsageError):
        schedule.schedule_lines(LIBRARY, "pingan-life", at)


def test_an_unknown_site_has_no_lines():
    with pytest.raises(NotFound):
        schedule.schedule_lines(LIBRARY, "nowhere", "09:30")
