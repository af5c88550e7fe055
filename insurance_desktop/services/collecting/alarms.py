"""What collecting found that a person must look at: told in words, ended by a decision or by a person's word."""

from collections.abc import Sequence
from dataclasses import dataclass

from insurance_desktop.domain.errors import NotFound
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.review.decision_log import required
from insurance_desktop.store.collecting import alarms, collection
from insurance_desktop.store.collecting.alarms import FILE_CHANGED, LIST_SHRUNK, Alarm


@dataclass(frozen=True, slots=True)
class ToldAlarm:
    """An open alarm as a person reads it: what happened, and what to do."""

    alarm_id: int
    site: str
    kind: str
    raised_at: str
    document_id: int | None
    former_document_id: int | None
    message: str
    hint: str


def open_alarms(library: Library, site: str | None = None) -> tuple[ToldAlarm, ...]:
    """What nobody has answered yet, oldest first."""
    with library.database.read() as connection:
        return tuple(map(told, alarms.open_ones(connection, site)))


def told(alarm: Alarm) -> ToldAlarm:
    """The alarm in words."""
    if alarm.kind == FILE_CHANGED:
        values = {**alarm.facts, "document_id": alarm.document_id, "former": alarm.former_document_id}
        message = say("crawl.alarm_file_changed", **values)
        hint = say("crawl.alarm_file_changed_hint", document_id=alarm.document_id)
    else:
        before, now = alarm.facts["before"], alarm.facts["now"]
        message = say("crawl.alarm_list_shrunk", before=sum(before), now=sum(now), lists=_lists(before, now))
        hint = say("crawl.alarm_list_shrunk_hint", alarm_id=alarm.alarm_id)
    return ToldAlarm(
        alarm_id=alarm.alarm_id,
        site=alarm.site,
        kind=alarm.kind,
        raised_at=alarm.raised_at,
        document_id=alarm.document_id,
        former_document_id=alarm.former_document_id,
        message=message,
        hint=hint,
    )


def _lists(before: Sequence[int], now: Sequence[int]) -> str:
    """The lists one by one where a site has several that named something."""
    if len(before) != len(now) or sum(had > 0 for had in before) < 2:
        return ""
    pairs = enumerate(zip(before, now, strict=True), 1)
    parts = [say("crawl.alarm_one_list", number=number, before=had, now=has) for number, (had, has) in pairs]
    return say("crawl.alarm_lists", lists=say("crawl.alarm_list_mark").join(parts))


def acknowledge(library: Library, alarm_id: int, *, reviewer: str, reason: str) -> ToldAlarm:
    """A person's word that an alarm was looked at, on record. A list that shrank rightly is the measure from now on.

    Raises NotFound where no such alarm is open, and UsageError without a name or a reason.
    """
    reviewer = required(reviewer, "services.reviewer_required")
    reason = required(reason, "services.reason_required")
    with library.database.write() as connection:
        alarm = alarms.find_open(connection, alarm_id)
        if alarm is None:
            numbers = [str(each.alarm_id) for each in alarms.open_ones(connection)]
            raise NotFound("crawl.no_such_alarm", alarm_id=alarm_id, known=", ".join(numbers) or "–")
        alarms.end(connection, alarm_id, library.now(), by=reviewer, reason=reason)
        if alarm.kind == LIST_SHRUNK:
            memory = collection.site_memory(connection, alarm.site)
            memory["sizes"] = {"origin": alarm.facts["origin"], "lists": alarm.facts["now"]}
            collection.keep_site(connection, alarm.site, memory)
    return told(alarm)
