"""What depends on the document as a whole: its title, which numbered rows are headings, and how deep they stand."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..headings import HeadingParts, dotted, follows, mark_value, read_heading
from ..reading.runs import split_row
from .annexes import end_annexes, nest_annexes
from .bare_headings import mark_bold_headings
from .bound_texts import mark_further_titles
from .definitions import mark_definition_titles, open_definitions
from .flow import NUMBERED_CHAPTERS, RANKS
from .inline_titles import LONGEST_PLAIN, is_title
from .inner_numbers import deepen_inner_numbers
from .lines import Line, Part
from .numbered_definitions import open_numbered_definitions
from .plain_chapters import open_plain_chapters
from .text_columns import Columns
from .titles import is_centred, mark_centred_chapters, title_rows
from .typeface import is_heavy

ARTICLES = frozenset({"article", "titled_article"})
BRANCHES = frozenset({"han", "han_parenthesised"})
NEAR = 2.5
"""A title above or below its number stands within this many line pitches."""


def assign_outline(lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack) -> list[Line]:
    """The lines with the part and the level that the whole document gives them."""
    joined = _join_titles_below(_join_titles_above(lines, columns), columns, widths)
    checked = open_plain_chapters(_check_chapters(_check_articles(joined)), pack)
    opened = _open_numbered(checked, columns, pack)
    titled = mark_further_titles(_mark_title(opened, columns, widths, pack), columns, widths, pack)
    centred = mark_centred_chapters(titled, columns, widths, pack)
    defined = mark_definition_titles(centred, columns, widths, pack)
    headed = mark_bold_headings(defined, columns, widths, pack)
    placed = nest_annexes(end_annexes(deepen_inner_numbers(_level(_assign_parts(headed)))))
    return open_definitions(open_numbered_definitions(placed, pack), columns, widths, pack)


def _join_titles_above(lines: Sequence[Line], columns: Columns) -> list[Line]:
    """A title in brackets right above an article's number is that article's title (traditional Chinese policies)."""
    joined: list[Line] = []
    for line in lines:
        above = joined[-1] if joined else None
        if above is not None and _is_title_of(above, line, columns):
            title = above.heading.title if above.heading else ""
            number = line.heading.number if line.heading else ""
            heading = HeadingParts("titled_article", number, title, 3)
            joined[-1] = replace(
                line, rows=(*above.rows, *line.rows), heading=heading, rule="title_above_number", y=above.y
            )
        else:
            joined.append(line)
    return joined


def _is_title_of(above: Line, line: Line, columns: Columns) -> bool:
    return (
        above.heading is not None
        and above.heading.form == "bracketed"
        and line.heading is not None
        and line.heading.form == "article"
        and not line.heading.title
        and above.page == line.page
        and line.y - above.y < NEAR * columns.pitch
    )


def _join_titles_below(lines: Sequence[Line], columns: Columns, widths: dict[int, float]) -> list[Line]:
    """A short heavy or centred row right below a number that has its row to itself is its title."""
    joined: list[Line] = []
    for line in lines:
        above = joined[-1] if joined else None
        width = widths[line.page]
        if above is not None and above.heading is not None and _is_titled_by(above, line, width, columns):
            heading = above.heading._replace(title=line.rows[0].text.strip())
            joined[-1] = replace(above, rows=(*above.rows, *line.rows), heading=heading, rule="title_below_number")
        else:
            joined.append(line)
    return joined


def _is_titled_by(above: Line, line: Line, width: float, columns: Columns) -> bool:
    if above.heading is None or above.heading.title or above.part not in {Part.CLAUSE, Part.CHAPTER}:
        return False
    if above.column != "full" or line.part is not Part.TEXT or len(above.rows) > 1 or line.rule == "after_heading":
        return False
    number, title = above.rows[0], line.rows[0]
    is_near = line.page == above.page + 1 or 0 < line.y - above.y < NEAR * columns.pitch
    is_below = abs(number.x0 - title.x0) < 2 or abs(number.x0 + number.x1 - title.x0 - title.x1) < 2 * title.size
    is_set_off = is_heavy(title) or (is_centred(number, width, columns) and is_centred(title, width, columns))
    return is_near and is_below and is_set_off and is_title(title.text, LONGEST_PLAIN)


def _check_articles(lines: Sequence[Line]) -> list[Line]:
    """Articles that do not count on from the one before, though the others do, only begin a row of text."""
    numbers = [_article(line) for line in lines]
    found = [number for number in numbers if number is not None]
    chain = _longest_count(found)
    kept = set(chain)
    place = -1
    checked: list[Line] = []
    for line, number in zip(lines, numbers, strict=True):
        if number is not None:
            place += 1
            if place not in kept and not _is_set_off(line):
                checked.append(replace(line, part=Part.TEXT, heading=None, rule="number_out_of_turn"))
                continue
        checked.append(line)
    return checked


def _article(line: Line) -> int | None:
    if line.part is not Part.CLAUSE or line.heading is None or line.heading.form not in ARTICLES:
        return None
    return mark_value(line.heading.number) or 0


def _is_set_off(line: Line) -> bool:
    """Whether a number is printed as a heading's: heavy, or in a column of its own."""
    return line.column == "label" or is_heavy(line.rows[0])


