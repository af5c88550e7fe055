"""The commands `update`: is there a newer version, its verified file, its installation, and the way back."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from insurance_desktop import paths
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.packs.wording import say

from .console import Report, note, stoppable
from .using import reading, report

if TYPE_CHECKING:
    from insurance_desktop.services.updating.settings import UpdateSettings
    from insurance_desktop.services.updating.source import Source


def check(call: Namespace) -> Report:
    from insurance_desktop.services.updating.updates import check_for_update

    with _published(call) as (settings, source):
        return report(check_for_update(settings, source))


def install(call: Namespace) -> Report:
    from insurance_desktop.services.updating.installing import install_update
    from insurance_desktop.services.updating.updates import fetch_update

    version = call.version_shown
    with _published(call) as (settings, source):
        fetched = fetch_update(settings, source, version)
        if call.only_fetch or not fetched.is_installable:
            return report(fetched)
        note(say("updates.card_installing", version=version))
        return report(install_update(fetched, cancel=source.cancel))


def former(call: Namespace) -> Report:
    from insurance_desktop.services.updating.installing import return_to_former

    return report(return_to_former(undo=call.undo_former))


def settings(call: Namespace) -> Report:
    from insurance_desktop.services.updating.settings import read_update_settings, set_update_address

    if call.forget_address:
        return report(set_update_address("", ""))
    if (call.manifest_address is None) is not (call.public_key is None):
        raise UsageError("updates.both_together")
    if call.manifest_address is None:
        return report(read_update_settings())
    return report(set_update_address(call.manifest_address, call.public_key))


@contextmanager
def _published(call: Namespace) -> "Iterator[tuple[UpdateSettings, Source]]":
    """What was set, and a way there that obeys the switches of the user and of the library in use."""
    from insurance_desktop.services.collecting.settings import offline_switch
    from insurance_desktop.services.updating.settings import read_update_settings
    from insurance_desktop.services.updating.source import Source

    found = read_update_settings()
    with stoppable() as cancel:
        if paths.is_absent(call.library):
            yield found, Source(found.address, offline_switch(), cancel)
        else:
            with reading(call) as library:
                yield found, Source(found.address, offline_switch(library), cancel)
