"""What a face shows of collecting at a glance: each known site as it stands, the switches, the last check."""

from dataclasses import dataclass

from insurance_desktop.crawl.sites.declared import load_site, site_names
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.collecting import collection
from insurance_desktop.store.collecting.collection import Run, SiteState

from .alarms import ToldAlarm, open_alarms
from .journal import as_text
from .settings import OFFLINE_VARIABLE, CollectionSettings, read_settings, user_is_offline


@dataclass(frozen=True, slots=True)
class SiteOverview:
    """One site that can be collected from; `state` None = it was never asked, `news` its last run that ended well.

    `needs_person` = it asked for a person and nobody has been through since; `alarms` are those that nobody answered.
    """

    site: str
    label: str
    origin: str
    state: SiteState | None
    last_run: Run | None
    news: Run | None
    needs_person: bool
    alarms: tuple[ToldAlarm, ...] = ()


@dataclass(frozen=True, slots=True)
class CollectionOverview:
    """`last_success` is the latest of all sites; `user_switch` names the variable that keeps this user offline."""

    sites: tuple[SiteOverview, ...]
    settings: CollectionSettings
    last_success: str | None
    user_switch: str | None


def overview(library: Library) -> CollectionOverview:
    """One reading of the library."""
    now = as_text(library.clock().timestamp())
    alarms = open_alarms(library)
    with library.database.read() as connection:
        states = {each.site: each for each in collection.site_states(connection, now)}
        sites = []
        for name in site_names():
            described, runs = load_site(name), collection.runs(connection, name)
            sites.append(
                SiteOverview(
                    site=name,
                    label=described.label,
                    origin=described.origin,
                    state=states.get(name),
                    last_run=runs[0] if runs else None,
                    news=next((each for each in runs if each.outcome == "done"), None),
                    needs_person=bool(name in states and states[name].needs_person),
                    alarms=tuple(each for each in alarms if each.site == name),
                )
            )
    successes = [each.last_success for each in states.values() if each.last_success]
    return CollectionOverview(
        sites=tuple(sites),
        settings=read_settings(library),
        last_success=max(successes, default=None),
        user_switch=OFFLINE_VARIABLE if user_is_offline() else None,
    )
