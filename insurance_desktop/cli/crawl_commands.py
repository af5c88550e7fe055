"""The commands `crawl …`."""

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.shapes import shape
from insurance_desktop.packs.wording import say

from .console import Report, note_progress, stoppable
from .rendering import rendered
from .using import reading, report, working, writing

if TYPE_CHECKING:
    from insurance_desktop.services.collecting.session import CollectionRequest


def sites(call: Namespace) -> Report:
    from insurance_desktop.services.collecting.records import known_sites

    found = known_sites()
    described = [
        {"site": each.name, "label": each.label, "company": each.company, "origin": each.origin} for each in found
    ]
    return Report({"sites": [each.name for each in found], "described": described}, rendered(found))


def discover(call: Namespace) -> Report:
    from insurance_desktop.services.collecting import runs

    return _collected(call, lambda workspace, **told: runs.discover(workspace.library, **told))


def acquire(call: Namespace) -> Report:
    from insurance_desktop.services.collecting import runs

    return _collected(call, lambda workspace, **told: runs.acquire(workspace.library, workspace.converter, **told))


def run(call: Namespace) -> Report:
    from insurance_desktop.services.collecting import runs

    return _collected(call, lambda workspace, **told: runs.run(workspace.library, workspace.converter, **told))


def _collected(call: Namespace, step: Any) -> Report:
    """One step on one site. Exit 1 where a file could not be had, or something needs a person: a scheduler sees it."""
    from insurance_desktop.services.collecting.session import refuse

    request = _request(call)
    refuse(request)  # before a library is made for nothing
    with working(call, create=True) as workspace, stoppable() as cancel:
        found = step(workspace, request=request, progress=note_progress, cancel=cancel)
    return Report({**shape(found), "clean": found.is_clean}, rendered(found), 0 if found.is_clean else 1)


def _request(call: Namespace) -> "CollectionRequest":
    from insurance_desktop.services.collecting.session import CollectionRequest

    if call.limit is not None and call.limit < 1:
        raise UsageError("cli.usage_limit", given=call.limit)
    types = getattr(call, "document_types", ())
    return CollectionRequest(
        site=call.site,
        limit=call.limit,
        product=call.site_product,
        document_types=tuple(word for each in types for word in each.replace("，", ",").split(",") if word),
        base_url=call.base_url,
        recheck=getattr(call, "recheck", False),
        rechecks=getattr(call, "rechecks", None),
    )


def status(call: Namespace) -> Report:
    from insurance_desktop.services.collecting.records import site_reports
    from insurance_desktop.services.collecting.settings import read_settings

    with reading(call) as library:
        found, chosen = site_reports(library), read_settings(library)
    offline = say("cli.crawl_offline") if chosen.offline else None
    said = rendered([offline, *found]) or say("cli.no_sites")
    return Report({"sites": shape(found), **shape(chosen)}, said)


def receipts(call: Namespace) -> Report:
    from insurance_desktop.services.collecting import records

    if call.export is not None:
        with reading(call) as library:
            count = records.export_receipts(library, call.export)
        return Report(
            {"exported": str(call.export), "receipts": count}, say("cli.exported", path=call.export, count=count)
        )
    with reading(call) as library:
        found = records.receipts(library, run_id=call.run_id, outcome=call.outcome, after=call.after)
    return report(found, key="receipts", empty="cli.no_receipts")


def runs(call: Namespace) -> Report:
    from insurance_desktop.services.collecting import records

    if call.site is not None:
        records.known_site(call.site)
    with reading(call) as library:
        return report(records.runs(library, call.site), key="runs", empty="cli.no_runs")


def settings(call: Namespace) -> Report:
    from insurance_desktop.services.collecting import settings

    if (call.offline, call.contact, call.rechecks) == (None, None, None):
        with reading(call) as library:
            return report(settings.read_settings(library))
    with writing(call, create=True) as library:
        if call.offline is not None:
            settings.set_offline(library, call.offline == "on")
        if call.contact is not None:
            settings.set_contact(library, call.contact)
        if call.rechecks is not None:
            settings.set_rechecks(library, call.rechecks)
        return report(settings.read_settings(library))


def schedule(call: Namespace) -> Report:
    from insurance_desktop.services.collecting.schedule import schedule_lines

    return report(schedule_lines(call.library, call.site, call.at))
