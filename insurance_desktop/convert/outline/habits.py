"""Every tolerance of the outline, with its unit, its meaning and what shows it. Nothing else here holds a number."""

from insurance_desktop.domain.entity import entity


@entity
class Habits:
    """Lengths are in type sizes (em) or line pitches of the document unless said otherwise; weights are of chains.

    The files named print the case that a number is for; all were measured on 24 section lists of nine insurers.
    """

    same_place: float = 4.0
    """Points that the start of one column wanders on a page (abz-cqs: 187 and 194 on different pages are two)."""
    annex_middle: float = 0.05
    """Part of the page width: the middle of an annex's title is this close to the page's."""
    narrowest_label: float = 2.5
    """em: a label column is at least this wide (hongkang 000015: 4.3 for the numbers)."""
    column_gap: float = 0.45
    """em: pieces of a row further apart may be cells of different columns."""
    edge_band: float = 14.0
    """Points around the document's text edge in which the edge of a page may lie (hezhong acx: 183 to 193)."""
    least_cuts: int = 3
    """Rows with label and text side by side that show a label column."""
    cuts_share: float = 0.08
    """At least so many of the rows of a text column have a label beside them (0.19 to 0.45 in seventeen contracts)."""
    text_share: float = 0.3
    """The text column is the leftmost with this part of the fullest one's signs (sunlife 1.0; wide annexes 0.4)."""
    crossing_share: float = 1.0
    """A page on which more rows run across the edge than begin at it has no label column (annexes of full width)."""
    few_rows: int = 2
    """A page with so few rows, all left of the text column, holds the rest of a label."""
    returns_share: float = 0.25
    """Where so many rows with a gap go on left of it, the gaps stand behind numbers and not behind labels."""
    widest_indent: float = 6.0
    """em: text beside a label begins at most this far inside the text column."""
    guide_gap: float = 6.0
    """em: what stands this far beside the title of the reading guide is no part of it (kangaibao, page 1)."""
    label_drop: float = 0.75
    """em: a label this much lower than a row of text still stands beside it (hongkang 000015: 0.43)."""
    label_step: float = 1.45
    """Line pitches: a label goes on in the next row at most this far below (abz-cqs 1.0)."""
    widest_room: float = 4.0
    """em: the widest label leaves no more room before the text than this (sunlife 1.7; made documents 3.1)."""
    label_room: float = 1.05
    """em: a label row is full where no further sign fits beside the widest rows of its column."""
    strict_room: float = 0.5
    """em: the same where the page turns and the text begins anew: the label may begin there, too."""
    label_fill: float = 0.62
    """Part of the label column that a row fills whose label goes on while its text does (sunlife: 0.75)."""
    same_x: float = 0.8
    """em: starts that belong to one style lie this close."""
    deeper: float = 2.0
    """em: numbers that begin so far right of the sections are entries inside of them (hongkang 000015: 4.3)."""
    larger: float = 1.06
    """Type of so many times the body's size is larger (12 to 10.5 points in most contracts)."""
    longest_title: int = 45
    """Signs: the longest printed titles of the lists have 38 (a disease with its other name)."""
    longest_wrapped: int = 60
    """Signs: two rows of a title across the whole page (made documents: 53)."""
    longest_plain: int = 26
    """Signs: a title that nothing but its shortness sets off."""
    longest_lead: int = 12
    """Signs: a numbered heavy row so short is a title even before a colon."""
    title_gap: float = 0.22
    """em: this much behind a bold title parts it from the text in the same row."""
    longest_term: int = 24
    """Signs before the colon of a defined term."""
    # chains: what speaks for a number, and what a step costs
    base: float = 0.5
    plain_number: float = -0.4
    """A number without a point counts lists far more often than chapters."""
    own_form: float = 1.3
    """Articles and chapters have a word of their own; lists do not (a fragment may begin with article 37)."""
    crowded: float = -0.6
    """A plain number with the next one in the row below: the items of a list stand so."""
    in_label: float = 1.2
    heavy_number: float = 0.6
    has_title: float = 0.5
    has_strong_title: float = 0.5
    is_larger: float = 0.6
    in_contents: float = 1.6
    inside_sentence: float = -2.2
    untitled: float = -0.4
    counts_on: float = 0.7
    """What the very next number gains: a sentence that begins with a number seldom begins with the one that is due."""
    jump: float = 2.2
    jump_in_contents: float = 0.8
    chapter_missing: float = 0.5
    """1.7 → 2.1: the chapter's own line was not found."""
    flat_chapter: float = 1.6
    """5 → 6 with nothing 5.1 between: as chapters of lists do, and as the items of a list do."""
    flat_heavy: float = 0.2
    """The same where both stand out as chapters do."""
    restart: float = 6.0
    restart_own: float = 1.2
    """The same of articles and chapters, whose word no list has (riders inside a text)."""
    other_style: float = 1.2
    pure_share: float = 0.8
    """Where so many of the numbers of one style are in the chain, the rest of that style is, too: restarts, riders."""
    pure_count: int = 3
    reach: int = 60
    """So many candidates back a chain may go on."""
    # runs of counted items
    titled_share: float = 0.65
    """A list of which fewer entries have titles is a list of items."""
    bodied_share: float = 0.6
    """Entries with nothing below them are the names of a list."""
    nearest_entry: int = 3
    """Pieces: where a number stands so close below a title of definitions, they are numbered."""
    least_brackets: int = 2
    """So many paragraphs that begin with a title in brackets are sections where nothing else is."""
    least_terms: int = 3
    """Unnumbered terms in bold make a list of definitions from so many on."""


HABITS = Habits()
