"""Where words alone do not tell which sign is which, places do; and a sign that is not in its place is still told."""

from paper import NUMBER_X, Paper, families
from test_layouts import OTHER

from insurance_desktop.convert.checking import placing
from insurance_desktop.convert.checking.comparing import Change, compare
from insurance_desktop.convert.checking.placing import SignPlaces, place_signs
from insurance_desktop.convert.pipeline import convert_bytes
from insurance_desktop.convert.reading.pages import Glyph, PageReading
from insurance_desktop.convert.steps import Step
from insurance_desktop.convert.text.account import Written, keep_ledger
from insurance_desktop.domain.conversion import Agreement, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import FindingKind, ReasonKind
from insurance_desktop.domain.ledger import POINTS, packed
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.loader import load_pack

MARKDOWN = "甲7.乙\n\n7丙.\n"
PRINTED = ((0, "甲"), (1, "7"), (2, "."), (3, "乙"), (6, "7"), (7, "丙"), (8, "."))


def box_of(offset: int) -> Box:
    return Box(1, 12.0 * offset, 0, 12.0 * offset + 12, 12)


def placed(read: str, places: list[int]):
    """What is left of the differences when the second reading has these signs in the places of these offsets."""
    glyphs = tuple(
        Glyph(number, sign, *[12.0 * offset, 0, 12.0 * offset + 12, 12], 12.0 * offset, 10, 12, 0)
        for number, (offset, sign) in enumerate(PRINTED)
    )
    written = [Written(1, (glyph,), [offset]) for glyph, (offset, _) in zip(glyphs, PRINTED, strict=True)]
    sides = [value for side in range(2, 6) for value in (glyph[side] for glyph in glyphs)]
    page = PageReading(1, 595, 842, (glyphs,), boxes=packed(POINTS, sides))
    ledger = keep_ledger([page], written, []).ledger
    spans = [SourceSpan(0, 4, 0, (Box(1, 0, 0, 48, 12),)), SourceSpan(6, 9, 1, (Box(1, 72, 0, 108, 12),))]
    compared = compare(MARKDOWN, spans, (), {1: read})
    boxes = [box_of(offset) for offset in places]
    return place_signs(compared, MARKDOWN, ledger, {1: (read, boxes)})


def test_signs_that_are_drawn_in_pieces_are_found_by_their_places():
    found = placed("7.甲乙7丙.", [6, 2, 0, 3, 1, 7, 8])
    assert found.differences == ()
    assert [[(part.first, part.last) for part in text.parts] for text in found.texts] == [
        [(2, 2), (4, 4), (1, 1), (3, 3)],
        [(0, 0), (5, 6)],
    ]


def test_another_sign_in_the_place_is_still_a_difference():
    found = placed("1.甲乙7丙.", [6, 2, 0, 3, 1, 7, 8])
    assert [(each.change, each.read[0]) for each in found.differences] == [(Change.LOST, "1")]


def test_the_nearest_sign_comes_first():
    places = SignPlaces("abc", [Box(1, 0, 0, 6, 12), Box(1, 6, 0, 12, 12), Box(1, 60, 0, 66, 12)])
    assert places.under(Box(1, 5, 0, 11, 12)) == [1, 0]
    assert places.under(Box(1, 300, 0, 306, 12)) == []


def formula() -> Paper:
    """A line of signs of which some are lowered, drawn in another order than they are read."""
    paper = Paper()
    paper.words(NUMBER_X, OTHER)
    for x, y, sign, size in ((60, 150, "O", 12), (84, 150, "=", 12), (69, 154, "MS", 7), (96, 150, "C", 12)):
        paper.words(x, sign, y=y, size=size)
    return paper


def test_a_formula_with_raised_and_lowered_signs_agrees():
    conversion = formula().convert()
    assert conversion.coverage.second_reading == Agreement(True, 0)
    assert ReasonKind.TEXT_DIFFERS not in families(conversion)


def test_a_page_whose_places_would_take_too_many_looks_is_said_to_be_unchecked(monkeypatch):
    monkeypatch.setattr(placing, "MOST_LOOKS", 10)
    (unchecked,) = (each for each in formula().convert().findings if each.kind == FindingKind.SECOND_UNREADABLE)
    assert unchecked.severity is Severity.BLOCKING and "叠印" in unchecked.message and "对照原件" in unchecked.message


def test_what_is_compared_of_the_whole_file_is_not_charged_to_the_page_whose_places_were_asked_last():
    """A page has its own limit of time: a long file would lose its last pages."""
    steps: list[Step] = []
    convert_bytes(formula().bytes(), load_pack("insurance"), report=steps.append)
    stages = [(step.stage, step.page) for step in steps]
    assert stages[-3:] == [("second_reading", 1), ("verification", 0), ("findings", 0)]


def test_the_mark_of_a_note_may_be_set_off_from_the_number_before_it():
    paper = Paper()
    paper.words(NUMBER_X, "Class A-30 of the table is meant here")
    paper.words(NUMBER_X, "Class A-30", y=150)
    paper.words(NUMBER_X + 53, "2", y=146, size=6)
    conversion = paper.convert()
    assert ReasonKind.TEXT_DIFFERS not in families(conversion)


def test_a_sign_as_high_as_the_page_has_its_place_around_its_middle():
    """Else each of a hostile page's thousands of them is compared with every other sign of it."""
    places = SignPlaces("近远", [Box(1, 295, 420, 305, 430), Box(1, 10, 10, 20, 20)])
    assert [places.signs[number] for number in places.under(Box(1, 0, -40_000, 600, 40_850))] == ["近"]
