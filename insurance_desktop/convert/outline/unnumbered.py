"""Titles that no number announces: side labels, centred chapters, annexes, defined terms, heavy lines."""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..captions import is_caption
from ..headings import ARTICLES, item_mark, unified
from ..structure.contents import plain_words
from ..structure.inline_titles import is_title
from ..structure.text_columns import Columns
from ..structure.titles import ends_name, is_bracketed, is_centred, names_company
from ..structure.typeface import is_heavy
from .habits import HABITS
from .numbers import DECIMAL, ICON, read_number
from .titles import COLONS, NO_TITLE, Kind, Title, TitleReader, is_closed
from .tree import ANNEX, BRACKET, CENTRED, DECIMALS, GUIDE, LABEL, LINE, TERM, WIDTH, Head, follows
from .zones import Piece, Zone

MIDDLE, INDENTED_MIDDLE = 0.015, 0.03
"""The middle of a centred row is this close to the page's, in page widths; of one right above an article, wider."""
UNNUMBERED = frozenset({TERM, BRACKET, CENTRED, GUIDE})
EXPLAINED = frozenset({Kind.BRACKET, Kind.RUN_IN, Kind.LEAD, Kind.TERM})
CHAPTER_RULE = "chapter_centred"
BRACKET_SIGN = "\u3010"
MOST_HEAVY = 0.45
"""Where more of the rows are heavy, weight says nothing by itself."""


class Known(NamedTuple):
    """What is known of the document when its unnumbered titles are looked for: the numbered heads by place."""

    pieces: Sequence[Piece]
    heads: Mapping[int, Head]
    reader: TitleReader
    columns: Columns
    widths: dict[int, float]
    pack: DomainPack
    titles: frozenset[int] = frozenset()
    """The places of the document's own title."""

    @property
    def has_chain(self) -> bool:
        """Whether numbers count through the document."""
        return any(map(_is_counted_through, self.heads.values()))

    def is_next_article(self, place: int) -> bool:
        after = self.heads.get(place + 1)
        return after is not None and after.form in ARTICLES


def _is_counted_through(head: Head) -> bool:
    return head.form in ARTICLES or head.form == DECIMAL


def find_unnumbered(known: Known) -> dict[int, Head]:
    """The unnumbered heads by place."""
    found: dict[int, Head] = {}
    taken = {place + step for place, head in known.heads.items() for step in range(1, head.title.further + 1)}
    free = [
        place
        for place, piece in enumerate(known.pieces)
        if piece.rows and piece.table is None and place not in known.heads and place not in taken | known.titles
        if not is_caption(piece.row.text, known.pack)
    ]
    for place in free:
        head = (
            guide_at(place, known)
            or _label(place, known)
            or _pointed_at(place, known)
            or _centred(place, known)
            or _definitions(place, known)
        )
        if head is not None:
            found[place] = head
    found |= _bracketed([place for place in free if place not in found], known)
    rest = [place for place in free if place not in found]
    found |= _terms(rest, {**known.heads, **found}, known)
    found |= _heavy_lines([place for place in rest if place not in found], {**known.heads, **found}, known)
    return found


def guide_at(place: int, known: Known) -> Head | None:
    words = plain_words(known.pieces[place].row.text, known.pack)
    if words not in known.pack.guide_titles:
        return None
    return Head(place, GUIDE, Title(Kind.LINE, words, len(known.pieces[place].row.glyphs)), rule="guide_title")


def _label(place: int, known: Known) -> Head | None:
    """A label without a number, beside or above text of its own."""
    piece = known.pieces[place]
    if piece.zone is not Zone.LABEL:
        return None
    after = known.pieces[place + 1] if place + 1 < len(known.pieces) else None
    has_text = after is not None and (after.zone is not Zone.LABEL)
    title = known.reader.read(place, None)
    words = title.text.rstrip("\uff1a:")
    number = read_number(piece.row, known.pack)
    if number is not None and number.length >= len(piece.row.glyphs) and len(piece.rows) == 1:
        return None
    if not has_text or not is_title(words, HABITS.longest_title) or words.isascii() or not is_closed(words):
        return None
    x = (piece.row.x0 - piece.left) / known.columns.size
    return Head(place, LABEL, title._replace(text=words), zone=Zone.LABEL, x=x, rule="label_title")


