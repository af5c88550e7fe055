"""Words that a reader of the drawn page does not see, hardly sees, or sees though their colour is that of paper."""

import pymupdf
import pytest
from paper import NUMBER_X, Paper, kinds, reasons

from insurance_desktop.convert.reading.drawing import Drawing, Wanted
from insurance_desktop.domain.conversion import Agreement
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import Severity

BODY = "被保险人在本合同有效期内因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按照约定给付。"
WORDS = "赔付比例为百分之六十"
WHITE, NAVY = (1, 1, 1), (0, 0.2, 0.5)


def a_page() -> Paper:
    paper = Paper()
    paper.paragraph(BODY, x=NUMBER_X)
    paper.feed(3)
    return paper


def written(paper, colour=(0, 0, 0), **how):
    paper.words(NUMBER_X, WORDS, colour=colour, **how)


def around(paper):
    return NUMBER_X - 5, paper.y - 14, 300, paper.y + 4


def panel(paper, fill, **how):
    paper.page.draw_rect(around(paper), color=None, fill=fill, **how)


def picture(paper, shade, box=None):
    """A picture over the words' place; `shade` says the colour of a point."""
    pixels = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 20, 20))
    for x in range(20):
        for y in range(20):
            pixels.set_pixel(x, y, shade(x, y))
    paper.page.insert_image(box or around(paper), pixmap=pixels, keep_proportion=False)


def plain(*colour):
    return lambda x, y: colour


def patchwork(x, y):
    return (x * 73 + y * 37) % 256, (x * 51 + y * 91) % 256, (x * 17 + y * 133) % 256


def state(paper, spec):
    """Draws what came last in a graphics state of its own."""
    document, stream = paper.document, paper.page.get_contents()[-1]
    held = document.xref_get_key(paper.page.xref, "Resources")
    at, path = (int(held[1].split()[0]), "") if held[0] == "xref" else (paper.page.xref, "Resources/")
    states = document.xref_get_key(at, f"{path}ExtGState")
    at, path = (int(states[1].split()[0]), "") if states[0] == "xref" else (at, f"{path}ExtGState/")
    document.xref_set_key(at, f"{path}Own", spec)
    document.update_stream(stream, b"q /Own gs " + document.xref_stream(stream) + b" Q")


def gradient(paper, start, end):
    x0, y0, x1, y1 = around(paper)
    paper.page.insert_text((10, 20), " ", fontname="helv")  # a stream of its own
    document, stream = paper.document, paper.page.get_contents()[-1]
    colours = f"<</FunctionType 2/Domain[0 1]/C0[{start}]/C1[{end}]/N 1>>"
    shading = f"<</ShadingType 2/ColorSpace/DeviceRGB/Coords[{x0} 0 {x1} 0]/Function {colours}/Extend[true true]>>"
    held = document.xref_get_key(paper.page.xref, "Resources")
    at, path = (int(held[1].split()[0]), "") if held[0] == "xref" else (paper.page.xref, "Resources/")
    document.xref_set_key(at, f"{path}Shading", f"<</Own {shading}>>")
    clip = f"\nq {x0} {842 - y1} {x1 - x0} {y1 - y0} re W n /Own sh Q"
    document.update_stream(stream, document.xref_stream(stream) + clip.encode())


def in_a_clear_group(paper):
    source = pymupdf.open()
    source.new_page(width=300, height=30).insert_text((5, 18), WORDS, fontname="china-s", fontsize=10.5)
    place = pymupdf.Rect(NUMBER_X, paper.y - 20, NUMBER_X + 300, paper.y + 10)
    paper.page.show_pdf_page(place, source, 0)
    for xref in range(1, paper.document.xref_length()):
        if paper.document.xref_get_key(xref, "Subtype")[1] == "/Form":
            paper.document.xref_set_key(xref, "Group", "<</S/Transparency>>")
    state(paper, "<</ca 0.01/CA 0.01>>")


