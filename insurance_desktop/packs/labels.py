"""What a pack and its categories are called without reading the pack: what is said before it may be read."""

from insurance_desktop.packs.kept_toml import entries_of
from insurance_desktop.packs.registry import pack_folder
from insurance_desktop.packs.wording import language

FILE = "categories.toml"
FIRST_FILE = "pack.toml"


def pack_label(name: str) -> str:
    """What the pack is called in the language that is spoken, else in its own; its name where its file does not say."""
    said = entries_of(pack_folder(name) / FIRST_FILE)
    return str(said.get("label_in", {}).get(language(), said.get("label", name)))


def work_kind_of(name: str) -> str:
    """What the works of a pack are: products, regulations, books."""
    return str(entries_of(pack_folder(name) / FIRST_FILE).get("work_kind", ""))


def category_labels(name: str) -> dict[str, str]:
    """Label by name, in the pack's order; the file is checked where the pack is loaded."""
    entries = entries_of(pack_folder(name) / FILE)
    return {each["name"]: each["label"] for each in entries["categories"]}