def _longest_count(numbers: Sequence[int]) -> list[int]:
    """The places of the longest chain in which each number is one more than the last, or begins again at one."""
    best: list[tuple[int, int]] = []
    latest: dict[int, int] = {}
    for place, number in enumerate(numbers):
        before = latest.get(number - 1)
        if number == 1:
            before = max(range(place), key=lambda each: best[each][0], default=None) if place else None
        length = best[before][0] + 1 if before is not None else 1
        best.append((length, before if before is not None else -1))
        if number not in latest or best[latest[number]][0] <= length:
            latest[number] = place
    chain: list[int] = []
    place = max(range(len(best)), key=lambda each: best[each][0], default=-1)
    while place >= 0:
        chain.append(place)
        place = best[place][1]
    return chain


def _check_chapters(lines: Sequence[Line]) -> list[Line]:
    """Plain numbers open chapters only in documents that number their sections with points, and before their own."""
    has_articles = any(_article(line) is not None for line in lines)
    checked: list[Line] = []
    annex_seen = False
    for index, line in enumerate(lines):
        annex_seen = annex_seen or line.part is Part.ANNEX
        is_plain = line.part is Part.CHAPTER and line.heading is not None and line.heading.form in NUMBERED_CHAPTERS
        if is_plain and not annex_seen and line.heading is not None:
            section = _next_section(lines[index + 1 :])
            is_other = section is not None and section != normalised(line.heading.number).rstrip(".")
            if has_articles or (is_other and line.column != "label"):
                checked.append(replace(line, part=Part.TEXT, heading=None, rule="number_out_of_turn"))
                continue
        checked.append(line)
    return checked


def _next_section(lines: Sequence[Line]) -> str | None:
    """The chapter of the next numbered section; None where another chapter or no section comes first."""
    for line in lines:
        if line.part is Part.CHAPTER and line.heading is not None:
            return None
        if line.part is Part.CLAUSE and line.heading is not None and line.heading.depth >= 2:
            return normalised(line.heading.number).split(".")[0]
    return None


def _open_numbered(lines: Sequence[Line], columns: Columns, pack: DomainPack) -> list[Line]:
    """A paragraph that begins with the section number due next is that section, without a title of its own."""
    opened: list[Line] = []
    last: str | None = None
    for line in lines:
        if line.part is Part.CLAUSE and line.heading is not None and line.heading.depth:
            last = line.heading.number
        heading = read_heading(line.rows[0].text, pack) if last and line.part is Part.TEXT and line.rows else None
        is_due = heading is not None and heading.depth > 0 and last is not None and follows(last, heading.number)
        if heading is None or not is_due or abs(line.rows[0].x0 - columns.left) > 2 * columns.size:
            opened.append(line)
            continue
        last = heading.number
        count = len(normalised(heading.number))
        if count >= len(line.rows[0].glyphs):
            opened.append(replace(line, part=Part.CLAUSE, heading=heading, rule="number_due_next"))
            continue
        number, rest = split_row(line.rows[0], count)
        bare = HeadingParts(heading.form, heading.number, "", heading.level)
        opened.append(replace(line, part=Part.CLAUSE, rows=(number,), heading=bare, rule="number_due_next"))
        opened.append(replace(line, rows=(rest,), rule="after_heading"))
    return opened


def _mark_title(lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack) -> list[Line]:
    has_clauses = any(line.part is Part.CLAUSE for line in lines)
    heads = {Part.CLAUSE, Part.CHAPTER} if has_clauses else {Part.CLAUSE, Part.CHAPTER, Part.BRANCH}
    first = next((index for index, line in enumerate(lines) if line.part in heads), len(lines))
    title = title_rows(lines[:first], columns, widths, pack)
    return [
        replace(line, part=Part.TITLE, rule="title_centred") if index in title else line
        for index, line in enumerate(lines)
    ]


def _assign_parts(lines: Sequence[Line]) -> list[Line]:
    """Which headings count where they stand, and the numbers of chapters that show an icon instead."""
    has_clauses = any(line.part is Part.CLAUSE for line in lines)
    has_numbers = any(line.part is Part.CLAUSE and line.column == "label" for line in lines)
    is_outer = _branches_hold_clauses(lines)
    assigned: list[Line] = []
    annex_seen = False
    clause_seen = False
    for index, line in enumerate(lines):
        part = line.part
        if part is Part.CHAPTER and line.heading is None:
            number = _next_chapter_number(lines[index + 1 :])
            heading = HeadingParts("icon", number, "", 2) if number else None
            assigned.append(replace(line, heading=heading, part=Part.CHAPTER if heading else Part.TEXT))
            continue
        if part is Part.BRANCH and clause_seen and _is_entry(line, assigned):
            assigned.append(replace(line, heading=line.heading._replace(level=4) if line.heading else None))
            continue
        if part is Part.LABEL and not has_numbers:
            heading = HeadingParts("plain", "", line.text.strip(), 0)
            assigned.append(replace(line, part=Part.CLAUSE, heading=heading, rule="label_title"))
            clause_seen = True
            continue
        if _is_premature(part, has_clauses and not is_outer, clause_seen, annex_seen):
            part = Part.TEXT
        annex_seen = annex_seen or part is Part.ANNEX
        clause_seen = clause_seen or part is Part.CLAUSE
        assigned.append(line if part is line.part else replace(line, part=part))
    return assigned


