"""What a pack and its categories are called without reading the pack: what is said before it may be read."""

from insurance_desktop.packs.kept_toml import entries_of
from insurance_desktop.packs.registry import pack_folder

FILE = "categories.toml"
FIRST_FILE = "pack.toml"


def pack_label(name: str) -> str:
    """What the pack is called; its name where its file does not say."""
    return str(entries_of(pack_folder(name) / FIRST_FILE).get("label", name))


def category_labels(name: str) -> dict[str, str]:
    """Label by name, in the pack's order; the file is checked where the pack is loaded."""
    entries = entries_of(pack_folder(name) / FILE)
    return {each["name"]: each["label"] for each in entries["categories"]}
