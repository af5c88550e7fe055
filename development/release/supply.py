"""What a release is made of, for those who check it: a bill of materials, and the registry's word on known faults.

    python -m development.release.supply sbom OUT.cdx.json [--site FOLDER --form FORM --python VERSION]
    python -m development.release.supply audit

`sbom` writes CycloneDX 1.6 of the environment that it runs in, or of a program that was put together in a folder, the
same bytes each time; not where it would say less than the folder holds. `audit` asks with pip-audit (extra `build`)
about exactly the versions that are installed. It ends with 1 where a fault is known, and with 2 where the registry
could not be reached or says nothing of some library: then nobody knows.
"""

import argparse
import json
import platform
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterable, Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.utils import canonicalize_name

from insurance_desktop.domain.licences import Installation, Part
from insurance_desktop.domain.updates import Form
from insurance_desktop.services.machine.licences import parts, texts
from insurance_desktop.services.machine.own_form import FORM_FILE

SPEC = "1.6"
UNANSWERED = 2


def bill_of_materials(found: Iterable[Part]) -> dict[str, Any]:
    """CycloneDX of the parts, the first of them the program itself."""
    program, *others = found
    body = {
        "metadata": {"component": _component(program, "application")},
        "components": [_component(each, "library" if each.is_library else "data") for each in others],
        "dependencies": [
            {"ref": _reference(each.name), "dependsOn": [_reference(name) for name in each.requires]}
            for each in (program, *others)
        ],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(body, sort_keys=True))
    return {"bomFormat": "CycloneDX", "specVersion": SPEC, "serialNumber": f"urn:uuid:{serial}", "version": 1, **body}


def _component(part: Part, kind: str) -> dict[str, Any]:
    made: dict[str, Any] = {"type": kind, "bom-ref": _reference(part.name), "name": part.name}
    if part.version:
        made["version"] = part.version
    if part.is_library:
        made["purl"] = f"pkg:pypi/{part.name.lower().replace('_', '-')}@{part.version}"
    if part.licence:
        made["licenses"] = [
            {"expression": part.licence} if _is_spdx(part) else {"license": {"name": part.licence}},
        ]
    if part.home:
        made["externalReferences"] = [{"type": "website", "url": part.home}]
    return made


def _is_spdx(part: Part) -> bool:
    try:
        return bool(canonicalize_license_expression(part.licence))
    except InvalidLicenseExpression:
        return False


def _reference(name: str) -> str:
    return name.lower().replace(" ", "-")


def write_bill(target: Path, of: Installation | None = None) -> Path:
    """The bill of a program in a folder, or of the one that runs. SystemExit where the folder holds what it does not
    name, or something without a licence and its text."""
    untold = list(unnamed(of)) if of else []
    if untold:
        raise SystemExit("\n".join(untold))
    told = json.dumps(bill_of_materials(parts(of)), ensure_ascii=False, indent=1)
    target.write_text(told + "\n", encoding="utf-8")
    return target


def unnamed(of: Installation) -> Iterator[str]:
    """A line for each library that is no part, each part without an SPDX licence or a text, each file of nobody's if
    the libraries have records of their files."""
    found = parts(of)
    for part in found:
        if not part.licence or not _is_spdx(part):
            yield f"{part.name}: {part.licence or 'no licence'} is no SPDX expression"
        if not any(texts(part, of)):
            yield f"{part.name}: no text of its licence"
    named = {canonicalize_name(each.name) for each in found if each.is_library}
    recorded: set[Path] = set()
    for library in distributions(path=[str(of.site)]):
        recorded.update(Path(str(file)) for file in library.files or ())
        if canonicalize_name(library.name) not in named:
            yield f"{library.name}: inside, and no part requires it"
    for file in sorted(of.site.rglob("*")):
        place = file.relative_to(of.site)
        if file.is_file() and file.suffix != ".pyc" and file.name != FORM_FILE and recorded and place not in recorded:
            yield f"{place}: of no library"


def audit(found: Iterable[Part]) -> int:
    """Asks about the libraries as they are installed; the program itself is in no registry. Returns as `verdict`."""
    _, *others = found
    lines = [f"{each.name}=={each.version}" for each in others if each.is_library]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "asked.txt"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        ask = ["--no-deps", "--disable-pip", "--progress-spinner=off", "--format=json", "-r", str(file)]
        done = subprocess.run(
            [sys.executable, "-m", "pip_audit", *ask], check=False, capture_output=True, text=True, encoding="utf-8"
        )
    code, told = verdict(done.stdout, len(lines))
    print("\n".join(told))
    if not done.stdout.strip() and done.stderr.strip():
        print(done.stderr.strip().splitlines()[-1], file=sys.stderr)
    return code


def verdict(report: str, count: int) -> tuple[int, list[str]]:
    """What pip-audit's JSON says of so many libraries: 1 where a fault is known, else UNANSWERED where not all were
    answered for, a registry without a network or one that knows nothing of faults, else 0."""
    try:
        told = json.loads(report)["dependencies"]
    except (ValueError, LookupError):
        told = []
    answered = [each for each in told if "vulns" in each]
    faults = [
        f"{each['name']} {each['version']}: {fault['id']} (mended in {', '.join(fault['fix_versions']) or 'none'})"
        for each in answered
        for fault in each["vulns"]
    ]
    lines = [*faults, f"{len(answered)} of {count} libraries were answered for, {len(faults)} faults are known"]
    if len(answered) < count:
        lines.append("this is no all-clear: ask again where the registry can be reached and knows of faults")
    return (1 if faults else UNANSWERED if len(answered) < count else 0), lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    places = parser.add_subparsers(dest="what", required=True)
    bill = places.add_parser("sbom")
    bill.add_argument("target", type=Path)
    bill.add_argument("--site", type=Path, help="the folder of its libraries")
    bill.add_argument("--form", type=Form, default=Form.WHEEL)
    bill.add_argument("--python", default=platform.python_version())
    places.add_parser("audit")
    call = parser.parse_args()
    if call.what == "audit":
        return audit(parts())
    write_bill(call.target, Installation(call.site, call.form, call.python) if call.site else None)
    return 0


if __name__ == "__main__":
    sys.exit(main())
