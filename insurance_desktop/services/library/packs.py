"""By which pack a library is read: the one that is named, or that of what is asked about, or the one that it holds."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.packs.registry import default_pack, pack_names
from insurance_desktop.store.database import Database
from insurance_desktop.store.works import packs


@entity
class PackChoice:
    """What tells the pack that is meant: its name, else a document or a product (its code, name or id) of it."""

    name: str | None = None
    document_id: int | None = None
    product: str | None = None


ANY_PACK = PackChoice()


def packs_held(database: Database) -> tuple[str, ...]:
    """The packs whose documents the library holds, in the order in which packs are offered."""
    with database.read() as connection:
        held = packs.held(connection)
    offered = pack_names()
    return tuple(sorted(held, key=lambda name: offered.index(name) if name in offered else len(offered)))


def chosen_pack(database: Database, choice: PackChoice) -> str:
    """The name of the pack that is meant; of several that the library holds the first, where nothing tells."""
    if choice.name is not None:
        return choice.name
    held = packs_held(database)
    if len(held) > 1:
        told = _told(database, choice)
        if told is not None:
            return told
    return held[0] if held else default_pack()


def _told(database: Database, choice: PackChoice) -> str | None:
    with database.read() as connection:
        if choice.document_id is not None:
            return packs.of_document(connection, choice.document_id)
        return None if choice.product is None else packs.of_product(connection, choice.product)
