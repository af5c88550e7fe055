"""The names of a pack's categories without reading the pack: what a server must say before it may read anything."""

import tomllib
from functools import cache

from insurance_desktop import paths

FIRST, LAST = "\ncategories = [\n", "\n]\n"


@cache
def category_labels(name: str = "insurance") -> dict[str, str]:
    """Label by name, in the pack's order; the pack's file is checked where the pack is loaded."""
    text = (paths.resource_root() / "packs" / f"{name}.toml").read_text(encoding="utf-8")
    entries = text.partition(FIRST)[2].partition(LAST)[0]
    return {each["name"]: each["label"] for each in tomllib.loads(f"{FIRST}{entries}{LAST}")["categories"]}
