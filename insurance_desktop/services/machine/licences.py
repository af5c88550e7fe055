"""The parts of the running program with their licences: Python's libraries as they tell of themselves, and what else
lies in the resources, by resources/licences/parts.toml."""

import platform
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePath
from typing import Any

from insurance_desktop import __version__, paths
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.licences import Installation, LicenceText, LicensedPart, Part
from insurance_desktop.domain.updates import Form
from insurance_desktop.services.machine.own_form import own_form

OURS = "insurance-desktop"
EXTRAS = ("ai", "ocr")
"""What of the program's extras a user may have installed; the others are of developers."""

_TEXTS = re.compile(r"(?i)(licen[cs]e|copying|notices?|copyright)([._-].*|s/.*|)$")
_REQUIREMENT = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[([^\]]*)\])?")
_EXTRA = re.compile(r"extra\s*==\s*[\"']([^\"']+)")
_LONGEST_NAME = 80
"""Signs of what a licence is called; longer ones are the text itself."""


@entity
class _Library:
    """A library of Python; `told` is what it says of itself, read once: each look at a distribution reads it anew."""

    told: Any
    name: str
    requires: tuple[str, ...]

    @classmethod
    def of(cls, found: Distribution) -> "_Library":
        told = found.metadata
        return cls(told, told["Name"], tuple(told.get_all("Requires-Dist") or found.requires or ()))


def parts(of: Installation | None = None) -> tuple[Part, ...]:
    """The program first, then by name; of the one that runs unless another is named. NotFound where an installation
    has lost what it knows of its libraries."""
    libraries = _libraries(of)
    form = of.form if of else own_form()
    python = of.python if of else platform.python_version()
    told = [_library_part(each, libraries) for each in libraries.values()]
    told += [_declared_part(each, python) for each in _declared("parts") if form in each.get("forms", Form)]
    rest = sorted(told, key=lambda part: part.name.lower())
    return tuple(sorted(rest, key=lambda part: part.name != OURS))


def licences_of(name: str, of: Installation | None = None) -> LicensedPart:
    """One part with its texts. NotFound where there is none of that name."""
    for part in parts(of):
        if _folded(part.name) == _folded(name):
            return LicensedPart(part, tuple(texts(part, of)))
    raise NotFound("licences.no_such_part", name=name)


def _distribution(name: str, of: Installation | None) -> Distribution:
    if of is None:
        return distribution(name)
    for found in Distribution.discover(name=name, path=[str(of.site)]):
        return found
    raise PackageNotFoundError(name)


def _libraries(of: Installation | None) -> dict[str, _Library]:
    """The program and all that is installed of what it requires, by folded name."""
    found: dict[str, _Library] = {}
    waiting = [(OURS, frozenset(EXTRAS))]
    seen = set()
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            found[name] = found.get(name) or _Library.of(_distribution(name, of))
        except PackageNotFoundError as absent:  # of another system, or of an extra that is not installed
            if name == OURS:
                raise NotFound("licences.unknown") from absent
            continue
        waiting.extend(_required(found[name], extras))
    return found


def _required(library: _Library, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    for line in library.requires:
        wanted = _EXTRA.search(line)
        found = _REQUIREMENT.match(line)
        if found and (wanted is None or wanted[1] in extras):
            yield _folded(found[1]), frozenset(each.strip() for each in (found[2] or "").split(",") if each.strip())


def _library_part(library: _Library, libraries: dict[str, _Library]) -> Part:
    extras = frozenset(EXTRAS if library.name == OURS else ())
    required = {name for name, _ in _required(library, extras) if name in libraries}
    version = __version__ if library.name == OURS else library.told["Version"]
    requires = tuple(sorted(libraries[name].name for name in required))
    known = _known(library.name)
    licence = known.get("licence") or _spelled(_licence(library.told))
    return Part(library.name, version, licence, _home(library.told) or known.get("home", ""), True, requires)


def _known(library: str) -> dict[str, Any]:
    """What parts.toml says of a library, which it need not."""
    return next((each for each in _declared("libraries") if _folded(each["name"]) == _folded(library)), {})


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


def texts(part: Part, of: Installation | None = None) -> Iterator[LicenceText]:
    """Those of one of the parts."""
    declared = next((each for each in _declared("parts") if each["name"] == part.name), None)
    if declared is not None:
        yield from map(_shipped, declared["texts"])
        return
    told = [*map(_shipped, _known(part.name).get("texts", ())), *_own_texts(_distribution(part.name, of))]
    yield from told
    if not told:
        common = next((each["texts"] for each in _declared("common") if each["word"] in part.licence), ())
        yield from map(_shipped, common)


def _own_texts(library: Distribution) -> Iterator[LicenceText]:
    """Those among a library's files."""
    for file in library.files if library.files is not None else _unrecorded(library):
        if _TEXTS.search(str(file)) and file.suffix not in (".py", ".pyc"):
            place = Path(str(library.locate_file(file)))
            if place.is_file():
                yield LicenceText(str(file), place.read_text("utf-8", "replace"))


def _unrecorded(library: Distribution) -> Iterator[PurePath]:
    """A program in one folder has no record of its libraries' files: what lies beside what they tell of themselves, and
    at the head of the package that is called like them."""
    site = Path(str(library.locate_file("")))
    told = _folded(f"{library.name}-{library.version}")
    for folder in site.glob("*.dist-info"):
        if _folded(folder.stem) == told:
            yield from (each.relative_to(site) for each in sorted(folder.rglob("*")))
    yield from (each.relative_to(site) for each in sorted((site / library.name).glob("*")))


def _shipped(file: str) -> LicenceText:
    return LicenceText(file, (paths.resource_root() / file).read_text("utf-8"))


def _declared(kind: str) -> list[dict[str, Any]]:
    return _all_declared(paths.resource_root() / "licences" / "parts.toml")[kind]


@cache
def _all_declared(file: Path) -> dict[str, list[dict[str, Any]]]:
    """What parts.toml says, which is asked for twice with every library."""
    return tomllib.loads(file.read_text("utf-8"))


def _declared_part(entry: dict[str, Any], python: str) -> Part:
    version = entry.get("version", python if entry["name"] == "Python" else "")
    return Part(entry["name"], version, entry["licence"], entry["home"], False)


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
