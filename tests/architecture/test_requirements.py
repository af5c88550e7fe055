"""Tests say which requirement they prove, with ids that exist."""

import re

from package_source import ROOT

KNOWN = re.compile(r"(FR|SC|US|EC)-?\d{1,3}[a-z]?(\.\d)?|C\d{1,2}[a-z]?|verify_quote")
MARKER = re.compile(r"mark\.requirement\(([^)]*)\)")


def test_a_requirement_marker_names_known_ids():
    unknown = [
        f"{path.relative_to(ROOT)}: {identifier}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for arguments in MARKER.findall(path.read_text(encoding="utf-8"))
        for identifier in re.findall(r"[\"']([^\"']+)[\"']", arguments)
        if not KNOWN.fullmatch(identifier)
    ]
    assert not unknown
