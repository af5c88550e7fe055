"""The pack by which questions and statements are read."""

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack


def reading_pack(pack: DomainPack) -> DomainPack:
    """The library's own pack where it says how choice questions are printed, else the first one: papers of all fields
    print them alike."""
    return pack if pack.choices.mark_forms else load_pack(default_pack())
