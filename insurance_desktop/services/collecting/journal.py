"""The client's memory in the library: each call is a transaction of its own, so that a kill loses none of it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from insurance_desktop.crawl.breaker import BreakerState
from insurance_desktop.crawl.traffic import Arrival, Departure, Outcome, RobotsFile
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.collecting import collection
from insurance_desktop.store.collecting.collection import BreakerRow, Receipt
from insurance_desktop.store.json_forms import moment

from .settings import is_offline


def as_text(moment: float) -> str:
    """Seconds since 1970 as ISO 8601 UTC with microseconds: a pace can be proven from it."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


def as_moment(text: str) -> float:
    return moment(text).timestamp()


@dataclass(frozen=True, slots=True)
class LibraryJournal:
    """The `crawl.traffic.Journal` of one run."""

    library: Library
    run_id: str

    def is_offline(self) -> bool:
        with self.library.database.read() as connection:
            return is_offline(connection)

    def departs(self, departure: Departure) -> int:
        return self._begin(departure, Outcome.SENT, None)

    def refused(self, departure: Departure, reason: str) -> None:
        self._begin(departure, Outcome.REFUSED, reason)

    def arrived(self, receipt: int, arrival: Arrival) -> None:
        with self.library.database.write() as connection:
            collection.end_receipt(
                connection,
                receipt,
                outcome=arrival.outcome.value,
                status=arrival.status,
                byte_count=arrival.bytes,
                sha256=arrival.sha256,
                reason=arrival.reason,
            )

    def breaker(self, domain: str) -> BreakerState:
        with self.library.database.read() as connection:
            kept = collection.breaker(connection, domain)
        if kept is None:
            return BreakerState()
        until = as_moment(kept.open_until) if kept.open_until else None
        return BreakerState(until, kept.cause or "", kept.openings, kept.server_faults)

    def keep_breaker(self, domain: str, state: BreakerState) -> None:
        until = as_text(state.open_until) if state.open_until is not None else None
        with self.library.database.write() as connection:
            kept = BreakerRow(until, state.cause or None, state.openings, state.server_faults)
            collection.keep_breaker(connection, domain, kept)

    def robots(self, origin: str) -> RobotsFile | None:
        with self.library.database.read() as connection:
            kept = collection.robots_file(connection, origin)
        return RobotsFile(kept[0], as_moment(kept[1])) if kept else None

    def keep_robots(self, origin: str, file: RobotsFile) -> None:
        with self.library.database.write() as connection:
            collection.keep_robots_file(connection, origin, file.content, as_text(file.fetched_at))

    def confirmed_folders(self, origin: str) -> tuple[str, ...]:
        with self.library.database.read() as connection:
            return tuple(each.path for each in collection.confirmations(connection) if each.origin == origin)

    def _begin(self, departure: Departure, outcome: Outcome, reason: str | None) -> int:
        receipt = Receipt(
            at=as_text(departure.at),
            method=departure.method,
            url=departure.url,
            status=None,
            bytes=None,
            sha256=None,
            outcome=outcome.value,
            run_id=self.run_id,
            purpose=departure.purpose.value,
            reason=reason,
        )
        with self.library.database.write() as connection:
            return collection.add_receipt(connection, receipt)
