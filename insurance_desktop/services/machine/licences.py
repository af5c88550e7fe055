"""The parts of the running program with their licences: Python's libraries as they tell of themselves, and what else
lies in the resources, by resources/licences/parts.toml."""

import platform
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from insurance_desktop import __version__, paths
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.licences import LicenceText, LicensedPart, Part

OURS = "insurance-desktop"
EXTRAS = ("ai", "ocr")
"""What of the program's extras a user may have installed; the others are of developers."""

_TEXTS = re.compile(r"(?i)(licen[cs]e|copying|notice|copyright)([._-].*|s/.*|)$")
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?")
_EXTRA = re.compile(r"extra\s*==\s*[\"']([^\"']+)")
_LONGEST_NAME = 80
"""Signs of what a licence is called; longer ones are the text itself."""


def parts() -> tuple[Part, ...]:
    """The program first, then by name. NotFound where an installation has lost what it knows of its libraries."""
    libraries = _libraries()
    told = [_library_part(each, libraries) for each in libraries.values()]
    rest = sorted([*told, *map(_declared_part, _declared("parts"))], key=lambda part: part.name.lower())
    return tuple(sorted(rest, key=lambda part: part.name != OURS))


def licences_of(name: str) -> LicensedPart:
    """One part with its texts. NotFound where there is none of that name."""
    for part in parts():
        if _folded(part.name) == _folded(name):
            return LicensedPart(part, tuple(_texts(part)))
    raise NotFound("licences.no_such_part", name=name)


def _libraries() -> dict[str, Distribution]:
    """The program and all that is installed of what it requires, by folded name."""
    found: dict[str, Distribution] = {}
    waiting = [(OURS, frozenset(EXTRAS))]
    seen = set()
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            found[name] = distribution(name)
        except PackageNotFoundError as absent:  # of another system, or of an extra that is not installed
            if name == OURS:
                raise NotFound("licences.unknown") from absent
            continue
        waiting.extend(_required(found[name], extras))
    return found


def _required(library: Distribution, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    for line in library.requires or ():
        wanted = _EXTRA.search(line)
        found = _REQUIREMENT.match(line)
        if found and (wanted is None or wanted[1] in extras):
            yield _folded(found[1]), frozenset(each.strip() for each in (found[2] or "").split(",") if each.strip())


def _library_part(library: Distribution, libraries: dict[str, Distribution]) -> Part:
    told = library.metadata
    extras = frozenset(EXTRAS if library.name == OURS else ())
    required = {name for name, _ in _required(library, extras) if name in libraries}
    version = __version__ if library.name == OURS else library.version
    requires = tuple(sorted(libraries[name].name for name in required))
    known = next((each for each in _declared("libraries") if _folded(each["name"]) == _folded(library.name)), None)
    licence = known["licence"] if known else _spelled(_licence(told))
    return Part(library.name, version, licence, _home(told) or (known or {}).get("home", ""), True, requires)


def _spelled(licence: str) -> str:
    """The licence by its SPDX identifier, where a library calls it otherwise."""
    return next((each["licence"] for each in _declared("spelled") if licence in each["said"]), licence)


def _licence(told: Any) -> str:
    """What a library calls its licence: an SPDX expression where it has one."""
    named = told.get("License-Expression") or told.get("License") or ""
    if named and len(named) <= _LONGEST_NAME and "\n" not in named:
        return str(named)
    classified = [each.split("::")[-1].strip() for each in told.get_all("Classifier") or () if "License ::" in each]
    return ", ".join(classified) or str(named).strip().partition("\n")[0][:_LONGEST_NAME]


def _home(told: Any) -> str:
    links = [each.partition(",")[2].strip() for each in told.get_all("Project-URL") or ()]
    return str(told.get("Home-page") or next(iter(links), ""))


def _texts(part: Part) -> Iterator[LicenceText]:
    declared = next((each for each in _declared("parts") if each["name"] == part.name), None)
    if declared is not None:
        yield from map(_shipped, declared["texts"])
        return
    own = list(_own_texts(distribution(part.name)))
    yield from own
    if not own:
        common = next((each["texts"] for each in _declared("common") if each["word"] in part.licence), ())
        yield from map(_shipped, common)


def _own_texts(library: Distribution) -> Iterator[LicenceText]:
    """Those among a library's files; a program in one folder carries only what stands in its metadata."""
    for file in library.files or ():
        if _TEXTS.search(str(file)) and file.suffix not in (".py", ".pyc"):
            place = Path(str(library.locate_file(file)))
            if place.is_file():
                yield LicenceText(str(file), place.read_text("utf-8", "replace"))


def _shipped(file: str) -> LicenceText:
    return LicenceText(file, (paths.resource_root() / file).read_text("utf-8"))


def _declared(kind: str) -> list[dict[str, Any]]:
    file = paths.resource_root() / "licences" / "parts.toml"
    entries: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))[kind]
    return entries


def _declared_part(entry: dict[str, Any]) -> Part:
    version = entry.get("version", platform.python_version() if entry["name"] == "Python" else "")
    return Part(entry["name"], version, entry["licence"], entry["home"], False)


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
