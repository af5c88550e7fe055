"""Collecting from a site: `discover` reads its lists, `acquire` downloads what is new, `run` does both in one go."""

from dataclasses import asdict, dataclass
from typing import Any

from insurance_desktop.domain.running import (
    CancelCheck,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.services.importing.converter import Converter
from insurance_desktop.services.library.library import Library

from . import acquisition, discovery
from .acquisition import AcquisitionReport
from .alarms import ToldAlarm, open_alarms
from .discovery import DiscoveryReport
from .session import CollectionRequest, Outside, Session, collecting


@dataclass(frozen=True, slots=True)
class CollectionReport:
    """What a run did; a step that it did not have is None. `alarms` are those that it gave cause for."""

    site: str
    run_id: str
    discovery: DiscoveryReport | None
    acquisition: AcquisitionReport | None
    alarms: tuple[ToldAlarm, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether nothing failed and nothing needs a person: what a scheduler must be able to tell."""
        return not self.alarms and not (self.acquisition and self.acquisition.failed)


def discover(
    library: Library,
    request: CollectionRequest,
    *,
    outside: Outside | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> CollectionReport:
    """Read a site's lists into the catalogue. Raises what stops it (domain.errors.CollectionError, Cancelled)."""
    with collecting(library, request, "discover", outside=outside, progress=progress, cancel=cancel) as session:
        return _report(session, _discover(session), None)


def acquire(
    library: Library,
    converter: Converter,
    request: CollectionRequest,
    *,
    outside: Outside | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> CollectionReport:
    """Download the listed files that are not here. What was finished stays, whatever stops it."""
    with collecting(library, request, "acquire", outside=outside, progress=progress, cancel=cancel) as session:
        return _report(session, None, acquisition.acquire(session, converter))


def run(
    library: Library,
    converter: Converter,
    request: CollectionRequest,
    *,
    outside: Outside | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> CollectionReport:
    """Both steps: the check that SC-002 wants once a day. A list that has shrunk is no successful one."""
    with collecting(library, request, "run", outside=outside, progress=progress, cancel=cancel) as session:
        discovered = _discover(session)
        acquired = acquisition.acquire(session, converter)
        if not acquired.had_nothing:
            whole: dict[str, Any] = {"last_whole": session.now()} if request.is_whole else {}
            session.remember(succeeded=not discovered.shrunk, **whole)
        return _report(session, discovered, acquired)


def _report(
    session: Session, discovered: DiscoveryReport | None, acquired: AcquisitionReport | None
) -> CollectionReport:
    alarms = tuple(each for each in open_alarms(session.library, session.site.name) if each.alarm_id in session.alarms)
    return CollectionReport(session.site.name, session.run_id, discovered, acquired, alarms)


def _discover(session: Session) -> DiscoveryReport:
    report = discovery.discover(session)
    session.report["discovery"] = asdict(report)
    return report
