"""The collection page's words: times, what held a run up, what a request was for and how it ended."""

from collections.abc import Iterable
from datetime import UTC, datetime
from math import ceil
from typing import TYPE_CHECKING

from insurance_desktop.domain.addresses import origin_of
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.notices import Notice
from insurance_desktop.packs.collection_words import outcome_in_words, purpose_in_words
from insurance_desktop.packs.wording import say

if TYPE_CHECKING:
    from insurance_desktop.services.collecting.alarms import ToldAlarm
    from insurance_desktop.services.collecting.overview import SiteOverview
    from insurance_desktop.services.collecting.runs import CollectionReport
    from insurance_desktop.store.collecting.collection import Breaker, Receipt

GOOD_OUTCOMES = frozenset({"ok", "redirect", "unchanged"})
MOST_NAMES = 3
UNKNOWN = "–"


def time_of(text: str | None) -> str:
    """ISO 8601 as the clock of this machine shows it."""
    return wording.moment(datetime.fromisoformat(text)) if text else ""


def last_check(text: str | None) -> str:
    return say("collection.last_check", at=time_of(text)) if text else say("collection.never_checked")


def seconds_closed(breaker: "Breaker", now: datetime) -> int:
    """Whole seconds until the domain may be asked again; 0 = now."""
    return max(ceil((datetime.fromisoformat(breaker.open_until) - now).total_seconds()), 0)


def countdown(breaker: "Breaker", now: datetime) -> str:
    left = seconds_closed(breaker, now)
    hours, rest = divmod(left, 3600)
    shown = f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    return say("collection.closed", domain=breaker.domain, left=shown, cause=breaker.cause or "")


def now() -> datetime:
    return datetime.now(UTC)


def counts(site: "SiteOverview") -> str:
    """How much of the catalogue is here, and how fresh the oldest look at one of its files is."""
    if site.state is None:
        return ""
    shown, oldest, gone = say("collection.counts", state=site.state), site.state.oldest_check, site.state.gone
    parts = (
        say("collection.oldest_check", at=time_of(oldest)) if oldest else "",
        say("collection.gone", count=gone) if gone else "",
    )
    return shown + "".join(parts)


def alarm_title(alarm: "ToldAlarm") -> str:
    return say("collection.alarm_title", number=alarm.alarm_id, at=time_of(alarm.raised_at))


def news(site: "SiteOverview") -> str:
    """What the last run that ended brought."""
    if site.news is None:
        return ""
    discovery, acquisition = site.news.report.get("discovery", {}), site.news.report.get("acquisition", {})
    if discovery.get("shrunk"):
        return say("collection.was_short", at=time_of(site.news.started_at))
    products = discovery.get("new_products", ())
    documents, changed = acquisition.get("documents", ()), acquisition.get("changed", ())
    if not (products or documents):
        return say("collection.no_news", at=time_of(site.news.started_at))
    return say(
        "collection.news",
        at=time_of(site.news.started_at),
        documents=len(documents),
        changed=len(changed),
        products=len(products),
        names=_names(products),
    )


def _names(products: Iterable[str]) -> str:
    names = list(products)
    shown = say("collection.name_mark").join(names[:MOST_NAMES])
    return say("collection.names", names=shown) if shown else ""


def done_notice(report: "CollectionReport") -> Notice:
    """One sentence for a whole run; alarms come first, the reasons of what failed are its details."""
    found = report.acquisition
    if found is None:
        return Notice("good", say("collection.listed"))
    if report.alarms:
        messages = [each.message for each in report.alarms]
        told = [*messages, *(each.message for each in (*found.foreign, *found.failed))]
        return Notice("warning", say("collection.alarmed", count=len(messages)), messages[0], "\n".join(told))
    message = say("collection.done", new=len(found.documents), failed=len(found.failed), left=found.left)
    told = [each.message for each in (*found.foreign, *found.failed)]
    if found.changed:
        hint = say("collection.changed", numbers=", ".join(f"#{each}" for each in found.changed))
        return Notice("warning", message, hint, "\n".join(told))
    if told:
        return Notice("warning", message, "\n".join(told[:3]), "\n".join(told))
    return Notice("good", message, say("collection.done_hint") if found.documents else "")


def purpose(receipt: "Receipt") -> str:
    return purpose_in_words(receipt.purpose)


def outcome(receipt: "Receipt") -> str:
    return outcome_in_words(receipt.outcome)


def why(receipt: "Receipt") -> str:
    """The reason as a sentence; "" where there was none."""
    if not receipt.reason:
        return ""
    return say(receipt.reason, url=receipt.url, origin=origin_of(receipt.url), status=receipt.status, limit=UNKNOWN)


def size(receipt: "Receipt") -> str:
    if receipt.bytes is None:
        return ""
    return f"{receipt.bytes:,} B" if receipt.bytes < 10_000 else f"{receipt.bytes / 1024:,.0f} KB"
