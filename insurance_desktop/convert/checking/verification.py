"""Verifies a Markdown against the second reading of its PDF: findings with the place and the words around."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from insurance_desktop.domain.conversion import Agreement, BlockKind, Finding
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.kinds import UNSEEN, ExclusionReason, FindingKind
from insurance_desktop.domain.ledger import Ledger
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import Severity
from insurance_desktop.packs.wording import say

from ..compiled import per_pack
from ..reading.pages import ID, LeftOut, signs_of
from ..steps import Report, Step, report_nothing
from ..text.markdown import Text
from ..text.source_places import SourcePlaces
from .block_texts import BlockText
from .comparing import Change, Comparison, Difference, LeftOutText, compare
from .drawn_order import drawn_pages
from .findings import SHOWN, blocking, warning
from .order import StepBack, is_inverted, read_across, steps_back
from .placing import place_signs
from .second_reading import SecondReading, places_of_signs, without_line_hyphens
from .spacing import Spacing, check_spacing

NOT_READ_AGAIN = UNSEEN | {ExclusionReason.STROKE_DUPLICATE}
"""Reasons for leaving out what the second reading may not show either, or not as often."""
RAISED = 0.85
"""A sign less tall than this part of its neighbour, or set off from its line by the rest, is raised or lowered."""
NO_LEDGER = Ledger()
MOST = 20
"""At most this many differences of a page are findings of their own; one more says how many there are."""


class Verdict(NamedTuple):
    """Whether the two readings agree, and a finding for each place where they do not."""

    agreement: Agreement
    findings: tuple[Finding, ...]


def verify(
    original: bytes,
    second: SecondReading,
    text: Text,
    left_out: Iterable[LeftOut],
    pack: DomainPack,
    *,
    ledger: Ledger = NO_LEDGER,
    report: Report = report_nothing,
) -> Verdict:
    """Compares the text with the second reading; the PDF itself is asked again for the places of what differs.

    The ledger only helps to tell which sign is which: what each should be is the Markdown's own word.
    """
    dropped = tuple(left_out)
    tabled = {box.page for block in text.blocks if block.kind is BlockKind.TABLE for box in block.boxes}
    figures = {page: second.texts[page] for page in sorted(tabled & second.texts.keys())}
    drawn = drawn_pages(ledger, text, dropped, figures, NOT_READ_AGAIN)
    compared = compare(text.markdown, text.source_map, left_out_texts(dropped), second.texts, drawn)
    spacing = tuple(check_spacing(compared, second.texts))
    asked = {page for step in steps_back(compared.texts) for page in step.text.pages}.union(
        (each.page for each in compared.differences),
        (each.page for each in spacing),
        (page for each in compared.texts if drawn and _is_open_figure(each) for page in each.pages),
    )
    again = {
        page: without_line_hyphens(*each, compared.signs[page])
        for page, each in places_of_signs(original, sorted(asked - set(second.faults)), report)
    }
    report(Step("verification", 0, len(second.texts)))  # what follows is no page's own: its time is not the last one's
    if again and ledger.pages:
        compared = place_signs(compared, text.markdown, ledger, again)
        spacing = tuple(check_spacing(compared, second.texts))
    boxes = _boxes(compared, again)
    places = SourcePlaces(text.source_map)
    found = [
        *(_unreadable(page, detail) for page, detail in second.faults.items()),
        *(_unreadable(page, say("convert.signs_in_heaps")) for page in compared.unplaced),
        *_by_page([_difference(each, places, boxes, pack) for each in compared.differences]),
        *_by_page([_moved(step, boxes) for step in steps_back(compared.texts) if is_inverted(step, boxes)]),
        *_by_page([_moved(step, boxes) for text in compared.texts if (step := read_across(text, boxes)) is not None]),
    ]
    gaps = _by_page([_spacing(each, boxes) for each in spacing if not _is_raised(each, boxes)])
    return Verdict(Agreement(not found, len(found)), (*found, *gaps))


def _is_open_figure(text: BlockText) -> bool:
    """Whether the same figure of another cell may have been taken for that of this one."""
    return text.is_cell and not text.is_certain and any(map(str.isdigit, text.signs))


def left_out_texts(left_out: Iterable[LeftOut]) -> list[LeftOutText]:
    """What was left out as it was drawn: glyphs whose numbers follow each other are one text."""
    found: list[LeftOutText] = []
    for each in left_out:
        if each.reason in NOT_READ_AGAIN:
            found.append(LeftOutText(each.page, signs_of(each.glyphs), is_seen=False))
            continue
        drawn = sorted(each.glyphs, key=ID)
        for _, group in groupby(enumerate(drawn), key=lambda pair: pair[1].id - pair[0]):
            found.append(LeftOutText(each.page, signs_of(glyph for _, glyph in group), is_seen=True))
    return found


def _boxes(compared: Comparison, read: Mapping[int, tuple[str, Sequence[Box]]]) -> dict[int, Sequence[Box]]:
    """The boxes of pages whose signs came out the same one by one as all at once."""
    return {page: boxes for page, (signs, boxes) in read.items() if signs == compared.signs[page]}


def _unreadable(page: int, detail: str) -> Finding:
    return blocking(FindingKind.SECOND_UNREADABLE, Box(page, 0, 0, 0, 0), page=page, detail=detail)


def _by_page(found: Sequence[Finding]) -> list[Finding]:
    """No more of one page than a person can take in."""
    shown: list[Finding] = []
    for page, group in groupby(sorted(found, key=_page), key=_page):
        on_page = list(group)
        shown += on_page[:MOST]
        if len(on_page) > MOST:
            rest = on_page[MOST:]
            is_open = any(each.severity is Severity.BLOCKING for each in rest)
            tell = blocking if is_open else warning
            shown.append(tell(FindingKind.SECOND_MORE, rest[0].box, page=page, count=len(rest)))
    return shown


def _page(finding: Finding) -> int:
    return finding.box.page if finding.box is not None else 0


def _difference(
    each: Difference, places: SourcePlaces, boxes: Mapping[int, Sequence[Box]], pack: DomainPack
) -> Finding:
    kind = FindingKind(f"critical_{each.change}" if is_critical(each, pack) else f"signs_{each.change}")
    around = {"before": each.before, "after": each.after}
    signs = {"read": _shown(each.read), "written": _shown(each.written)}
    return blocking(kind, _box(each, places, boxes), page=each.page, **signs, **around)


def is_critical(each: Difference, pack: DomainPack) -> bool:
    """Whether a figure, a unit of money or a word that turns the sense is lost, added or another one."""
    if each.change is Change.THROUGHOUT:
        return False
    return any(
        _touches(pattern, each, signs) for pattern in critical_patterns(pack) for signs in (each.read, each.written)
    )


def _touches(pattern: re.Pattern[str], each: Difference, signs: str) -> bool:
    """Whether the pattern matches some of the signs where they stand between the words around."""
    begin, end = len(each.before), len(each.before) + len(signs)
    found = pattern.finditer(each.before + signs + each.after)
    return any(match.start() < end and begin < match.end() for match in found)


@per_pack
def critical_patterns(pack: DomainPack) -> tuple[re.Pattern[str], ...]:
    """What changes a contract where it is lost: figures, units of money, words that turn the sense."""
    return tuple(re.compile(form) for form in pack.critical_forms)


def _moved(step: StepBack, boxes: Mapping[int, Sequence[Box]]) -> Finding:
    text, before, after = step
    first = text.signs[before.begin : before.begin + before.length]
    second = text.signs[after.begin : after.begin + after.length]
    on_page = boxes.get(after.page, ())
    box = on_page[after.first] if after.first < len(on_page) else Box(after.page, 0, 0, 0, 0)
    moved = {"first": first[-SHOWN:], "second": second[:SHOWN]}
    return blocking(FindingKind.SIGNS_MOVED, box, page=after.page, **moved)


def _is_raised(each: Spacing, boxes: Mapping[int, Sequence[Box]]) -> bool:
    """Whether one of the two signs is smaller or higher than the other: a mark of a note is no part of a number.

    Nor is a figure broken whose signs stand on one line, in whatever order they are drawn.
    """
    on_page = boxes.get(each.page, ())
    if not 0 < each.at < len(on_page):
        return False
    one, other = on_page[each.at - 1 if each.last is None else each.last], on_page[each.at]
    small, tall = sorted((one.y1 - one.y0, other.y1 - other.y0))
    is_one_line = min(one.y1, other.y1) > max(one.y0, other.y0)
    is_raised = small < RAISED * tall or abs(one.y1 - other.y1) > (1 - RAISED) * tall
    return is_one_line and (is_raised or each.last is not None)


def _spacing(each: Spacing, boxes: Mapping[int, Sequence[Box]]) -> Finding:
    """A space in a number that the page does not have, or the other way round, is another number; two lines may be."""
    kind = FindingKind(f"number_{each.gap}" if each.is_number else f"words_{each.gap}")
    on_page = boxes.get(each.page, ())
    box = on_page[each.at] if each.at < len(on_page) else Box(each.page, 0, 0, 0, 0)
    tell = blocking if each.is_number else warning
    return tell(kind, box, page=each.page, before=each.before, after=each.after)


def _box(each: Difference, places: SourcePlaces, boxes: Mapping[int, Sequence[Box]]) -> Box:
    """Where the second reading has the signs; else where the Markdown has them from."""
    on_page = boxes.get(each.page, ())
    if each.at is not None and each.at < len(on_page):
        first, last = on_page[each.at], on_page[min(each.at + len(each.read), len(on_page)) - 1]
        is_line = first.y0 < last.y1 and last.y0 < first.y1 and first.x0 <= last.x0
        return Box(each.page, first.x0, min(first.y0, last.y0), last.x1, max(first.y1, last.y1)) if is_line else first
    span = places.at(each.offset) if each.offset is not None else None
    return span.boxes[0] if span is not None and span.boxes else Box(each.page, 0, 0, 0, 0)


def _shown(signs: str) -> str:
    return signs if len(signs) <= SHOWN else f"{signs[:SHOWN]}\u2026"
