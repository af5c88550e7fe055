"""Which functions and rules of the conversion fire on which files: `python -m development.checking.fired FOLDER…`.

Prints, for each function of convert/, in how many files it ran and one of them; first those that ran in none. Then the
same for the rules that blocks stand by and the kinds of findings. What fires nowhere has no evidence: it is removed, or
a made document in the tests shows what it is for.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from insurance_desktop import convert
from insurance_desktop.convert import pipeline
from insurance_desktop.convert.structure.rules import name_of
from insurance_desktop.packs.loader import load_pack

ROOT = Path(convert.__file__).parent
RUNNING = ROOT / "running"
"""Processes and pictures: no part of reading a document."""


def main() -> None:
    """Converts all PDFs of the folders in this process."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folders", nargs="+", type=Path)
    arguments.add_argument("--all", action="store_true", help="functions that ran, too")
    chosen = arguments.parse_args()
    files = sorted(path for folder in chosen.folders for path in folder.rglob("*.pdf"))
    functions: dict[CodeType, list[str]] = defaultdict(list)
    rules: dict[str, list[str]] = defaultdict(list)
    pack = load_pack("insurance")
    for path in files:
        called, fired = _convert(path, pack)
        for code in called:
            functions[code].append(path.name)
        for rule in fired:
            rules[rule].append(path.name)
    defined = set(_defined())
    silent = sorted(defined - set(functions), key=_place)
    print(f"{len(files)} files, {len(defined)} functions, {len(silent)} of them ran in none")
    for code in silent:
        print(f"  never: {_place(code)}")
    if chosen.all:
        for code in sorted(defined & set(functions), key=lambda each: len(functions[each])):
            print(f"  {len(functions[code])}: {_place(code)} ({functions[code][0]})")
    for rule, names in sorted(rules.items(), key=lambda item: len(item[1])):
        print(f"  {len(names)}: {rule} ({names[0]})")


def _convert(path: Path, pack: Any) -> tuple[set[CodeType], set[str]]:
    """What ran while the file was converted, and the rules and kinds of findings in its result."""
    called: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            called.add(frame.f_code)

    sys.setprofile(note)
    try:
        conversion = pipeline.convert_bytes(path.read_bytes(), pack)
    finally:
        sys.setprofile(None)
    rules = {f"rule {name_of(block.rule)}" for block in conversion.blocks if block.rule}
    return called, rules | {f"finding {each.kind}" for each in conversion.findings}


def _defined() -> Iterator[CodeType]:
    """The code of all functions and methods of the conversion's modules."""
    for name, module in sorted(sys.modules.items()):
        source = Path(getattr(module, "__file__", None) or ".")
        if name.startswith(convert.__name__) and ROOT in source.parents and RUNNING not in source.parents:
            yield from _codes(module)


def _codes(owner: ModuleType | type) -> Iterator[CodeType]:
    for value in vars(owner).values():
        inner = getattr(value, "fget", None) or getattr(value, "func", None) or getattr(value, "__wrapped__", value)
        if isinstance(inner, FunctionType) and Path(inner.__code__.co_filename).is_relative_to(ROOT):
            yield inner.__code__
        elif isinstance(value, type) and isinstance(owner, ModuleType) and value.__module__ == owner.__name__:
            yield from _codes(value)


def _place(code: CodeType) -> str:
    return f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_firstlineno} {code.co_name}"


if __name__ == "__main__":
    main()
