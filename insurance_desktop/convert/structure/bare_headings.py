"""Headings that only their weight tells: short bold lines in documents that number no clauses. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.pack import DomainPack

from ..headings import HeadingParts, item_mark
from .inline_titles import COLONS, LONGEST_PLAIN, is_title
from .lines import Line, Part
from .text_columns import Columns
from .titles import ends_name
from .typeface import is_heavy

MOST_BOLD = 0.3
"""Where more of the rows are bold, weight says nothing."""
ENDS = frozenset("\u3002\uff1b;\uff1a:")
BODY = frozenset({Part.TEXT, Part.ITEM, Part.TABLE, Part.BRANCH})


def mark_bold_headings(
    lines: Sequence[Line], columns: Columns, widths: dict[int, float], pack: DomainPack
) -> list[Line]:
    """The lines with bold ones that stand alone as headings; the first of them is the title where there is none."""
    texts = [line for line in lines if line.part is Part.TEXT and line.rows]
    bold = sum(is_heavy(line.rows[0]) for line in texts)
    if any(line.part is Part.CLAUSE for line in lines) or bold > MOST_BOLD * len(texts):
        return list(lines)
    has_title = any(line.part is Part.TITLE for line in lines)
    has_others = any(line.part in {Part.BRANCH, Part.CHAPTER} for line in lines)
    marked: list[Line] = []
    for index, line in enumerate(lines):
        above = lines[index - 1].rows[-1] if index and lines[index - 1].rows else None
        after = lines[index + 1] if index + 1 < len(lines) else None
        is_inside = above is not None and columns.is_full(above, widths[line.page]) and above.text[-1] not in ENDS
        is_lead = has_others and line.text.strip()[-1:] in COLONS
        if is_inside or is_lead or after is None or not _stands_alone(line, after, columns, widths, pack):
            marked.append(line)
        elif not index and not has_title and line.text.strip()[-1] not in COLONS:
            marked.append(replace(line, part=Part.TITLE, rule="heading_bold"))
        else:
            heading = HeadingParts("plain", "", line.text.strip(), None)
            marked.append(replace(line, part=Part.BRANCH, heading=heading, rule="heading_bold"))
    return marked


def _stands_alone(line: Line, after: Line, columns: Columns, widths: dict[int, float], pack: DomainPack) -> bool:
    """Whether the line is short and bold, no document's name, and something that is not bold follows."""
    if line.part is not Part.TEXT or len(line.rows) != 1 or after.part not in BODY:
        return False
    row = line.rows[0]
    words = row.text.strip()
    title = words[:-1] if words[-1] in COLONS else words
    is_short = is_title(title, LONGEST_PLAIN) and not columns.is_full(row, widths[line.page])
    if not is_heavy(row) or not is_short or item_mark(words, pack) is not None or ends_name(row, pack):
        return False
    is_followed = after.part is not Part.TEXT or not is_heavy(after.rows[0])
    is_one_word = " " not in words or all(len(sign) == 1 for sign in words.split())
    return is_followed and is_one_word and not words.isascii()
