"""The bill of materials names every part with its licence; where nobody answered, an audit is no all-clear."""

import json

import pytest

from development.release.supply import UNANSWERED, bill_of_materials, verdict
from insurance_desktop.services.machine.licences import parts


def test_every_part_stands_in_it_once_and_is_made_alike_each_time():
    found = parts()
    bill = bill_of_materials(found)
    assert bill == bill_of_materials(found)
    named = [bill["metadata"]["component"], *bill["components"]]
    assert [each["name"] for each in named] == [each.name for each in found]
    references = {each["bom-ref"] for each in named}
    assert len(references) == len(named)
    assert {name for each in bill["dependencies"] for name in (each["ref"], *each["dependsOn"])} <= references
    numpy = next(each for each in named if each["name"] == "numpy")
    assert numpy["purl"].startswith("pkg:pypi/numpy@") and numpy["licenses"][0]["expression"]


SOUND = {"name": "numpy", "version": "2.4.0", "vulns": []}
FAULTY = {"name": "lxml", "version": "6.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["6.1"]}]}
UNKNOWN = {"name": "rjieba", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("told", "code", "words"),
    [
        ([SOUND, SOUND], 0, "2 of 2 libraries"),
        ([SOUND, FAULTY], 1, "lxml 6.0: PYSEC-1 (mended in 6.1)"),
        ([FAULTY, UNKNOWN], 1, "no all-clear"),
        ([SOUND, UNKNOWN], UNANSWERED, "no all-clear"),
        (None, UNANSWERED, "0 of 2 libraries"),
    ],
)
def test_an_audit_says_what_is_known_and_what_nobody_answered(told, code, words):
    report = "" if told is None else json.dumps({"dependencies": told, "fixes": []})
    found, lines = verdict(report, 2)
    assert found == code and words in "\n".join(lines)
