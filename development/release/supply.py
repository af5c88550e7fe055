"""What a release is made of, for those who check it: a bill of materials, and the registry's word on known faults.

    python -m development.release.supply sbom OUT.cdx.json
    python -m development.release.supply audit

`sbom` writes CycloneDX 1.6 of the environment that it runs in, the same bytes each time. `audit` asks with pip-audit
(extra `build`) about exactly the versions that are installed; it needs the network and ends with 1 where something is
known.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from insurance_desktop.domain.licences import Part
from insurance_desktop.services.machine.licences import parts

SPEC = "1.6"


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


def audit(found: Iterable[Part]) -> int:
    """What pip-audit says of the libraries as they are installed; the program itself is in no registry.

    Strict: a registry that knows nothing of faults is no all-clear.
    """
    _, *others = found
    lines = [f"{each.name}=={each.version}" for each in others if each.is_library]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write("\n".join(lines) + "\n")
    try:
        line = [
            sys.executable,
            "-m",
            "pip_audit",
            "--strict",
            "--no-deps",
            "--disable-pip",
            "--progress-spinner=off",
            "-r",
        ]
        return subprocess.run([*line, file.name], check=False).returncode
    finally:
        Path(file.name).unlink()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    places = parser.add_subparsers(dest="what", required=True)
    places.add_parser("sbom").add_argument("target", type=Path)
    places.add_parser("audit")
    call = parser.parse_args()
    if call.what == "audit":
        return audit(parts())
    told = json.dumps(bill_of_materials(parts()), ensure_ascii=False, indent=1)
    call.target.write_text(told + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
