"""The pack by which questions and statements are read."""

from dataclasses import replace

from insurance_desktop.domain.pack import BOOKS, DomainPack
from insurance_desktop.packs.labels import work_kind_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack, pack_names


def reading_pack(pack: DomainPack) -> DomainPack:
    """The library's own pack with what it leaves to others: how choice questions are printed is said by the field of
    books, as papers of all fields print them alike; what a statement shares with its ground by the first pack, with
    which the numbers of the reader were fitted."""
    first = load_pack(default_pack())
    told = pack if pack.statements.negations else first
    printed = (load_pack(name) for name in pack_names() if work_kind_of(name) == BOOKS)
    choices = pack.choices if pack.choices.mark_forms else next((each.choices for each in printed), pack.choices)
    return replace(told, choices=choices)
