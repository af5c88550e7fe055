"""What the collection page and the daily check ask of the services: each method is one service call."""

from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.running import CancelCheck, ProgressCallback

if TYPE_CHECKING:
    from insurance_desktop.store.collecting.collection import Receipt

if TYPE_CHECKING:
    from insurance_desktop.services.collecting.alarms import ToldAlarm
    from insurance_desktop.services.collecting.overview import CollectionOverview
    from insurance_desktop.services.collecting.runs import CollectionReport
    from insurance_desktop.services.collecting.schedule import DailyOutcome
    from insurance_desktop.services.library.library import Library

MOST_RECEIPTS = 2000


class CollectionCalls:
    """A part of the workbench, which opens the library."""

    _library: "Library"

    def collection(self) -> "CollectionOverview":
        from insurance_desktop.services.collecting import overview

        return overview.overview(self._library)

    def collect(self, site: str, progress: ProgressCallback, cancel: CancelCheck) -> "CollectionReport":
        from insurance_desktop.services.collecting import runs
        from insurance_desktop.services.collecting.session import CollectionRequest

        return runs.run(self._library, CollectionRequest(site), progress=progress, cancel=cancel)

    def due_sites(self) -> tuple[str, ...]:
        from insurance_desktop.services.collecting import schedule

        return tuple(each.site for each in schedule.checks(self._library) if each.is_due)

    def run_due(self, progress: ProgressCallback, cancel: CancelCheck) -> "tuple[DailyOutcome, ...]":
        from insurance_desktop.services.collecting import schedule

        return schedule.run_due(self._library, progress=progress, cancel=cancel)

    def answer_alarm(self, alarm_id: int, reviewer: str, reason: str) -> "ToldAlarm":
        from insurance_desktop.services.collecting import alarms

        return alarms.acknowledge(self._library, alarm_id, reviewer=reviewer, reason=reason)

    def latest_receipts(self) -> "tuple[Receipt, ...]":
        from insurance_desktop.services.collecting import records

        return records.latest_receipts(self._library, MOST_RECEIPTS)

    def export_receipts(self, target: Path) -> int:
        from insurance_desktop.services.collecting import records

        return records.export_receipts(self._library, target)

    def is_offline(self) -> bool:
        from insurance_desktop.services.collecting import settings

        return settings.read_settings(self._library).offline

    def set_offline(self, offline: bool) -> bool:
        """The library's switch; whether connections are forbidden now, which the user's own switch may still do."""
        from insurance_desktop.services.collecting import settings

        settings.set_offline(self._library, offline)
        return self.is_offline()

    def set_rechecks(self, rechecks: int) -> None:
        from insurance_desktop.services.collecting import settings

        settings.set_rechecks(self._library, rechecks)

    def set_contact(self, contact: str) -> None:
        from insurance_desktop.services.collecting import settings

        settings.set_contact(self._library, contact)
