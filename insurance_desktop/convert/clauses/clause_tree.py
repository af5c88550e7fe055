"""Markdown becomes the clause tree: the only way a clause is made, for a fresh conversion and for edited text. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from insurance_desktop.domain.conversion import Clause, Item, SourceSpan, Table
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import item_mark
from ..text.plain_text import HEADING, Piece, pieces, unescaped
from ..text.source_places import SourcePlaces
from .anchored_lines import raised_places
from .classify import classify
from .section_ids import Section, identify, is_guide

NOTE = re.compile(
    r"[\[\uff3b\u3014(\uff08]?(?P<mark>\d{1,3}|[\u2460-\u2473]|[^\w\s]+)[\]\uff3d\u3015)\uff09]?\s*(?:(?P<term>[^\uff1a:\u3002]{1,30})[\uff1a:])?"
)
AGAIN = "#"
"""Between a note's id and a count, where a document numbers the notes of each page anew."""


@dataclass(slots=True)
class _Gathered:
    """A section while its text is gathered. `title`: of the text that it is the preface of."""

    section: Section
    start: int
    end: int
    texts: list[Piece] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    title: Section | None = None


def read_clauses(
    markdown: str, source_map: tuple[SourceSpan, ...], tables: tuple[Table, ...], pack: DomainPack
) -> tuple[Clause, ...]:
    """The clauses of a Markdown in order, with items, boxes, emphasis, categories, roles and keywords.

    The n-th table of the Markdown is `tables[n]`. Text before the first clause becomes the preface clause, which is
    called as the text's title where that is a table's; text above the reading guide's heading belongs to the guide.
    """
    raised = raised_places(markdown, source_map)
    found = tuple(
        _unraised(piece, markdown, raised) if piece.kind == "heading" else piece for piece in pieces(markdown)
    )
    gathered = _gather(found, tables, pack)
    places = SourcePlaces(source_map)
    bare = tuple(_clause(each, index, places, pack) for index, each in enumerate(gathered))
    return classify(bare, markdown, source_map, pack)


def _unraised(heading: Piece, markdown: str, raised: Sequence[tuple[int, int]]) -> Piece:
    """The heading without the marks of notes: they stand raised behind the title and are no part of it."""
    marks = [(start, end) for start, end in raised if heading.start < start and end <= heading.end]
    if not marks:
        return heading
    words = markdown[heading.start : heading.end].rstrip()
    for start, end in reversed(marks):
        words = words[: start - heading.start] + words[end - heading.start :]
    bare = HEADING.fullmatch(words)
    return heading._replace(text=unescaped(bare[2])) if bare else heading


def _gather(found: Sequence[Piece], tables: Sequence[Table], pack: DomainPack) -> list[_Gathered]:
    """The pieces under their headings."""
    headings = [piece for piece in found if piece.kind == "heading"]
    sections = iter(identify([(piece.level, piece.text) for piece in headings], pack))
    gathered: list[_Gathered] = []
    preface: _Gathered | None = None
    current: _Gathered | None = None
    title: Section | None = None
    table_count = 0
    for piece in found:
        if piece.kind == "heading":
            section = next(sections)
            if piece.level == 1:
                current, title = None, section
                if preface is not None and preface.title is None:
                    preface.title = section  # a company's name, a number of filing may stand above the title
                if section.section_id and gathered != [preface]:
                    preface = None
                continue
            current = _Gathered(section, piece.start, piece.end)
            if preface is not None and is_guide(piece.text, pack) and gathered == [preface]:
                current.start, current.texts, current.tables = preface.start, preface.texts, preface.tables
                gathered, preface = [], None
            gathered.append(current)
            continue
        if piece.kind == "note":
            note = _Gathered(_note(piece.text, gathered, pack), piece.start, piece.end, [piece])
            gathered.append(note)
            continue
        if current is None:
            if preface is None or preface not in gathered:
                preface = _Gathered(_preface(title, pack), piece.start, piece.end, title=title)
                gathered.append(preface)
            current = preface
        current.texts.append(piece)
        current.end = piece.end
        if piece.kind == "table":
            if table_count < len(tables):
                current.tables.append(tables[table_count])
            table_count += 1
    return [_titled(each, pack) for each in gathered]


def _preface(title: Section | None, pack: DomainPack) -> Section:
    """What stands before the first section, under the title of its text where it is a further one of the file."""
    name = pack.preface_title
    section_id = f"{title.section_id}/{name}" if title is not None and title.section_id else name
    return Section(section_id, name, 2, None, (name,))


def _titled(gathered: _Gathered, pack: DomainPack) -> _Gathered:
    """A preface that is a table has the title above it, which tells it from the tables behind: for men, for women."""
    title = gathered.title
    if title is None or not gathered.tables or not re.search(pack.table_title_form or "(?!)", title.title):
        return gathered
    section_id = title.section_id or "".join(title.title.split())
    return replace(gathered, section=Section(section_id, title.title, 2, None, (title.title,)))


def _note(text: str, before: Sequence[_Gathered], pack: DomainPack) -> Section:
    """A note as a section of its own: its mark under the pack's word for notes, its term as the title."""
    match = NOTE.match(text)
    mark, term = (match["mark"], match["term"] or "") if match else ("", "")
    name = f"{pack.note_title}/{normalised(mark)}"
    same = sum(each.section.section_id.split(AGAIN)[0] == name for each in before)
    section_id = f"{name}{AGAIN}{same + 1}" if same else name
    return Section(section_id, term.strip(), 3, None, (pack.note_title, f"{mark} {term}".strip()))


def _clause(gathered: _Gathered, index: int, places: SourcePlaces, pack: DomainPack) -> Clause:
    section = gathered.section
    boxes = places.boxes(gathered.start, gathered.end)
    pages = [box.page for box in boxes]
    body = gathered.texts[0].start if gathered.texts else gathered.end
    return Clause(
        section_id=section.section_id,
        section_title=section.title,
        level=section.level,
        parent_section=section.parent,
        chunk_index=index,
        page_number=min(pages, default=None),
        page_to=max(pages, default=None),
        text="\n".join(piece.text for piece in gathered.texts),
        breadcrumb=section.breadcrumb,
        is_table=bool(gathered.tables),
        table_data=gathered.tables[0] if gathered.tables else None,
        items=_items(gathered.texts, places, pack),
        emphasis=places.emphasis(body, gathered.end),
        boxes=boxes,
        markdown_start=gathered.start,
        markdown_end=gathered.end,
        locator=places.locator(gathered.start, gathered.end),
    )


def _items(texts: Sequence[Piece], places: SourcePlaces, pack: DomainPack) -> tuple[Item, ...]:
    """The marked items of a clause's text, each paragraph with its mark as printed and its own places."""
    found: list[Item] = []
    for piece in texts:
        if piece.kind != "text":
            continue
        mark = item_mark(piece.text, pack)
        if mark is not None:
            words = piece.text.lstrip()[len(mark) :].strip()
            found.append(Item(mark, words, places.boxes(piece.start, piece.end)))
    return tuple(found)