def _pointed_at(place: int, known: Known) -> Head | None:
    """A short heavy line behind an icon that says no number: a heading in documents that number nothing."""
    piece = known.pieces[place]
    number = None if known.has_chain else read_number(piece.row, known.pack)
    if number is None or number.form != ICON or number.value or piece.is_inside:
        return None
    title = known.reader.read(place, number)
    if title.kind is not Kind.HEAVY_LINE or not is_title(title.text, HABITS.longest_title):
        return None
    return Head(place, CENTRED, title, rule="icon_before_bold")


def _centred(place: int, known: Known) -> Head | None:
    """A short row in the middle of the page that is heavy or larger, or stands right above an article."""
    piece = known.pieces[place]
    row, words = piece.row, piece.row.text.strip()
    is_larger = row.size >= HABITS.larger * known.columns.size
    if (
        (piece.zone is not Zone.FULL and not is_larger)
        or len(piece.rows) != 1
        or piece.is_inside
        or words[-1] in COLONS
    ):
        return None
    if is_bracketed(row) or names_company(row, known.pack):
        return None
    if not is_title(words, HABITS.longest_plain) or item_mark(words, known.pack) or words.isascii():
        return None
    is_above = known.is_next_article(place)
    is_strong = is_heavy(row) or is_larger
    is_at_head = place == 0 or known.pieces[place - 1].page != piece.page
    reach = INDENTED_MIDDLE if (is_above or is_at_head) and is_heavy(row) else MIDDLE
    if not is_centred(row, known.widths[piece.page], known.columns, reach) or not (is_strong or is_above):
        return None
    after = known.pieces[place + 1] if place + 1 < len(known.pieces) else None
    is_sure = (
        is_heavy(row) and is_larger and not ends_name(row, known.pack)
    )  # as chapters are printed where no article follows
    if after is None or after.table is not None:
        return None
    if not is_sure and not any(head.form in ARTICLES for head in known.heads.values()):
        return None
    if _is_on_cover(place, known):
        return None
    title = Title(Kind.HEAVY_LINE, words, len(row.glyphs))
    return Head(place, CENTRED, title, rule=CHAPTER_RULE)


def _is_on_cover(place: int, known: Known) -> bool:
    """Whether no row of the page is full and nothing on it is numbered but an annex: a cover names no chapters."""
    page = known.pieces[place].page
    rows = [piece.row for piece in known.pieces if piece.page == page and piece.rows]
    has_numbers = any(known.pieces[at].page == page and head.kin != ANNEX for at, head in known.heads.items())
    return not has_numbers and not any(known.columns.is_full(row, known.widths[page]) for row in rows)


def _definitions(place: int, known: Known) -> Head | None:
    """The word for definitions in a line of its own that type sets off, behind numbered sections."""
    piece = known.pieces[place]
    row = piece.row
    if len(piece.rows) != 1 or piece.is_inside or piece.zone is Zone.LABEL:
        return None
    is_set_off = is_heavy(row) or row.size >= HABITS.larger * known.columns.size
    words = unified(normalised(row.text), known.pack).rstrip(":")
    is_behind = any(before < place for before in known.heads)
    if words not in known.pack.definition_titles or not is_set_off or not is_behind:
        return None
    title = Title(Kind.HEAVY_LINE, row.text.strip(), len(row.glyphs))
    return Head(place, CENTRED, title, rule="definitions_alone")


def _bracketed(places: Sequence[int], known: Known) -> dict[int, Head]:
    """Words in brackets that open paragraphs: the sections of a document that numbers none, else terms."""
    opened = [place for place in places if known.pieces[place].row.text.lstrip().startswith(BRACKET_SIGN)]
    titles = {place: known.reader.read(place, None) for place in opened if not known.pieces[place].is_inside}
    found = {place: title for place, title in titles.items() if title.kind is Kind.BRACKET}
    first = min((place for place, head in known.heads.items() if _is_counted_through(head)), default=len(known.pieces))
    found = {place: title for place, title in found.items() if place < first}
    if len(found) < HABITS.least_brackets:
        return {}
    return {place: Head(place, BRACKET, title, rule="bracketed_title") for place, title in found.items()}