def own_colours(paper):
    """What RGB means on this page."""
    document = paper.document
    held = document.xref_get_key(paper.page.xref, "Resources")
    at, path = (int(held[1].split()[0]), "") if held[0] == "xref" else (paper.page.xref, "Resources/")
    own = "[/CalRGB<</WhitePoint[0.95 1 1.09]/Gamma[3 3 3]>>]"
    document.xref_set_key(at, f"{path}ColorSpace", f"<</DefaultRGB {own}>>")


def then(*steps):
    """One thing drawn after the other."""

    def draw(paper):
        for step in steps:
            step(paper)

    return draw


def on(fill, colour, **how):
    return then(lambda paper: panel(paper, fill, **how), lambda paper: written(paper, colour))


def under(lid):
    return then(written, lid)


def strips(paper):
    x0, y0, x1, y1 = around(paper)
    for step in range(int(x1 - x0) // 3 + 1):
        paper.page.draw_rect((x0 + 3 * step, y0, x0 + 3 * step + 3, y1), color=None, fill=WHITE)


def broad_line(paper):
    middle = paper.y - 5
    paper.page.draw_line((NUMBER_X - 5, middle), (300, middle), color=(0.9, 0.9, 0.7), width=18)


def circle(paper):
    paper.page.draw_circle((NUMBER_X + 50, paper.y - 4), 58, color=None, fill=(0.95, 0.9, 0.6))


def turned(draw):
    return then(draw, lambda paper: paper.page.set_rotation(90))


UNSEEN = {
    "under a white picture": under(lambda paper: picture(paper, plain(255, 255, 255))),
    "under a picture of many colours": under(lambda paper: picture(paper, patchwork)),
    "under a blue lid": under(lambda paper: panel(paper, (0, 0, 0.8))),
    "under a grey lid": under(lambda paper: panel(paper, (0.75, 0.75, 0.75))),
    "under a lid with round corners": under(lambda paper: panel(paper, WHITE, radius=0.3)),
    "under a circle": under(circle),
    "under many strips": under(strips),
    "under a broad line": under(broad_line),
    "under a gradient": under(lambda paper: gradient(paper, "1 1 1", ".6 .8 1")),
    "nearly white": lambda paper: written(paper, (0.97, 0.97, 0.97)),
    "grey on grey": on((0.75, 0.75, 0.75), (0.75, 0.75, 0.75)),
    "blue on blue with round corners": on((0, 0.1, 0.4), (0, 0.1, 0.4), radius=0.3),
    "black on a black picture": then(lambda paper: picture(paper, plain(0, 0, 0)), written),
    "in a clear group": in_a_clear_group,
    "under a lid on a turned page": turned(under(lambda paper: panel(paper, NAVY))),
    "tiny by its scale": then(
        lambda paper: paper.new_page(), written, lambda paper: scaled_down(paper, "0.1 0 0 0.1 50 600 cm")
    ),
}


def scaled_down(paper, matrix):
    stream = paper.page.get_contents()[-1]
    paper.document.update_stream(stream, f"q {matrix} ".encode() + paper.document.xref_stream(stream) + b" Q")


@pytest.mark.requirement("FR-003")
@pytest.mark.parametrize("hide", UNSEEN.values(), ids=UNSEEN)
def test_words_that_the_drawn_page_does_not_show_are_kept_out_and_reported(hide):
    paper = a_page()
    hide(paper)
    conversion = paper.convert()
    assert conversion.markdown.strip() == BODY
    assert reasons(conversion)[ExclusionReason.HIDDEN] == WORDS
    found = [each.severity for each in conversion.findings if each.kind == FindingKind.HIDDEN_TEXT]
    assert found == [Severity.WARNING]
    assert conversion.coverage.unaccounted == 0


HARDLY_SEEN = {
    "pale grey": lambda paper: written(paper, (0.91, 0.91, 0.91)),
    "nearly clear": lambda paper: paper.page.insert_text(
        (NUMBER_X, paper.y), WORDS, fontname="china-s", fontsize=10.5, fill_opacity=0.09
    ),
    "mostly covered": under(
        lambda paper: paper.page.draw_rect(
            (NUMBER_X - 5, paper.y - 4.6, 300, paper.y + 4), color=None, fill=(0.8, 0.9, 1)
        )
    ),
}


@pytest.mark.requirement("FR-003")
@pytest.mark.parametrize("draw", HARDLY_SEEN.values(), ids=HARDLY_SEEN)
def test_words_that_a_reader_may_miss_stay_and_a_person_must_look(draw):
    paper = a_page()
    draw(paper)
    conversion = paper.convert()
    assert WORDS in conversion.markdown
    (found,) = [each for each in conversion.findings if each.kind == FindingKind.FAINT_TEXT]
    assert (found.severity, found.box is not None) == (Severity.BLOCKING, True)


def ring(paper):
    """A seal: a ring on a clear ground, printed over the words."""
    pixels = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 60, 60), True)
    for x in range(60):
        for y in range(60):
            is_ink = 700 < (x - 30) ** 2 + (y - 30) ** 2 < 800
            pixels.set_pixel(x, y, (255, 0, 0, 110 if is_ink else 0))
    paper.page.insert_image((NUMBER_X, paper.y - 60, NUMBER_X + 120, paper.y + 60), pixmap=pixels)


