"""What the crawl commands found, as a person reads it on a console; every word comes from the catalogue."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from insurance_desktop.packs.wording import say

from .text import MARGIN, known, lines

if TYPE_CHECKING:
    from insurance_desktop.crawl.sites.declared import SiteDescription
    from insurance_desktop.services.collecting.acquisition import AcquisitionReport
    from insurance_desktop.services.collecting.alarms import ToldAlarm
    from insurance_desktop.services.collecting.discovery import DiscoveryReport
    from insurance_desktop.services.collecting.records import SiteReport
    from insurance_desktop.services.collecting.runs import CollectionReport
    from insurance_desktop.services.collecting.schedule import ScheduleLines
    from insurance_desktop.services.collecting.settings import CollectionSettings
    from insurance_desktop.store.collecting.collection import Confirmation, Receipt, Run


def sites(found: "Sequence[SiteDescription]") -> str:
    return lines(*(say("cli.crawl_site", site=each) for each in found))


def collected(found: "CollectionReport") -> str:
    return lines(
        *(_discovered(found.discovery) if found.discovery else ()),
        *(_acquired(found.acquisition) if found.acquisition else ()),
        *_alarms(found.alarms),
    )


def _alarms(found: "Sequence[ToldAlarm]", margin: str = "") -> tuple[str, ...]:
    told = [
        line for each in found for line in (margin + say("cli.crawl_alarm", alarm=each), margin + MARGIN + each.hint)
    ]
    return (*told, margin + say("cli.crawl_answer")) if told else ()


def _discovered(found: "DiscoveryReport") -> tuple[str, ...]:
    new = (say("cli.crawl_new_product", name=each) for each in found.new_products)
    return (
        say("cli.crawl_discovered", found=found, products=len(found.new_products), editions=len(found.new_editions)),
        *(MARGIN + each for each in new),
    )


def _acquired(found: "AcquisitionReport") -> tuple[str, ...]:
    values = {"new": len(found.documents), "failed": len(found.failed)}
    return (
        say("cli.crawl_acquired", found=found, **values),
        *((say("cli.crawl_rechecked", found=found),) if found.rechecked else ()),
        *(MARGIN + say("cli.crawl_failed", file=each) for each in (*found.foreign, *found.failed)),
    )


def states(found: "Sequence[SiteReport]", settings: "CollectionSettings") -> str:
    return lines(say("cli.crawl_offline") if settings.offline else None, *map(_site, found)) or say("cli.no_sites")


def _site(found: "SiteReport") -> str:
    line = say("cli.site", site=found, last_success=known(found.last_success))
    return lines(
        line,
        MARGIN + say("cli.breaker", breaker=found.breaker) if found.breaker else None,
        MARGIN + say("cli.needs_person") if found.needs_person else None,
        MARGIN + say("cli.crawl_oldest_check", at=found.oldest_check) if found.oldest_check else None,
        MARGIN + say("cli.crawl_gone", count=found.gone) if found.gone else None,
        *_alarms(found.alarms, MARGIN),
    )


def receipts(found: "Sequence[Receipt]") -> str:
    return lines(*(say("cli.receipt", receipt=each, status=known(each.status)) for each in found)) or say(
        "cli.no_receipts"
    )


def runs(found: "Sequence[Run]") -> str:
    return lines(*map(_run, found)) or say("cli.no_runs")


def _run(found: "Run") -> str:
    line = say("cli.crawl_run", run=found, ended_at=known(found.ended_at))
    had = found.report.get("acquisition", {})
    new, failed, rechecked = len(had.get("documents", ())), had.get("failed", 0), had.get("rechecked", 0)
    alarms = len(found.report.get("alarms", ()))
    return line + say("cli.crawl_run_brought", new=new, failed=failed, rechecked=rechecked, alarms=alarms)


def confirmed(found: "Sequence[Confirmation]") -> str:
    return lines(*(say("cli.crawl_confirmed", said=each) for each in found))


def settings(found: "CollectionSettings") -> str:
    switch = say("cli.crawl_offline" if found.offline else "cli.crawl_online")
    return lines(
        switch,
        say("cli.crawl_contact", contact=found.contact) if found.contact else say("cli.crawl_no_contact"),
        say("cli.crawl_rechecks", settings=found),
    )


def acknowledged(found: "ToldAlarm") -> str:
    return say("cli.crawl_acknowledged", alarm=found)


def schedule(found: "ScheduleLines") -> str:
    return "\n\n".join(
        (
            say("cli.schedule_windows", line=found.windows),
            say("cli.schedule_launchd", lines=found.launchd),
            say("cli.schedule_cron", line=found.cron),
        )
    )
