"""Whether two builds are the same to the byte: `python -m development.release.compare FOLDER OTHER`.

Names each file that only one has, or that differs in kind, rights or bytes, and ends with 1 where there is any.
"""

import argparse
from collections.abc import Iterator
from filecmp import cmp
from pathlib import Path


def differences(folder: Path, other: Path) -> Iterator[str]:
    """A line for each; rights and where links lead count, times do not."""
    sides = [{each.relative_to(side): each for each in side.rglob("*")} for side in (folder, other)]
    for place in sorted(sides[0].keys() | sides[1].keys()):
        one, two = (side.get(place) for side in sides)
        if one is None or two is None:
            yield f"only in one: {place}"
            continue
        if _kind(one) != _kind(two):
            yield f"another kind, right or target: {place}"
        if _is_content(one) and _is_content(two) and not cmp(one, two, shallow=False):
            yield f"other bytes: {place}"


def _is_content(path: Path) -> bool:
    """Whether it has bytes of its own: a link's are those of where it leads."""
    return path.is_file() and not path.is_symlink()


def _kind(path: Path) -> tuple[int, str]:
    return path.lstat().st_mode, str(path.readlink()) if path.is_symlink() else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("other", type=Path)
    call = parser.parse_args()
    found = list(differences(call.folder, call.other))
    print("\n".join([*found, f"{len(found)} differences"]))
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
