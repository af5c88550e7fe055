"""What the collection has left in the library: the state of each site, and one receipt per request."""

from insurance_desktop.services.library import Library
from insurance_desktop.store import collection


def receipts(library: Library) -> tuple[collection.Receipt, ...]:
    with library.database.read() as connection:
        return collection.receipts(connection)


def site_states(library: Library) -> tuple[collection.SiteState, ...]:
    with library.database.read() as connection:
        return collection.site_states(connection)
