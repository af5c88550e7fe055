"""What the collection has left in the library: the state of each site, its runs, and one receipt per request."""

import csv
from dataclasses import asdict, fields
from io import StringIO
from pathlib import Path

from insurance_desktop.crawl.robots import lies_in
from insurance_desktop.crawl.sites.declared import SiteDescription, load_site, site_names
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.new_file import new_place, put_new
from insurance_desktop.store.collecting import attachments, collection
from insurance_desktop.store.collecting.attachments import ListedAttachment
from insurance_desktop.store.collecting.collection import Confirmation, Receipt, Run, SiteState

from .alarms import ToldAlarm, open_alarms
from .journal import as_text


def receipts(
    library: Library, *, run_id: str | None = None, outcome: str | None = None, after: str | None = None
) -> tuple[Receipt, ...]:
    """Every request, oldest first; of one run, with one outcome, from a time (ISO 8601) on where given."""
    with library.database.read() as connection:
        return collection.receipts(connection, run_id=run_id, outcome=outcome, after=after)


def latest_receipts(library: Library, most: int) -> tuple[Receipt, ...]:
    """The last requests, the newest first."""
    with library.database.read() as connection:
        return collection.latest_receipts(connection, most)


def export_receipts(library: Library, target: Path) -> int:
    """Write all receipts as CSV that a table program reads; returns their number. UsageError where it cannot be."""
    place = new_place(target)
    found = receipts(library)
    lines = StringIO(newline="")
    writer = csv.DictWriter(lines, [each.name for each in fields(Receipt)])
    writer.writeheader()
    writer.writerows(asdict(each) for each in found)
    put_new(lines.getvalue().encode("utf-8-sig"), place)
    return len(found)


@entity
class SiteReport(SiteState):
    """A site as it stands, with the alarms that nobody has answered."""

    alarms: tuple[ToldAlarm, ...] = ()


def site_reports(library: Library) -> tuple[SiteReport, ...]:
    """Every site that was ever asked, as it stands now, with its alarms."""
    alarms = open_alarms(library)
    return tuple(
        SiteReport(
            **{each.name: getattr(state, each.name) for each in fields(SiteState)},
            alarms=tuple(alarm for alarm in alarms if alarm.site == state.site),
        )
        for state in site_states(library)
    )


def site_states(library: Library) -> tuple[SiteState, ...]:
    """Every site that was ever asked, as it stands now."""
    now = as_text(library.clock().timestamp())
    with library.database.read() as connection:
        return collection.site_states(connection, now)


def known_sites() -> tuple[SiteDescription, ...]:
    """The sites that can be collected from."""
    return tuple(map(load_site, site_names()))


def known_site(name: str) -> SiteDescription:
    """The site of that name. Raises NotFound with the names that there are."""
    return load_site(name)


def runs(library: Library, site: str | None = None) -> tuple[Run, ...]:
    """The last runs, newest first: what each brought, and what stopped it."""
    with library.database.read() as connection:
        return collection.runs(connection, site)


def listed_files(library: Library, site: str) -> tuple[ListedAttachment, ...]:
    """The files of a site's catalogue with what became of each."""
    with library.database.read() as connection:
        return attachments.of_site(connection, site)


def folder_to_confirm(site: str, url: str) -> str | None:
    """The folder around an address that a person may confirm; None = the site declares none there."""
    folders = load_site(site).disclosure_folders
    return next((each for each in folders if lies_in(url, (each,))), None)


def confirm_folder(
    library: Library, site: str, folder: str, *, reviewer: str, reason: str, base_url: str | None = None
) -> tuple[Confirmation, ...]:
    """Put on record that a person holds a folder to be a disclosure that the law demands, whatever robots.txt says.

    Only the folders that the site declares as such, on each of its origins. Raises NotFound and UsageError.
    """
    described = load_site(site).at(base_url)
    if not reviewer.strip():
        raise UsageError("services.reviewer_required")
    if not reason.strip():
        raise UsageError("services.reason_required")
    known = {each.strip("/"): each for each in described.disclosure_folders}
    if folder.strip("/") not in known:
        raise NotFound("crawl.no_such_folder", folder=folder, known=", ".join(described.disclosure_folders))
    path = known[folder.strip("/")]
    said = tuple(
        Confirmation(origin, path, reviewer.strip(), reason.strip(), library.now())
        for origin in sorted(described.rules().origins)
    )
    with library.database.write() as connection:
        for each in said:
            collection.add_confirmation(connection, each)
    return said
