"""What a person sets for collecting: the offline switch, and the contact that a site's owner may write to."""

import os
from collections.abc import Callable

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.collecting import collection
from insurance_desktop.store.database import Connection

OFFLINE_VARIABLE = "INSURANCE_DESKTOP_OFFLINE"
"""Set to anything but 0: offline for every library of this user, whatever the library says."""

OFFLINE = "offline"
CONTACT = "contact"
RECHECKS = "rechecks"
LONGEST_CONTACT = 120
USUAL_RECHECKS = 3
MOST_RECHECKS = 1000


@entity
class CollectionSettings:
    """`offline` counts both switches; `contact` is "" where none was given.

    `rechecks` is how many of the files that are here each run asks for again, those first that were asked for longest
    ago.
    """

    offline: bool
    contact: str
    rechecks: int = USUAL_RECHECKS


def read_settings(library: Library) -> CollectionSettings:
    with library.database.read() as connection:
        contact = collection.setting(connection, CONTACT) or ""
        return CollectionSettings(is_offline(connection), contact, _rechecks(connection))


def _rechecks(connection: Connection) -> int:
    kept = collection.setting(connection, RECHECKS)
    return int(kept) if kept is not None else USUAL_RECHECKS


def is_offline(connection: Connection) -> bool:
    """Whether no connection may be opened: the user's switch, or the library's."""
    return user_is_offline() or collection.setting(connection, OFFLINE) == "1"


def user_is_offline() -> bool:
    """The switch of the user's environment."""
    return os.environ.get(OFFLINE_VARIABLE, "").strip() not in ("", "0")


def offline_switch(library: Library | None = None) -> Callable[[], bool]:
    """Says whenever it is asked whether connections are forbidden: by the user, or by the library in use."""
    return lambda: user_is_offline() or (library is not None and read_settings(library).offline)


def set_offline(library: Library, offline: bool) -> None:
    """The library's switch: it goes with the file to whoever opens it next."""
    with library.database.write() as connection:
        collection.keep_setting(connection, OFFLINE, "1" if offline else "0")


def set_contact(library: Library, contact: str) -> None:
    """An e-mail or web address for the User-Agent. UsageError where it cannot stand in one."""
    contact = contact.strip()
    if len(contact) > LONGEST_CONTACT or not contact.isascii() or not contact.isprintable() or {*"()"} & {*contact}:
        raise UsageError("services.contact_unusable", contact=contact, longest=LONGEST_CONTACT)
    with library.database.write() as connection:
        collection.keep_setting(connection, CONTACT, contact)


def set_rechecks(library: Library, rechecks: int) -> None:
    """How many files of those that are here each run asks for again. UsageError beyond what is polite."""
    refuse_rechecks(rechecks)
    with library.database.write() as connection:
        collection.keep_setting(connection, RECHECKS, str(rechecks))


def refuse_rechecks(rechecks: int) -> None:
    """UsageError for a number that is none, or is more than a site should be asked for beside its new files."""
    if not 0 <= rechecks <= MOST_RECHECKS:
        raise UsageError("services.rechecks_unusable", given=rechecks, most=MOST_RECHECKS)