def _terms(places: Sequence[int], heads: Mapping[int, Head], known: Known) -> dict[int, Head]:
    """Terms with their explanations below a title of definitions, where they are a list."""
    found: dict[int, Head] = {}
    for region, is_numbered in _regions(places, heads, known):
        titles = {place: known.reader.read(place, None) for place in region if not known.pieces[place].is_inside}
        for kinds in (
            {Kind.BRACKET},
            {Kind.RUN_IN, Kind.LEAD, Kind.HEAVY_LINE},
            {Kind.TERM},
        ):
            terms = {
                place: title for place, title in titles.items() if title.kind in kinds and _is_term(place, title, known)
            }
            if is_numbered and kinds != {Kind.BRACKET}:
                break
            first = terms.get(region[0]) if region else None
            is_first = first is not None and first.kind is Kind.RUN_IN
            if len(terms) >= HABITS.least_terms or is_first or (terms and kinds == {Kind.BRACKET}):
                found |= {place: _term_head(place, title, known) for place, title in terms.items()}
                break
    return found | _unannounced([place for place in places if place not in found], {**heads, **found}, known)


def _unannounced(places: Sequence[int], heads: Mapping[int, Head], known: Known) -> dict[int, Head]:
    """Terms in a section without a title, several of them right before the words that open an explanation."""
    if any(_is_titled_definitions(head, known) for head in heads.values()):
        return {}
    owners = sorted(heads)
    groups: dict[int, dict[int, Title]] = {}
    for place in places:
        title = known.reader.read(place, None) if not known.pieces[place].is_inside else NO_TITLE
        rest = known.pieces[place].row.text[title.length :].lstrip()
        is_explained = any(map(rest.startswith, known.pack.explaining_words))
        if title.kind in EXPLAINED and is_explained and _is_term(place, title, known):
            groups.setdefault(bisect(owners, place), {})[place] = title
    return {
        place: _term_head(place, title, known)
        for terms in groups.values()
        if len(terms) >= HABITS.least_terms
        for place, title in terms.items()
    }


def _term_head(place: int, title: Title, known: Known) -> Head:
    piece = known.pieces[place]
    x = (piece.row.x0 - piece.left) / known.columns.size
    return Head(place, TERM, title, zone=piece.zone, x=x, rule="definition_term")


def _is_term(place: int, title: Title, known: Known) -> bool:
    """Whether words may be a defined term: short, no number, with an explanation behind them."""
    piece = known.pieces[place]
    if read_number(piece.row, known.pack) is not None or not is_title(title.text, HABITS.longest_title):
        return False
    if title.kind is Kind.TERM:
        rest = "".join(glyph.char for glyph in piece.row.glyphs[title.length :])
        return any(rest.startswith(word) for word in known.pack.defining_words) or len(title.text) <= 12
    if title.kind is Kind.HEAVY_LINE:
        after = known.pieces[place + 1 + title.further : place + 2 + title.further]
        return bool(after) and bool(after[0].rows) and not is_heavy(after[0].row)
    return True


def _is_titled_definitions(head: Head, known: Known) -> bool:
    return unified(normalised(head.title.text), known.pack).rstrip(":") in known.pack.definition_titles


def _regions(places: Sequence[int], heads: Mapping[int, Head], known: Known) -> Iterator[tuple[list[int], bool]]:
    """The places below each title of definitions, and whether entries there have numbers of their own."""
    free = set(places)
    for place, head in sorted(heads.items()):
        if not _is_titled_definitions(head, known):
            continue
        end = min(
            (at for at, other in heads.items() if at > place and _ends_region(head, other)), default=len(known.pieces)
        )
        after = min((at for at in heads if at > place), default=end)
        is_numbered = (
            after - place <= HABITS.nearest_entry and heads[after].kin not in UNNUMBERED if after < end else False
        )
        yield [each for each in range(place + 1, end) if each in free], is_numbered


