"""The pointers of the corpus clauses against lists made by hand from the rendered pages (tests/convert/truth)."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from development.checking.reference_scores import score_pointers
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.domain.conversion import reference_share
from insurance_desktop.packs.loader import load_pack

pytestmark = pytest.mark.corpus
LISTS = sorted((Path(__file__).parent / "truth").glob("references_*.toml"))
BAR = 0.99


def counts(printed, found):
    """How many pointers of the list are found with the right target and item, lead elsewhere, are missed or made up."""
    right = sum((Counter(printed) & Counter(found)).values())
    places = Counter(row[:2] for row in printed) & Counter(row[:2] for row in found)
    wrong = sum(places.values()) - right
    missed = len(printed) - right - wrong
    return {"right": right, "wrong": wrong, "missed": missed, "false": len(found) - right - wrong}


def numbered_part(section_id):
    """The section 2.3.1 that an id belongs to: the lists name no labels and no titled items below it."""
    first = (section_id or "").split("/")[0]
    return first if "." in first else section_id


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem.removeprefix("references_"))
def test_the_pointers_of_a_clause_lead_where_its_reader_goes(corpus, path, record_property):
    truth = tomllib.loads(path.read_text(encoding="utf-8"))
    conversion = convert_bytes((corpus / "insurance" / truth["file"]).read_bytes(), load_pack("insurance"))
    printed = [(*row, None) if len(row) == 3 else tuple(row) for row in truth["pointers"]]
    found = [
        (numbered_part(each.source), "".join(each.anchor.split()), numbered_part(each.target), each.item)
        for each in conversion.references
    ]
    counted = counts(printed, found)
    record_property(path.stem, counted)
    assert counted["right"] >= BAR * len(printed), (
        Counter(printed) - Counter(found),
        Counter(found) - Counter(printed),
    )
    assert counted["false"] == 0, Counter(found) - Counter(printed)
    assert reference_share(conversion.references).share == 1


INSURERS = sorted((Path(__file__).parent / "truth" / "insurers").glob("*.toml"))
LEAST = 0.97


@pytest.mark.parametrize("path", INSURERS, ids=lambda path: path.stem)
def test_the_pointers_of_other_insurers_lead_where_their_reader_goes(corpus, path):
    pack = load_pack("insurance")
    listed = tomllib.loads(path.read_text(encoding="utf-8"))
    conversion = convert_bytes((corpus / "insurers" / f"{path.stem}.pdf").read_bytes(), pack)
    scored = score_pointers(listed, conversion, pack)
    assert scored.right.value >= LEAST or len(scored.wrong) == 1, scored.wrong