def frame(paper):
    shape = paper.page.new_shape()
    shape.draw_rect((30, 30, 560, 800))
    shape.draw_rect((35, 35, 555, 795))
    shape.finish(color=None, fill=(0, 0, 0), even_odd=True)
    shape.commit()


def lid_on_a_hidden_layer(paper):
    layer = paper.document.add_ocg("draft", on=False)
    panel(paper, NAVY, oc=layer)


SEEN = {
    "white on a box with round corners": on(NAVY, WHITE, radius=0.3),
    "white and bold on a box with round corners": then(
        lambda paper: panel(paper, NAVY, radius=0.3), lambda paper: written(paper, WHITE, bold=True)
    ),
    "white on a dark rectangle": on(NAVY, WHITE),
    "white on a dark picture": then(
        lambda paper: picture(paper, lambda x, y: (20, 30, 60 + 3 * x)), lambda paper: written(paper, WHITE)
    ),
    "white on a gradient": then(
        lambda paper: gradient(paper, "0 0 .6", ".5 0 .1"), lambda paper: written(paper, WHITE)
    ),
    "white on a box of a turned page": turned(on(NAVY, WHITE, radius=0.3)),
    "black on a light picture": then(lambda paper: picture(paper, plain(210, 225, 255)), written),
    "under a marker": under(
        then(lambda paper: panel(paper, (0.75, 0.75, 0.75)), lambda paper: state(paper, "<</BM/Multiply>>"))
    ),
    "under a highlight": under(lambda paper: paper.page.add_highlight_annot(pymupdf.Rect(*around(paper)))),
    "under a seal": under(ring),
    "within a frame": under(frame),
    "under a lid that is not shown": under(lid_on_a_hidden_layer),
    "white under a lid that is not shown": then(on(NAVY, WHITE, radius=0.3), lid_on_a_hidden_layer),
    "white on a box in colours of its own": then(on(NAVY, WHITE, radius=0.3), own_colours),
}


@pytest.mark.requirement("EC-001")
@pytest.mark.parametrize("draw", SEEN.values(), ids=SEEN)
def test_words_that_the_drawn_page_shows_are_text(draw):
    paper = a_page()
    draw(paper)
    conversion = paper.convert()
    assert WORDS in conversion.markdown
    assert not kinds(conversion) & {FindingKind.HIDDEN_TEXT, FindingKind.FAINT_TEXT}
    assert conversion.coverage.second_reading == Agreement(True, 0)


SCENES = UNSEEN | HARDLY_SEEN | SEEN
DRAWN = SCENES.keys() - {"tiny by its scale", "under a lid that is not shown"}