def _branches_hold_clauses(lines: Sequence[Line]) -> bool:
    """Whether Chinese numerals number the chapters: the first of them comes before all numbers with points."""
    heads = [line for line in lines if line.part in {Part.BRANCH, Part.CLAUSE} and line.heading is not None]
    forms = [line.heading.form for line in heads if line.heading is not None]
    outer = [place for place, form in enumerate(forms) if form == "han"]
    return len(outer) > 1 and outer[0] == 0 and ARTICLES.isdisjoint(forms)


def _is_entry(line: Line, before: Sequence[Line]) -> bool:
    """A bracketed word under an article is an entry of it: definitions without numbers are printed so."""
    if line.heading is None or line.heading.form != "bracketed":
        return False
    clause = next((each for each in reversed(before) if each.part is Part.CLAUSE), None)
    return clause is not None and clause.heading is not None and clause.heading.form in ARTICLES


def _is_premature(part: Part, has_clauses: bool, clause_seen: bool, annex_seen: bool) -> bool:
    """Whether a line looks like a heading but stands where that kind cannot be one yet."""
    if part is Part.ANNEX:
        return has_clauses and not clause_seen
    if part is Part.LABEL:
        return not clause_seen
    return part is Part.BRANCH and has_clauses and not annex_seen


def _next_chapter_number(lines: Sequence[Line]) -> str:
    """The chapter that the next numbered section belongs to; "" where another chapter comes first."""
    for line in lines:
        if line.part is Part.CHAPTER:
            return ""
        if line.part is Part.CLAUSE and line.heading is not None and line.heading.depth >= 2:
            return normalised(line.heading.number).split(".")[0]
    return ""


def _wider_than_brackets(lines: Sequence[Line]) -> frozenset[str]:
    """The forms of number that words in brackets stand below as headings: what comes first is the wider one."""
    forms = [
        line.heading.form for line in lines if line.heading is not None and line.part in {Part.BRANCH, Part.CHAPTER}
    ]
    return frozenset(forms[: forms.index("bracketed")]) if "bracketed" in forms else frozenset()


def _level(lines: Sequence[Line]) -> list[Line]:
    """Each heading with its level: chapters of several ranks inside each other, clauses below them."""
    forms = {line.heading.form for line in lines if line.heading is not None and line.part is Part.CHAPTER}
    ranks = [form for form in RANKS if form in forms]
    deepest = max(3, 2 + len(ranks))
    above = branch = unit = bracket = digit = 0
    wider = _wider_than_brackets(lines)
    article: tuple[int | None, int] = (None, 0)
    levelled: list[Line] = []
    for line in lines:
        heading = line.heading
        article = (None, 0) if line.part in {Part.ANNEX, Part.TITLE} else article
        unit = 0 if line.part in {Part.ANNEX, Part.TITLE} else unit
        if heading is None:
            levelled.append(line)
            continue
        level = heading.level
        if heading.form in ranks:
            level = unit = 2 + ranks.index(heading.form)
            branch = bracket = digit = 0
        elif heading.form in ARTICLES:
            level = deepest
            article = (mark_value(heading.number), level)
        elif line.rule == "label_title":
            level = max(above, branch, 2) + 1
        elif line.rule == "heading_bold":
            level = branch or 2
        elif heading.form in BRANCHES:
            level = (max(above, unit) or 1) + 1 if heading.form == "han" or not branch else branch + 1
        elif heading.form == "bracketed" and line.part is Part.BRANCH and level == 2:
            digit = digit if wider & NUMBERED_CHAPTERS else 0
            level = (digit or (branch if "han" in wider else 0) or unit or 1) + 1
            bracket = 0 if digit else level
        elif (bracket or branch or unit) and heading.form in NUMBERED_CHAPTERS:
            level = (max(bracket, branch) or unit) + 1
            article = (mark_value(heading.number), level)
        elif heading.depth and (parts := dotted(heading.number)) is not None:
            level = article[1] + heading.depth - 1 if parts[0] == article[0] else heading.depth + (branch or 1)
        if heading.form == "han":
            branch = level or 0
            bracket = digit = 0
        elif line.rule != "heading_bold" and level == 2 and line.part in {Part.CHAPTER, Part.ANNEX, Part.BRANCH}:
            above, branch = (level, 0) if heading.form not in BRANCHES | NUMBERED_CHAPTERS else (above, branch)
        digit = (0 if bracket else level or 0) if heading.form in NUMBERED_CHAPTERS else digit
        levelled.append(replace(line, heading=heading._replace(level=level)))
    return levelled
