"""By which pack a library is read: the one that is named, or that of what is asked about, or the one that it holds."""

from contextlib import closing
from pathlib import Path

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import BOOKS, REGULATIONS
from insurance_desktop.packs.labels import work_kind_of
from insurance_desktop.packs.registry import default_pack, pack_names
from insurance_desktop.store.database import Database
from insurance_desktop.store.opening import open_database
from insurance_desktop.store.works import packs


@entity
class PackChoice:
    """What tells the pack that is meant: its name, else a document, a clause, a product (its code, name or id) or a
    kept question of it, else the kind of works that such a question is always about."""

    name: str | None = None
    document_id: int | None = None
    product: str | None = None
    clause_id: str | None = None
    golden_id: int | None = None
    work_kind: str = ""


ANY_PACK = PackChoice()
WORK_KINDS = {"regulations": REGULATIONS, "exam": BOOKS}
"""The kind of works that tools and commands of a group are always asked about, where only some packs have such."""


def packs_in(path: Path) -> tuple[str, ...]:
    """The packs whose documents a library holds. No pack is read for it, nor the code that reads one: a server says so
    before anything else of a library is asked."""
    with closing(open_database(path, read_only=True)) as database:
        return packs_held(database)


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
        held = tuple(sorted(held, key=lambda name: bool(choice.work_kind) and _kind_of(name) != choice.work_kind))
    return held[0] if held else default_pack()


def _kind_of(pack: str) -> str:
    """ "" for a pack that the library was made with and that is not installed."""
    return work_kind_of(pack) if pack in pack_names() else ""


def pack_of_document(database: Database, document_id: int) -> str:
    """The name of a document's pack; what tells nothing is as in `chosen_pack`."""
    return chosen_pack(database, PackChoice(document_id=document_id))


def _told(database: Database, choice: PackChoice) -> str | None:
    """The first that is the library's: what is named as a clause may be a number in the product beside it."""
    with database.read() as connection:
        found = (
            None if choice.document_id is None else packs.of_document(connection, choice.document_id),
            None if choice.clause_id is None else packs.of_clause(connection, choice.clause_id),
            None if choice.product is None else packs.of_product(connection, choice.product),
            None if choice.golden_id is None else packs.of_question(connection, choice.golden_id),
        )
    return next((pack for pack in found if pack is not None), None)