@pytest.mark.parametrize("scene", sorted(DRAWN))
def test_a_page_that_mupdf_draws_alone_looks_as_if_it_were_drawn_sign_by_sign(scene, monkeypatch):
    """Else what the two pictures differ in would not be the words in question."""
    looks = []
    look = Drawing.look

    def twice(drawing, glyphs):
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(Drawing, "_draw_plainly", sign_by_sign)
            looks.append(look(drawing, glyphs))
        looks.append(look(drawing, glyphs))
        return looks[-1]

    monkeypatch.setattr(Drawing, "look", twice)
    paper = a_page()
    SCENES[scene](paper)
    paper.convert()
    assert looks[::2] == looks[1::2] != []


def sign_by_sign(drawing, onto, clip, zoom):
    drawing._draw(onto, pymupdf.Pixmap(pymupdf.csGRAY, clip, False), clip, zoom, Wanted({}, {}))


def test_a_figure_that_is_covered_and_printed_anew_is_the_new_one():
    paper = a_page()
    paper.words(NUMBER_X, "给付100万元")
    panel(paper, (0.9, 0.95, 1), radius=0.3)
    paper.words(NUMBER_X, "给付500万元")
    conversion = paper.convert()
    assert "给付500万元" in conversion.markdown
    assert "100" not in conversion.markdown


def test_what_cannot_be_drawn_stays_and_a_person_must_look(monkeypatch):
    def unable(*_):
        raise RuntimeError("no memory for the picture")

    monkeypatch.setattr("insurance_desktop.convert.reading.inking.Drawing", unable)
    paper = a_page()
    written(paper, WHITE)
    conversion = paper.convert()
    assert WORDS in conversion.markdown
    assert FindingKind.FAINT_TEXT in kinds(conversion)


def test_a_page_of_dark_words_on_bare_paper_is_not_drawn(monkeypatch):
    def unable(*_):
        raise AssertionError("drawn")

    monkeypatch.setattr("insurance_desktop.convert.reading.inking.Drawing", unable)
    paper = a_page()
    paper.shade(NUMBER_X, 300, paper.y)
    written(paper)
    paper.feed(2)
    paper.grid([60, 200, 340], [paper.y, paper.y + 20, paper.y + 40], [["项目", "金额"], ["身故", "10万元"]])
    assert FindingKind.FAINT_TEXT not in kinds(paper.convert())


def test_a_page_of_dark_words_on_a_light_picture_is_not_drawn(monkeypatch):
    def unable(*_):
        raise AssertionError("drawn")

    monkeypatch.setattr("insurance_desktop.convert.reading.inking.Drawing", unable)
    paper = Paper()
    picture(paper, plain(200, 225, 255), (0, 0, 595, 842))
    paper.paragraph(BODY, x=NUMBER_X)
    assert FindingKind.FAINT_TEXT not in kinds(paper.convert())


def test_the_ink_of_words_half_on_a_picture_stands_in_the_place_of_each_sign(monkeypatch):
    looks = []
    look = Drawing.look

    def kept(drawing, glyphs):
        looked = look(drawing, glyphs)
        looks.append((glyphs, looked))
        return looked

    monkeypatch.setattr(Drawing, "look", kept)
    paper = a_page()
    for _ in range(25):
        picture(paper, plain(110, 160, 220), (NUMBER_X + 30, paper.y - 12, NUMBER_X + 60, paper.y + 4))
        written(paper)
        paper.feed()
    conversion = paper.convert()
    assert conversion.markdown.count(WORDS) == 25
    assert not kinds(conversion) & {FindingKind.HIDDEN_TEXT, FindingKind.FAINT_TEXT}
    assert sum(len(glyphs) for glyphs, _ in looks) >= 25 * 3
    assert [glyph.char for glyphs, looked in looks for glyph in glyphs if not has_ink(looked, glyph)] == []


def has_ink(looked, glyph):
    left, top, right, bottom = looked.pixels(glyph)
    rows = (looked.ink[y * looked.width + left : y * looked.width + right] for y in range(top, bottom))
    return any(min(row, default=255) < 128 for row in rows)
