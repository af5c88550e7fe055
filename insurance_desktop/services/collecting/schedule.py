"""The daily check (SC-002): which sites are due while the program is open, and the lines for the system's scheduler."""

import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from xml.sax.saxutils import escape

from insurance_desktop.crawl.sites.declared import load_site, site_names
from insurance_desktop.domain.errors import CollectionBusy, CollectionError, UsageError, WorkbenchError
from insurance_desktop.domain.running import CancelCheck, ProgressCallback, ignore_progress, never_cancelled
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.collecting import collection
from insurance_desktop.store.json_forms import moment

from .journal import as_text
from .runs import CollectionReport, run
from .session import CollectionRequest, Outside
from .settings import is_offline

DAY = timedelta(hours=24)
BETWEEN_TRIES = timedelta(hours=1)
"""A check that was stopped is not begun again sooner."""


@dataclass(frozen=True, slots=True)
class SiteCheck:
    """One site's daily check: `is_due` now; `held_by` says why not where it would be (`captcha`, `breaker`)."""

    site: str
    is_due: bool
    last_whole: str | None
    held_by: str | None = None


@dataclass(frozen=True, slots=True)
class DailyOutcome:
    """What came of one site's check: its report, or the fault that stopped it."""

    site: str
    report: CollectionReport | None
    fault: WorkbenchError | None


def checks(library: Library) -> tuple[SiteCheck, ...]:
    """The sites whose whole catalogue was collected once, which is what asks for a daily check, and whether it is due.

    Nothing is due offline, nor where nothing can be written.
    """
    now = library.clock()
    with library.database.read() as connection:
        if library.is_read_only or is_offline(connection):
            return ()
        states = collection.site_states(connection, as_text(now.timestamp()))
        found = []
        for state in states:
            memory = collection.site_memory(connection, state.site)
            last = memory.get("last_whole")
            if last is None or state.site not in site_names():
                continue
            runs = collection.runs(connection, state.site)
            tried = moment(runs[0].started_at) if runs else None
            held = "captcha" if memory.get("needs_person") else "breaker" if state.breaker else None
            is_old = now - moment(last) >= DAY
            was_tried = tried is not None and now - tried < BETWEEN_TRIES
            found.append(SiteCheck(state.site, is_old and not was_tried and held is None, last, held))
    return tuple(found)


def run_due(
    library: Library,
    converter: Converter,
    *,
    outside: Outside | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> tuple[DailyOutcome, ...]:
    """Check every site that is due; what stops one does not stop the others. Raises Cancelled and LibraryError."""
    done = []
    for each in checks(library):
        if each.is_due:
            try:
                request = CollectionRequest(each.site)
                report = run(library, converter, request, outside=outside, progress=progress, cancel=cancel)
                done.append(DailyOutcome(each.site, report, None))
            except CollectionBusy:  # somebody collects already: that is looked at the next time
                return tuple(done)
            except CollectionError as fault:
                done.append(DailyOutcome(each.site, None, fault))
    return tuple(done)


@dataclass(frozen=True, slots=True)
class ScheduleLines:
    """What to paste into a console, one text for each system's scheduler; the same check every day `at` HH:MM."""

    site: str
    at: str
    windows: str
    launchd: str
    cron: str


def schedule_lines(library: Path, site: str, at: str, program: Sequence[str] | None = None) -> ScheduleLines:
    """The lines that let the system check a site once a day. UsageError for a time that is none."""
    load_site(site)
    time = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", at)
    if time is None:
        raise UsageError("services.no_time_of_day", at=at)
    hour, minute = int(time[1]), int(time[2])
    command = [*(program or own_program()), "crawl", "run", site, "--library", str(library)]
    name = f"insurance-desktop-{site}"
    return ScheduleLines(
        site=site,
        at=f"{hour:02}:{minute:02}",
        windows=_windows_line(name, command, hour, minute),
        launchd=_launchd_lines(name, command, hour, minute),
        cron=f"{minute} {hour} * * * {shlex.join(command)}".replace("%", "\\%"),
    )


def own_program() -> tuple[str, ...]:
    """How this program is started from a console."""
    return (sys.executable,) if getattr(sys, "frozen", False) else (sys.executable, "-m", "insurance_desktop")


def _windows_line(name: str, command: Sequence[str], hour: int, minute: int) -> str:
    quoted = " ".join(f'\\"{each}\\"' if " " in each or "\\" in each else each for each in command)
    return f'schtasks /Create /F /SC DAILY /ST {hour:02}:{minute:02} /TN "{name}" /TR "{quoted}"'


def _launchd_lines(name: str, command: Sequence[str], hour: int, minute: int) -> str:
    place = f"~/Library/LaunchAgents/{name}.plist"
    arguments = "".join(f"<string>{escape(each)}</string>" for each in command)
    when = f"<key>Hour</key><integer>{hour}</integer><key>Minute</key><integer>{minute}</integer>"
    return "\n".join(
        (
            f"cat > {place} <<'END'",
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<plist version="1.0"><dict>',
            f"<key>Label</key><string>{name}</string>",
            f"<key>ProgramArguments</key><array>{arguments}</array>",
            f"<key>StartCalendarInterval</key><dict>{when}</dict>",
            "</dict></plist>",
            "END",
            f"launchctl bootstrap gui/$(id -u) {place}",
        )
    )
