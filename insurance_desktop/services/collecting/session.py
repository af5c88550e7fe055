"""One run of collecting: alone on its library, with a client for one site, its beginning and its end on record."""

import random
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from insurance_desktop import __version__
from insurance_desktop.crawl.breaker import Draw
from insurance_desktop.crawl.client import Client
from insurance_desktop.crawl.connection import HttpOpener, agent_line, open_http
from insurance_desktop.crawl.pace import Clock, Pace, SystemClock
from insurance_desktop.crawl.sites.adapters import adapter_of
from insurance_desktop.crawl.sites.catalogue import CatalogueAdapter
from insurance_desktop.crawl.sites.declared import SiteDescription, load_site
from insurance_desktop.crawl.urls import refusal
from insurance_desktop.domain.errors import CollectionBusy, Offline, RequestRefused, WorkbenchError
from insurance_desktop.domain.running import (
    CancelCheck,
    Cancelled,
    ProgressCallback,
    ignore_progress,
    never_cancelled,
)
from insurance_desktop.services.importing.ingestion import refuse_reader
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.collecting import collection

from .journal import LibraryJournal
from .settings import read_settings, refuse_rechecks, user_is_offline

LONGEST_JITTER = 0.5
"""Seconds that chance adds to the pause between two requests."""

INTERRUPTED = "cancelled"
DONE = "done"


@dataclass(frozen=True, slots=True)
class CollectionRequest:
    """What is to be collected: the first `limit` products, one `product` (id, code or exact name), these types.

    `base_url` stands for the site's own origins. `recheck` asks again for all files that are here already, or that
    could not be had; `rechecks` for so many of those that are here, None = as the settings say.
    """

    site: str
    limit: int | None = None
    product: str | None = None
    document_types: tuple[str, ...] = ()
    base_url: str | None = None
    recheck: bool = False
    rechecks: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the site is left out."""
        return self.reads_all and not self.document_types

    @property
    def reads_all(self) -> bool:
        """Whether the lists are read to their end."""
        return self.limit is None and self.product is None


@dataclass(frozen=True, slots=True)
class Outside:
    """What is not in the library: the network, the clock, chance. Tests bring their own."""

    open_http: HttpOpener = open_http
    clock: Clock = field(default_factory=SystemClock)
    draw: Draw = random.uniform


def real_outside() -> Outside:
    """What a run works with where nobody brings anything else."""
    return Outside()


@dataclass(frozen=True, slots=True)
class Session:
    """A run under way. `report` is what its end puts on record, `alarms` those that it gave cause for."""

    library: Library
    request: CollectionRequest
    site: SiteDescription
    adapter: CatalogueAdapter
    client: Client
    run_id: str
    progress: ProgressCallback
    cancel: CancelCheck
    report: dict[str, Any] = field(default_factory=dict)
    rechecks: int = 0
    alarms: list[int] = field(default_factory=list)

    def stop_if_asked(self) -> None:
        if self.cancel():
            raise Cancelled

    def now(self) -> str:
        """The clock's time as the file holds it."""
        return datetime.fromtimestamp(self.client.clock.wall(), UTC).isoformat(timespec="seconds")

    def remember(self, *, discovered: bool = False, succeeded: bool = False, **more: Any) -> None:
        """Keep facts for the next run of this site; None forgets one."""
        with self.library.database.write() as connection:
            memory = {**collection.site_memory(connection, self.site.name), "domains": self.site.domains, **more}
            kept = {name: value for name, value in memory.items() if value is not None}
            now = self.now()
            collection.keep_site(
                connection,
                self.site.name,
                kept,
                discovered_at=now if discovered else None,
                succeeded_at=now if succeeded else None,
            )

    def memory(self) -> dict[str, Any]:
        with self.library.database.read() as connection:
            return collection.site_memory(connection, self.site.name)


@contextmanager
def collecting(
    library: Library,
    request: CollectionRequest,
    step: str,
    *,
    outside: Outside | None = None,
    progress: ProgressCallback = ignore_progress,
    cancel: CancelCheck = never_cancelled,
) -> Iterator[Session]:
    """A run on one site. Raises what stops it: Offline, DomainClosed, CollectionBusy, NotFound, RequestRefused."""
    refuse_reader(library)
    outside = outside or real_outside()
    refuse(request)
    site = load_site(request.site).at(request.base_url)
    library = library.read_by(site.pack)
    settings = read_settings(library)
    rechecks = settings.rechecks if request.rechecks is None else request.rechecks
    if settings.offline:
        raise Offline("crawl.offline")
    with _alone(library.path):
        run_id = f"{datetime.fromtimestamp(outside.clock.wall(), UTC):%Y%m%d-%H%M%S}-{uuid.uuid4().hex[:6]}"
        adapter = adapter_of(site)
        with library.database.read() as connection:
            # Whoever asked last did so before this run had the lock: one whole pause from now is enough.
            last_start = outside.clock.wall() if collection.has_asked(connection) else None
        client = Client(
            http=outside.open_http(agent_line(__version__, settings.contact)),
            journal=LibraryJournal(library, run_id),
            pace=Pace(last_start, outside.clock, lambda: outside.draw(0.0, LONGEST_JITTER)),
            clock=outside.clock,
            rules=site.rules(frozenset(library.pack.forbidden_segments)),
            posts=adapter.posts,
            cancel=cancel,
            draw=outside.draw,
        )
        session = Session(library, request, site, adapter, client, run_id, progress, cancel, rechecks=rechecks)
        with client, _recorded(session, step):
            client.refuse_closed(site.home)
            session.remember()
            yield session


@contextmanager
def _recorded(session: Session, step: str) -> Iterator[None]:
    """Puts the run's beginning and end on record; without an end the program was killed."""
    database = session.library.database
    with database.write() as connection:
        collection.begin_run(connection, session.run_id, session.site.name, step, session.now())
    outcome, reason = DONE, None
    try:
        yield
    except Cancelled:
        outcome = INTERRUPTED
        raise
    except WorkbenchError as error:
        outcome, reason = error.code, error.key
        raise
    except BaseException as error:
        outcome = type(error).__name__
        raise
    finally:
        session.report["alarms"] = session.alarms
        with database.write() as connection:
            collection.end_run(
                connection, session.run_id, session.now(), outcome=outcome, reason=reason, report=session.report
            )


def refuse(request: CollectionRequest) -> None:
    """Raise what is wrong whatever the library: NotFound, RequestRefused, UsageError, Offline for this user."""
    load_site(request.site)
    refused = refusal(request.base_url) if request.base_url is not None else None
    if refused is not None:
        raise RequestRefused(str(refused), url=request.base_url)
    if request.rechecks is not None:
        refuse_rechecks(request.rechecks)
    if user_is_offline():
        raise Offline("crawl.offline")


@contextmanager
def _alone(library: Path) -> Iterator[None]:
    """One run at a time for a library, over all processes; the system lets go of the lock where one is killed."""
    file = library.resolve()  # by whatever link it was opened
    lock = FileLock(file.with_name(f"{file.name}.collecting"))
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise CollectionBusy("crawl.busy", path=str(library)) from error
    try:
        yield
    finally:
        lock.release()
