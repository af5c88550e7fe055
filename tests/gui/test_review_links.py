"""Text and page point at each other; the Markdown's signs are read and each character keeps its place."""

from clause_sheet import MARKDOWN, SOURCE_MAP
from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.review.text.markdown_pieces import PieceKind, pieces_of
from insurance_desktop.gui.review.text.source_links import Links, Placed, PlaceMap, from_units, moved_offset, to_units


def all_words(pieces):
    for piece in pieces:
        yield from ([piece.words] if not piece.rows else [cell for row in piece.rows for cell in row])


def test_every_block_is_found_from_its_text_and_from_its_place():
    links = Links(SOURCE_MAP)
    for span in SOURCE_MAP:
        for offset in range(span.start, span.end):
            assert links.at_offset(offset) == span
        for box in span.boxes:
            assert links.at_point(box.page, (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2) == span
            assert links.touching(box) == span
            assert span in [links.at_offset(span.start)]


def test_the_smallest_box_under_a_click_wins_and_a_near_miss_still_counts():
    links = Links(SOURCE_MAP)
    span = SOURCE_MAP[3]
    box = span.boxes[0]
    assert links.at_point(box.page, box.x0 - 5, box.y0 + 2) == span
    assert links.at_point(box.page, 5, 5) is None
    assert links.at_point(9, box.x0, box.y0) is None
    assert links.touching(Box(9, 0, 0, 1, 1)) is None


def test_headings_lists_tables_and_escapes_are_read():
    pieces = pieces_of(MARKDOWN)
    kinds = [piece.kind for piece in pieces]
    assert kinds.count(PieceKind.HEADING) == 6
    assert kinds.count(PieceKind.LIST_ITEM) == 2
    table = next(piece for piece in pieces if piece.kind is PieceKind.TABLE)
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["年龄", "保险费（元）"],
        ["30", "1,200"],
        ["40", "2,400"],
    ]
    texts = [words.text for words in all_words(pieces)]
    assert "因下列情形之一，我们不承担给付保险金的责任：" in texts
    assert "- （2）被保险人酒后驾驶*；" in texts


def test_every_shown_character_of_the_sample_stands_where_its_stretch_says():
    for words in all_words(pieces_of(MARKDOWN)):
        for stretch in words.stretches:
            shown = words.text[stretch.shown : stretch.shown + stretch.length]
            assert MARKDOWN[stretch.written : stretch.written + stretch.length] == shown


LINES = st.text(alphabet="责任免除1.2（）|#-*\\ ab𠮷&lt;>\n", max_size=80)


@given(LINES)
def test_no_text_is_lost_or_misplaced_whatever_stands_in_the_markdown(markdown):
    seen = set()
    for words in all_words(pieces_of(markdown)):
        length = 0
        for stretch in words.stretches:
            assert stretch.shown >= length
            length = stretch.shown + stretch.length
            shown = words.text[stretch.shown : length]
            written = markdown[stretch.written : stretch.written + stretch.length]
            assert shown == written or written[:1] in "&<"
            seen.update(range(stretch.written, stretch.written + stretch.length))
        assert length == len(words.text)
    for place, character in enumerate(markdown):
        if character in "责任免除12（）ab𠮷":
            assert place in seen


def test_a_pipe_in_a_cell_may_be_escaped_and_a_cell_may_be_empty():
    table = pieces_of("| a \\| b | |\n|---|---|\n| 1 | 2 |\n")[0]
    assert [[cell.text for cell in row] for row in table.rows] == [["a | b", ""], ["1", "2"]]


@given(st.text(alphabet="保险𠮷a", max_size=30), st.data())
def test_characters_and_units_are_inverse(text, data):
    offset = data.draw(st.integers(0, len(text)))
    assert from_units(text, to_units(text, offset)) == offset


def test_a_place_map_leads_there_and_back():
    places = PlaceMap()
    places.add(Placed(0, 3, 2, 3))
    places.add(Placed(4, 2, 7, 1))
    for position, written in ((0, 2), (2, 4), (4, 7)):
        assert places.written_at(position) == written
    assert places.range_of(0, 5) == (0, 3)
    assert places.range_of(3, 8) == (1, 6)
    assert places.range_of(5, 8) == (4, 6)
    assert places.range_of(5, 7) is None
    assert PlaceMap().written_at(3) is None
    assert PlaceMap().range_of(0, 1) is None
    assert places.runs_of(2, 8, most=9) == [(0, 3), (4, 6)]
    assert places.runs_of(2, 8, most=1) == [(0, 6)]


@given(st.integers(0, 12), st.text(alphabet="改", max_size=6), st.data())
def test_an_edit_in_one_place_moves_only_what_comes_after(length, put_in, data):
    old = "一二三四五六七八九十百千"[:length]
    start = data.draw(st.integers(0, length))
    end = data.draw(st.integers(start, length))
    new = old[:start] + put_in + old[end:]
    for offset, character in enumerate(new):
        was = moved_offset(old, new, offset)
        assert 0 <= was <= length
        if character != "改":
            assert old[was] == character
