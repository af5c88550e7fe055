"""Pieces become lines with their headings and levels: the outline as the later stages read it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from insurance_desktop.domain.pack import DomainPack

from ..headings import ANNEXES, ARTICLES, UNITS, HeadingParts
from ..reading.runs import split_row
from ..structure.bound_texts import FURTHER_TITLE, mark_further_titles
from ..structure.clean import PageRows, names_part
from ..structure.contents import Entry
from ..structure.footnotes import place_notes, take_notes
from ..structure.inline_titles import is_title
from ..structure.lines import Line, Part, TablePlace
from ..structure.rules import measured
from ..structure.text_columns import Columns
from ..structure.titles import is_centred, title_rows
from .chains import find_chains
from .habits import HABITS
from .numbers import BARE, DECIMAL, ICON, PLAIN
from .runs import Run, find_runs
from .starts import Start, read_starts
from .titles import NO_TITLE, Kind, Title, TitleReader
from .tree import ANNEX, CENTRED, GUIDE, TITLE, Head, depths, kin_of, with_inserts
from .unnumbered import Known, find_unnumbered, guide_at
from .zones import Piece, Zone, counted_over_pages, read_pieces

COUNTED_THROUGH = ANNEXES | ARTICLES | frozenset(UNITS)
"""Forms with a word of their own: they are no lists."""
APART = frozenset({"chapter_icon", BARE})
"""Forms of numbers that nothing but a gap parts from their title."""
DEEPEST = 6
COLUMNS = {Zone.LABEL: "label", Zone.TEXT: "text", Zone.FULL: "full"}


def read_outline(
    pages: Sequence[PageRows],
    places: Sequence[TablePlace],
    entries: Sequence[Entry],
    columns: Columns,
    pack: DomainPack,
) -> list[Line]:
    """All rows of the document in reading order, headings with their levels, notes behind their clause."""
    widths = {page.number: page.width for page in pages}
    pages, notes = take_notes(pages, columns)
    pieces = counted_over_pages(read_pieces(pages, places, columns, pack), pack)
    heads = find_heads(pieces, entries, columns, widths, pack)
    lines, owners = _lines(pieces, heads)
    return place_notes(_levelled(lines, owners), notes)


def find_heads(
    pieces: Sequence[Piece], entries: Sequence[Entry], columns: Columns, widths: dict[int, float], pack: DomainPack
) -> dict[int, Head]:
    """The heads of the document by the place of their piece."""
    reader = TitleReader(pieces, columns, widths, pack)
    starts = read_starts(pieces, reader, entries, columns, pack)
    chain = _titled_as_kin(find_chains(starts), reader)
    heads = {place: _chain_head(start) for place, start in chain.items()}
    heads = _with_titles_above(heads, pieces)
    heads |= _icons(starts, heads, pieces)
    known = Known(pieces, heads, reader, columns, widths, pack)
    heads |= _annexes(starts, heads, pieces, known)
    lists = [start for start in starts if start.number.form not in COUNTED_THROUGH or start.place in chain]
    for number, run in enumerate(find_runs(lists, chain, pieces)):
        if run.is_sections:
            heads |= _run_heads(run, number, heads)
    known = Known(pieces, heads, reader, columns, widths, pack)
    titles = _titles(known)
    return {
        **heads,
        **find_unnumbered(known._replace(titles=frozenset(titles))),
        **{place: Head(place, TITLE, NO_TITLE, rule=rule) for place, rule in titles.items()},
    }


def _titled_as_kin(chain: dict[int, Start], reader: TitleReader) -> dict[int, Start]:
    """The chain with titles as most of each kin have them.

    Bold words are none where most have none: they begin a sentence. A line of its own is one where most have one,
    though a comma stands in it.
    """
    kin: dict[str, list[Start]] = {}
    for start in chain.values():
        kin.setdefault(kin_of(start.number.form, start.value), []).append(start)
    found: dict[int, Start] = {}
    for members in kin.values():
        share = sum(each.is_titled for each in members) / len(members)
        for each in members:
            title = each.title
            if title.kind is Kind.LEAD and share <= 1 / 2:
                title = Title(Kind.NONE, "", each.number.length)
            elif title.kind is Kind.NONE and share >= HABITS.titled_share and not each.is_inside:
                title = reader.with_comma(each.place, each.number) or title
            found[each.place] = each if title is each.title else replace(each, title=title)
    return found


def _titles(known: Known) -> dict[int, str]:
    """The places of the document's title before its first number and of further texts' titles, each with its rule."""
    first = min(known.heads, default=len(known.pieces))
    lines, _ = _lines(known.pieces, known.heads)
    guides = {place for place, piece in enumerate(known.pieces[:first]) if piece.rows and guide_at(place, known)}
    lines = [
        replace(line, part=Part.GUIDE) if place in guides else line for place, line in enumerate(lines)
    ]  # before the first number each piece is one line
    own = title_rows(lines[:first], known.columns, known.widths, known.pack)
    if all(names_part(lines[place].text, known.pack) for place in own):
        own = frozenset()  # a sheet with one part of a contract has no title of its own
    if not own and not known.heads and lines and lines[0].rows and known.reader.read(0, None).kind is Kind.HEAVY_LINE:
        own = frozenset({0})
    titled = [replace(line, part=Part.TITLE) if place in own else line for place, line in enumerate(lines)]
    marked = mark_further_titles(titled, known.columns, known.widths, known.pack)
    at = {id(row): place for place, piece in enumerate(known.pieces) for row in piece.rows}
    found = dict.fromkeys(own, "title_centred")
    for line, before in zip(marked, titled, strict=True):
        if line.part is Part.TITLE and before.part is not Part.TITLE and id(line.rows[0]) in at:
            found[at[id(line.rows[0])]] = FURTHER_TITLE
    return found


def _chain_head(start: Start) -> Head:
    form = start.number.form
    rule = "label_number" if start.zone is Zone.LABEL else "heading_form"
    measure = start.x if start.zone is Zone.LABEL else form
    head = _head(start, kin_of(form, start.value))
    return replace(head, rule=measured(rule, measure))


def _head(start: Start, kin: str) -> Head:
    return Head(
        start.place, kin, start.title, start.number.form, start.number.printed, start.value, start.zone, start.x
    )  # fmt: skip


def _with_titles_above(heads: dict[int, Head], pieces: Sequence[Piece]) -> dict[int, Head]:
    """Articles whose title stands in brackets in the row above their number begin there (traditional Chinese)."""
    found: dict[int, Head] = {}
    for place, head in heads.items():
        above = pieces[place - 1] if place else None
        words = "".join(above.row.text.split()) if above is not None and above.rows else ""
        is_whole = words[:1] == "\u3010" and words.find("\u3011") == len(words) - 1
        if above is None or head.kin != "article" or head.title.text or not is_whole or len(above.rows) > 1:
            found[place] = head
            continue
        is_bare = head.title.length >= len(pieces[place].row.glyphs)
        lead = 0 if is_bare else head.title.length
        title = Title(Kind.BRACKET, words[1:-1], len(above.row.glyphs), int(is_bare), lead)
        found[place - 1] = replace(head, place=place - 1, title=title, form="titled_article", rule="title_above_number")
    return found


def _run_heads(run: Run, number: int, heads: Mapping[int, Head]) -> dict[int, Head]:
    """The entries of a list; where they hold the decimal numbers that begin with theirs, they are their chapters."""
    after = [min((place for place in heads if place > start.place), default=-1) for start in run.members]
    holds = any(
        place >= 0 and heads[place].form == DECIMAL and heads[place].value == (*start.value, 1)
        for place, start in zip(after, run.members, strict=True)
    )
    kin = kin_of(run.form, (1,)) if run.form in PLAIN and holds else f"run{number}"
    rule = measured("heading_form", run.form)
    return {start.place: replace(_head(start, kin), is_wide=run.is_wide, rule=rule) for start in run.members}


def _icons(starts: Sequence[Start], heads: dict[int, Head], pieces: Sequence[Piece]) -> dict[int, Head]:
    """Chapters whose number is a sign that says none: they have the number of the section below them."""
    found: dict[int, Head] = {}
    for start in starts:
        if start.number.form != ICON or start.value or not (start.is_larger and start.is_titled):
            continue
        after = min((place for place in heads if place > start.place), default=None)
        others = [each.place for each in starts if each.number.form == ICON and each.is_larger and each.is_titled]
        if any(start.place < other < (after or 0) for other in others):
            continue
        if after is not None and heads[after].form == DECIMAL and len(heads[after].value) > 1:
            value = heads[after].value[:1]
            number = str(value[0])
            found[start.place] = replace(
                _head(start, kin_of(ICON, value)),
                number=number,
                value=value,
                rule=measured("chapter_icon", f"U+{ord(start.number.printed):04X}"),
            )
    return found


def _annexes(starts: Sequence[Start], heads: dict[int, Head], pieces: Sequence[Piece], known: Known) -> dict[int, Head]:
    """Annexes behind the first section: a row by itself at the left or in the middle, with its name or above it."""
    first = min(heads, default=0)
    found: dict[int, Head] = {}
    for start in starts:
        piece = pieces[start.place]
        title = _annex_title(start, piece, pieces, known) if start.number.form in ANNEXES else None
        if title is not None and start.place > first and not start.is_inside:
            head = Head(start.place, ANNEX, title, "annex", start.number.printed, start.value, rule="annex_at_head")
            found[start.place] = head
    return found


def _annex_title(start: Start, piece: Piece, pieces: Sequence[Piece], known: Known) -> Title | None:
    """The name of an annex in its row, or in the middle of the page right below it; None where it is no annex."""
    glyphs = sum(len(row.glyphs) for row in piece.rows)
    rest = "".join(glyph.char for row in piece.rows for glyph in row.glyphs)[start.number.length :].lstrip("\uff1a:")
    is_prominent = start.is_heavy or start.is_larger
    is_left = piece.row.x0 <= known.columns.left + 3 * known.columns.size
    is_middle = is_centred(piece.row, known.widths[piece.page], known.columns, reach=HABITS.annex_middle)
    if not (is_left or is_middle or (is_prominent and start.is_larger)):
        return None
    if start.number.form == "annex_entry" and not is_prominent:
        return None
    if rest:
        whole = is_title(rest, HABITS.longest_title) and not known.columns.is_full(piece.row, known.widths[piece.page])
        return Title(Kind.LINE, rest, glyphs) if whole else None
    below = pieces[start.place + 1] if start.place + 1 < len(pieces) else None
    if below is not None and len(below.rows) == 1 and below.page == piece.page:
        is_name = is_centred(below.row, known.widths[below.page], known.columns, reach=HABITS.annex_middle)
        if is_name and is_title(below.row.text, HABITS.longest_title):
            return Title(Kind.BELOW, below.row.text.strip(), glyphs, 1)
    return Title(Kind.NONE, "", glyphs)


def _lines(pieces: Sequence[Piece], heads: Mapping[int, Head]) -> tuple[list[Line], list[Head | None]]:
    """A line for each piece, two where text stands behind a title; beside each the head that it is."""
    lines: list[Line] = []
    owners: list[Head | None] = []
    place = 0
    while place < len(pieces):
        head = heads.get(place)
        made = [_line(pieces[place])] if head is None else _heading_lines(pieces[place : place + 3], head)
        lines += made
        owners += [head if line.heading is not None or line.part is Part.GUIDE else None for line in made]
        place += 1 if head is None else 1 + head.title.further + bool(head.title.lead)
    return lines, owners


def _line(piece: Piece) -> Line:
    column = COLUMNS[piece.zone]
    if piece.table is not None:
        return Line(Part.TABLE, piece.page, piece.y, (), "grid", table=piece.table)
    if piece.is_item:
        return Line(Part.ITEM, piece.page, piece.y, piece.rows, "list_in_columns", column=column)
    if piece.zone is Zone.LABEL:
        return Line(Part.LABEL, piece.page, piece.y, piece.rows, "label_word", column=column)
    rule = "text_column" if piece.zone is Zone.TEXT else "flow"
    return Line(Part.TEXT, piece.page, piece.y, piece.rows, rule, column=column)


def _heading_lines(pieces: Sequence[Piece], head: Head) -> list[Line]:
    """The heading of a head, and the text that stands behind its title in the same row."""
    piece = pieces[0]
    if head.kin in {GUIDE, TITLE}:
        part = Part.GUIDE if head.kin == GUIDE else Part.TITLE
        return [Line(part, piece.page, piece.y, piece.rows, head.rule)]
    title = head.title
    rows = list(piece.rows)
    after: Line | None = None
    glyphs = sum(len(row.glyphs) for row in rows)
    if piece.zone is not Zone.LABEL and title.length < glyphs:
        first, rest = split_row(rows[0], title.length)
        rows = [first]
        after = replace(_line(piece), rows=(rest, *piece.rows[1:]), part=Part.TEXT, rule="after_heading")
    for each in pieces[1 : 1 + title.further]:
        rows += each.rows
    if title.lead:
        text = pieces[1 + title.further]
        first, rest = split_row(text.row, title.lead)
        rows.append(first)
        after = replace(_line(text), rows=(rest, *text.rows[1:]), part=Part.TEXT, rule="after_heading")
    if head.form in APART and len(rows[0].glyphs) > len(head.number):
        rows[:1] = split_row(rows[0], len(head.number))
    heading = HeadingParts(_form(head), _number(head), title.text)
    line = Line(_part(head), piece.page, piece.y, tuple(rows), head.rule, heading, COLUMNS[piece.zone])
    return [line] if after is None else [line, after]


def _form(head: Head) -> str:
    return "icon" if head.form == ICON else head.form


def _number(head: Head) -> str:
    return str(head.value[0]) if head.form == ICON and head.value else head.number


def _part(head: Head) -> Part:
    if head.kin == ANNEX:
        return Part.ANNEX
    if head.form in UNITS or head.form in PLAIN or head.kin == CENTRED:
        return Part.CHAPTER
    return Part.CLAUSE if head.kin in {"article"} or head.form == DECIMAL else Part.BRANCH


def _levelled(lines: Sequence[Line], owners: Sequence[Head | None]) -> list[Line]:
    """The lines with the levels of their headings: below the title, as deep as they stand in the tree."""
    places: list[int] = []
    heads: list[Head] = []
    for place, (line, owner) in enumerate(zip(lines, owners, strict=True)):
        if line.part is Part.TITLE:
            heads.append(Head(place, TITLE, NO_TITLE))
            places.append(-1)
        elif owner is not None and line.heading is not None:
            heads.append(owner)
            places.append(place)
    heads = with_inserts(heads)
    levels = {place: depth for place, depth in zip(places, depths(heads), strict=True) if place >= 0}
    found: list[Line] = []
    for place, line in enumerate(lines):
        if place in levels and line.heading is not None:
            level = min(levels[place] + 1, DEEPEST)
            found.append(replace(line, heading=line.heading._replace(level=level)))
        else:
            found.append(line)
    return found
