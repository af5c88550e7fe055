"""The names of a pack's categories without reading the pack: what a server must say before it may read anything."""

from insurance_desktop.packs.kept_toml import entries_of
from insurance_desktop.packs.registry import pack_folder

FILE = "categories.toml"


def category_labels(name: str) -> dict[str, str]:
    """Label by name, in the pack's order; the file is checked where the pack is loaded."""
    entries = entries_of(pack_folder(name) / FILE)
    return {each["name"]: each["label"] for each in entries["categories"]}
