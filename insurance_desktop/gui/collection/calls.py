"""What the collection page and the daily check ask of the services: each method is one service call."""

from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.running import CancelCheck, ProgressCallback

if TYPE_CHECKING:
    from insurance_desktop.store.collection import Receipt

if TYPE_CHECKING:
    from insurance_desktop.services.collecting import CollectionReport
    from insurance_desktop.services.collection_alarms import ToldAlarm
    from insurance_desktop.services.collection_overview import CollectionOverview
    from insurance_desktop.services.collection_schedule import DailyOutcome
    from insurance_desktop.services.library import Library

MOST_RECEIPTS = 2000


class CollectionCalls:
    """A part of the workbench, which opens the library."""

    _library: "Library"

    def collection(self) -> "CollectionOverview":
        from insurance_desktop.services import collection_overview

        return collection_overview.overview(self._library)

    def collect(self, site: str, progress: ProgressCallback, cancel: CancelCheck) -> "CollectionReport":
        from insurance_desktop.services import collecting
        from insurance_desktop.services.collection_session import CollectionRequest

        return collecting.run(self._library, CollectionRequest(site), progress=progress, cancel=cancel)

    def due_sites(self) -> tuple[str, ...]:
        from insurance_desktop.services import collection_schedule

        return tuple(each.site for each in collection_schedule.checks(self._library) if each.is_due)

    def run_due(self, progress: ProgressCallback, cancel: CancelCheck) -> "tuple[DailyOutcome, ...]":
        from insurance_desktop.services import collection_schedule

        return collection_schedule.run_due(self._library, progress=progress, cancel=cancel)

    def answer_alarm(self, alarm_id: int, reviewer: str, reason: str) -> "ToldAlarm":
        from insurance_desktop.services import collection_alarms

        return collection_alarms.acknowledge(self._library, alarm_id, reviewer=reviewer, reason=reason)

    def latest_receipts(self) -> "tuple[Receipt, ...]":
        from insurance_desktop.services import collection_records

        return collection_records.latest_receipts(self._library, MOST_RECEIPTS)

    def export_receipts(self, target: Path) -> int:
        from insurance_desktop.services import collection_records

        return collection_records.export_receipts(self._library, target)

    def is_offline(self) -> bool:
        from insurance_desktop.services import collection_settings

        return collection_settings.read_settings(self._library).offline

    def set_offline(self, offline: bool) -> bool:
        """The library's switch; whether connections are forbidden now, which the user's own switch may still do."""
        from insurance_desktop.services import collection_settings

        collection_settings.set_offline(self._library, offline)
        return self.is_offline()

    def set_rechecks(self, rechecks: int) -> None:
        from insurance_desktop.services import collection_settings

        collection_settings.set_rechecks(self._library, rechecks)

    def set_contact(self, contact: str) -> None:
        from insurance_desktop.services import collection_settings

        collection_settings.set_contact(self._library, contact)