def _ends_region(head: Head, other: Head) -> bool:
    """Whether another head stands beside a title of definitions or above it, not below it."""
    if other.kin in WIDTH:
        return head.kin not in WIDTH or WIDTH[other.kin] <= WIDTH[head.kin]
    if head.kin in WIDTH:
        return False
    if head.kin.startswith(DECIMALS) and other.kin.startswith(DECIMALS):
        return len(other.value) <= len(head.value)
    return other.kin in {head.kin, "article"}


def _heavy_lines(places: Sequence[int], heads: Mapping[int, Head], known: Known) -> dict[int, Head]:
    """Heavy lines that stand alone above lighter text: titles where several of them are printed alike."""
    texts = [piece for piece in known.pieces if piece.rows and piece.zone is not Zone.LABEL]
    heavy = sum(is_heavy(piece.row) for piece in texts)
    if heavy > MOST_HEAVY * len(texts):
        return {}
    found = {place: title for place in places if (title := _heavy_line(place, heads, known)) is not None}
    looks: dict[tuple[str, int], list[int]] = {}
    for place in found:
        looks.setdefault(_look(known.pieces[place], known), []).append(place)
    lines: dict[int, Head] = {}
    for look, alike in looks.items():
        is_inside = known.has_chain or _stand_inside(alike, heads) or _stand_below_chapters(alike, heads, known)
        kin = f"{LINE}{look}" if is_inside else CENTRED
        if len(alike) >= (HABITS.least_terms if known.has_chain else 1):
            zone = known.pieces[alike[0]].zone
            lines |= {place: Head(place, kin, found[place], zone=zone, rule="heading_bold") for place in alike}
    return lines


def _stand_inside(places: Sequence[int], heads: Mapping[int, Head]) -> bool:
    """Whether most of the lines stand between a number and the next one: they divide what the first begins.

    Numbers that begin anew in each unit end with it.
    """
    counted: dict[str, Head] = {}
    spans: list[tuple[int, int]] = []
    for place, head in sorted(heads.items()):
        if head.kin in WIDTH:
            spans += [(before.place, place) for before in counted.values()]
            counted.clear()
        elif head.value:
            before = counted.get(head.kin)
            if before is not None and follows(before.value, head.value):
                spans.append((before.place, place))
            counted[head.kin] = head
    inside = sum(any(begin < place < end for begin, end in spans) for place in places)
    return inside > len(places) / 2


def _stand_below_chapters(places: Sequence[int], heads: Mapping[int, Head], known: Known) -> bool:
    """Whether chapters without numbers stand in the middle of the page, larger than the lines."""
    chapters = [known.pieces[place].row for place, head in heads.items() if head.rule == CHAPTER_RULE]
    lines = [known.pieces[place].row for place in places]
    return len(chapters) > 1 and min(row.size for row in chapters) > max(row.size for row in lines)


def _look(piece: Piece, known: Known) -> tuple[str, int]:
    return (piece.zone, round((piece.row.x0 - piece.left) / known.columns.size))


def _heavy_line(place: int, heads: Mapping[int, Head], known: Known) -> Title | None:
    piece = known.pieces[place]
    if (
        len(piece.rows) != 1
        or piece.is_inside
        or not is_heavy(piece.row)
        or item_mark(piece.row.text, known.pack)
        or ends_name(piece.row, known.pack)
    ):
        return None
    title = known.reader.read(place, None)
    if title.kind is Kind.NONE and not heads and is_heavy(piece.row) and piece.row.text.strip()[-1] in COLONS:
        title = Title(Kind.HEAVY_LINE, piece.row.text.strip().rstrip("\uff1a:"), len(piece.row.glyphs))
    longest = HABITS.longest_wrapped if title.further else HABITS.longest_plain
    if title.kind is not Kind.HEAVY_LINE or title.text.isascii() or not is_title(title.text, longest):
        return None
    at = place + 1 + title.further
    after = known.pieces[at] if at < len(known.pieces) else None
    if after is None or at in heads or (after.rows and is_heavy(after.row)):
        return None
    return title
