"""The order of lines read from a picture: columns, leaning pages, tables."""

from math import cos, radians, sin

import pytest

from insurance_desktop.convert.running.scanned_lines import ScannedLine, in_reading_order, skew_of

HEIGHT = 30


def line(text: str, x0: float, y0: float, x1: float, *, turned: float = 0.0) -> ScannedLine:
    """A line of 30 pixels' height on a page that was turned clockwise by some degrees."""
    cosine, sine = cos(radians(turned)), sin(radians(turned))
    corners = ((x0, y0), (x1, y0), (x1, y0 + HEIGHT), (x0, y0 + HEIGHT))
    return ScannedLine(tuple((x * cosine - y * sine, x * sine + y * cosine) for x, y in corners), text, 0.9)


def two_columns(turned: float) -> list[ScannedLine]:
    found = [line("标题", 100, 50, 1500, turned=turned)]
    for row in range(6):
        found.append(line(f"左{row}", 100, 150 + 50 * row, 700 if row < 5 else 300, turned=turned))
        found.append(line(f"右{row}", 800, 155 + 50 * row, 1500, turned=turned))
    found.append(line("脚注", 100, 500, 1500, turned=turned))
    return found


@pytest.mark.parametrize("turned", [-5.0, -2.0, 0.0, 2.0, 5.0])
def test_two_columns_are_read_one_after_the_other_also_on_a_leaning_page(turned):
    found = two_columns(turned)
    wanted = ["标题", *(f"左{row}" for row in range(6)), *(f"右{row}" for row in range(6)), "脚注"]
    assert [each.text for each in in_reading_order(found[::-1])] == wanted
    assert skew_of(found) == pytest.approx(turned, abs=0.01)


def test_a_table_is_read_row_by_row():
    cells = [
        line(f"{row}{column}", 100 + 400 * column, 50 * row, 250 + 400 * column)
        for row in range(5)
        for column in range(3)
    ]
    assert [each.text for each in in_reading_order(cells[::-1])] == [each.text for each in cells]


def test_a_label_stands_before_the_text_beside_it():
    found = [line("2.4", 100, 50, 160), *(line(f"正文{row}", 400, 50 + 50 * row, 1500) for row in range(5))]
    assert [each.text for each in in_reading_order(found[::-1])] == ["2.4", *(f"正文{row}" for row in range(5))]


def test_the_ragged_end_of_lines_makes_no_column():
    found = [line(f"行{row}", 100, 50 * row, 600 + 150 * (row % 4)) for row in range(8)]
    assert [each.text for each in in_reading_order(found[::-1])] == [f"行{row}" for row in range(8)]


def test_no_lines_are_in_order():
    assert in_reading_order([]) == () and skew_of([]) == 0.0
