"""How many products each list of a site named: a list that has lost most of them is no news but an alarm.

A server that fails can answer with an empty list as if all were well. Nothing is taken out of the library for it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from insurance_desktop.domain.addresses import origin_of
from insurance_desktop.store.collecting import alarms, attachments, collection
from insurance_desktop.store.collecting.alarms import LIST_SHRUNK
from insurance_desktop.store.database import Connection

from .session import Session

MANY = 5
"""Products of a list below which a loss is no news: of three products two may well be withdrawn."""


def watch(session: Session, sizes: Sequence[int]) -> bool:
    """Whether the lists, read to their end, have shrunk against those of before: then there is an alarm.

    What they named before stays the measure until they name as much again, or a person says that it is right so.
    """
    now, origin = list(sizes), session.site.home
    with session.library.database.write() as connection:
        memory = collection.site_memory(connection, session.site.name)
        standing = [
            each
            for each in alarms.open_ones(connection, session.site.name)
            if each.kind == LIST_SHRUNK and each.facts["origin"] == origin
        ]
        before = _before(connection, session, memory)
        is_shrunk = has_shrunk(before, now)
        same = next((each.alarm_id for each in standing if is_shrunk and each.facts["now"] == now), None)
        for each in standing:
            if each.alarm_id != same:
                alarms.end(connection, each.alarm_id, session.now())
        if not is_shrunk:
            collection.keep_site(connection, session.site.name, {**memory, "sizes": {"origin": origin, "lists": now}})
            return False
        facts = {"origin": origin, "before": before, "now": now}
        session.alarms.append(same or _raise(connection, session, facts))
    return True


def _raise(connection: Connection, session: Session, facts: Mapping[str, Any]) -> int:
    return alarms.add(connection, LIST_SHRUNK, facts, site=session.site.name, run_id=session.run_id, now=session.now())


def _before(connection: Connection, session: Session, memory: Mapping[str, Any]) -> list[int]:
    """What the lists named when they were last as they should be; where nobody counted, what the catalogue knows."""
    kept = memory.get("sizes")
    if kept and kept["origin"] == session.site.home:
        return list(kept["lists"])
    listed = attachments.of_site(connection, session.site.name)
    return [len({each.work_id for each in listed if origin_of(each.url) in session.client.rules.origins})]


def has_shrunk(before: Sequence[int], now: Sequence[int]) -> bool:
    """Whether lists that named so many products have lost most of them: each by itself, or all together."""
    pairs = [(sum(before), sum(now))]
    if len(before) == len(now):
        pairs += zip(before, now, strict=True)
    is_empty = sum(now) == 0 < sum(before)
    return is_empty or any(had >= MANY and has * 2 < had for had, has in pairs)
