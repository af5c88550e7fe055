"""The signs of a text with their places in the Markdown: what leads from quoted words to the glyphs of a page."""

from hypothesis import given
from hypothesis import strategies as st

from insurance_desktop.convert.text.plain_text import body_signs, pieces

LINES = st.sampled_from(
    (
        "",
        "# 甲产品",
        "### 2.5 责任免除",
        "**身故保险金**",
        r"**身故保险金\**",
        "被保险人 酒后驾驶。",
        r"系数为 1\*2\_3，见 \[1\]\\。",
        "  （1）缩进的一项；",
        "> [1] 指被保险人。",
        "| 年度 | 现金 价值 |",
        "| --- | --- |",
        r"| 1 | a\|b |",
        "| - | — |",
        r"\# 不是标题",
        "\\",
    )
)


@given(st.lists(LINES, max_size=14).map("\n".join), st.booleans())
def test_the_signs_are_those_of_the_bodies_and_stand_where_they_are_said_to(markdown, notes):
    signs, places = body_signs(markdown, 0, len(markdown), notes=notes)
    left_out = {"heading"} if notes else {"heading", "note"}
    assert signs == "".join("".join(each.text.split()) for each in pieces(markdown) if each.kind not in left_out)
    assert signs == "".join(markdown[place] for place in places)
    assert places == sorted(set(places))


@given(st.lists(LINES, min_size=1, max_size=14), st.data())
def test_from_a_line_on_the_signs_are_the_same(lines, data):
    markdown = "\n".join(lines)
    from_line = data.draw(st.integers(0, len(lines) - 1))
    start = sum(len(each) + 1 for each in lines[:from_line])
    if lines[from_line].startswith("| ---"):
        return  # a passage begins with a sign of the page, and this line has none
    signs, places = body_signs(markdown, start, len(markdown))
    whole, all_places = body_signs(markdown, 0, len(markdown))
    first = next((number for number, place in enumerate(all_places) if place >= start), len(all_places))
    assert (signs, places) == (whole[first:], all_places[first:])
