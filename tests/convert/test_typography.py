"""How words stand out, each kind apart, and what is there without being seen."""

import pytest
from paper import NUMBER_X, SIZE, Paper, kinds, reasons

from insurance_desktop.convert.reading.pages import Glyph, PageReading, Style
from insurance_desktop.convert.reading.visibility import see
from insurance_desktop.domain.conversion import Emphasis
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind
from insurance_desktop.domain.states import ConversionStatus, Severity

BODY = "被保险人在本合同有效期内因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按照约定给付。"


LIGHT = "被保險人在本契約有效期間內遭受意外傷害事故致成失能時，本公司依約定給付。"


def light(paper, text, **drawn):
    """Words in a light type: that of the sample maker, Heiti, is a black one."""
    paper.page.insert_text((NUMBER_X, paper.y), text, fontsize=SIZE, fontname="china-t", **drawn)


def of_light():
    paper = Paper()
    for _ in range(6):
        light(paper, LIGHT)
        paper.feed()
    return paper


def of_black():
    paper = Paper()
    for _ in range(6):
        paper.paragraph(BODY, x=NUMBER_X)
    return paper


def emphasis_of(words, conversion):
    spans = {conversion.markdown[span.start : span.end]: span.emphasis for span in conversion.source_map}
    return next(found for text, found in spans.items() if words in text)


def test_black_type_beside_a_light_one_is_a_kind_of_emphasis_of_its_own():
    paper = of_light()
    paper.words(NUMBER_X, "我们不承担给付责任")
    conversion = paper.convert()
    assert emphasis_of("我们不承担", conversion) == (Emphasis.TYPEFACE,)
    assert emphasis_of("被保險人", conversion) == ()


def test_black_type_throughout_is_no_emphasis():
    assert emphasis_of("被保险人", of_black().convert()) == ()


def test_black_type_with_a_line_drawn_as_a_thin_rectangle_below_has_both_kinds():
    paper = of_light()
    paper.words(NUMBER_X, "我们不承担给付责任")
    paper.page.draw_rect((NUMBER_X, paper.y + 1.5, NUMBER_X + 9 * SIZE, paper.y + 2), color=None, fill=(0, 0, 0))
    assert set(emphasis_of("我们不承担", paper.convert())) == {Emphasis.TYPEFACE, Emphasis.UNDERLINED}


@pytest.mark.parametrize(
    ("colour", "expected"),
    [((1, 0, 0), (Emphasis.COLOURED,)), ((0, 0.2, 0.6), (Emphasis.COLOURED,)), ((0.3, 0.3, 0.3), ()), ((0, 0, 0), ())],
)
def test_coloured_words_stand_out_and_grey_ones_do_not(colour, expected):
    paper = of_light()
    light(paper, "不承擔給付責任", color=colour)
    assert emphasis_of("不承擔", paper.convert()) == expected


def covered(paper):
    paper.words(NUMBER_X, "看不见的字")
    paper.page.draw_rect((NUMBER_X - 5, paper.y - 14, 300, paper.y + 4), color=None, fill=(1, 1, 1))


def blackened(paper):
    paper.words(NUMBER_X, "看不见的字")
    paper.page.draw_rect((NUMBER_X - 5, paper.y - 14, 300, paper.y + 4), color=None, fill=(0, 0, 0))


def on_a_hidden_layer(paper):
    layer = paper.document.add_ocg("draft", on=False)
    paper.page.insert_text((NUMBER_X, paper.y), "看不见的字", fontname="china-s", oc=layer)


def drawn(**how):
    return lambda paper: paper.page.insert_text((NUMBER_X, paper.y), "看不见的字", fontname="china-s", **how)


HIDING = {
    "white": drawn(color=(1, 1, 1)),
    "clear": drawn(fill_opacity=0, stroke_opacity=0),
    "render mode 3": drawn(render_mode=3),
    "tiny": drawn(fontsize=0.5),
    "under two points": drawn(fontsize=1.9),
    "off the page": lambda paper: paper.words(NUMBER_X, "看不见的字", y=2000),
    "covered": covered,
    "blackened": blackened,
    "on a hidden layer": on_a_hidden_layer,
}


@pytest.mark.parametrize("hide", HIDING.values(), ids=HIDING)
def test_what_a_reader_does_not_see_is_kept_out_and_reported(hide):
    paper = of_black()
    hide(paper)
    conversion = paper.convert()
    assert "看不见" not in conversion.markdown
    assert "看不见的字" in reasons(conversion).get(ExclusionReason.HIDDEN, "") + reasons(conversion).get(
        ExclusionReason.OFF_PAGE, ""
    )
    found = [each for each in conversion.findings if each.kind == FindingKind.HIDDEN_TEXT]
    assert [(each.severity, each.box is not None) for each in found] == [(Severity.WARNING, True)]
    assert conversion.coverage.unaccounted == 0
    assert not [each for each in conversion.findings if each.severity is Severity.BLOCKING]


def test_a_layer_that_is_shown_is_part_of_the_text():
    paper = of_black()
    layer = paper.document.add_ocg("stamp", on=True)
    paper.page.insert_text((NUMBER_X, paper.y), "看得见的字", fontname="china-s", oc=layer)
    conversion = paper.convert()
    assert "看得见的字" in conversion.markdown
    assert FindingKind.HIDDEN_TEXT not in kinds(conversion)


def smuggled(code, drawn="\xa0"):
    """Words of Latin letters; the font's own table writes one of them, mostly a blank, down as another sign."""

    def write(paper):
        paper.page.insert_text((NUMBER_X, paper.y), f"only once, not{drawn} twice", fontname="helv", fontsize=SIZE)
        font = next(each[0] for each in paper.page.get_fonts() if each[4] == "helv")
        sign = (code if isinstance(code, str) else chr(code)).encode("utf-16-be").hex().upper()
        table = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def "
        table += "1 begincodespacerange <00> <FF> endcodespacerange "
        table += f"1 beginbfrange <20> <79> <0020> endbfrange 1 beginbfchar <{ord(drawn):02X}> <{sign}> endbfchar "
        table += "endcmap end end"
        stream = paper.document.get_new_xref()
        paper.document.update_object(stream, "<<>>")
        paper.document.update_stream(stream, table.encode())
        paper.document.xref_set_key(font, "ToUnicode", f"{stream} 0 R")

    return write


@pytest.mark.requirement("FR-003")
@pytest.mark.parametrize("code", [0x200B, 0xFEFF, 0x200E, 0x202E, 0x2067, 0xFE01, 0xE0041, 0xE0100])
def test_one_sign_without_a_body_between_words_is_reported(code):
    paper = of_black()
    smuggled(code)(paper)
    conversion = paper.convert()
    assert "only once, not twice" in conversion.markdown
    assert reasons(conversion)[ExclusionReason.HIDDEN] == chr(code)
    (found,) = [each for each in conversion.findings if each.kind == FindingKind.HIDDEN_TEXT]
    assert (found.severity, found.box is not None) == (Severity.WARNING, True)
    assert conversion.coverage.unaccounted == 0
    assert not [each for each in conversion.findings if each.severity is Severity.BLOCKING]


@pytest.mark.requirement("EC-001")
@pytest.mark.parametrize("code", [0x200B, 0xFEFF, 0x200E, 0x202E, 0x2067, 0xFE01, 0xE0041, 0xE0100])
def test_a_letter_that_its_font_calls_a_sign_without_a_body_needs_a_person(code):
    paper = of_black()
    smuggled(code, "z")(paper)
    conversion = paper.convert()
    assert "only once, not\ufffd" in conversion.markdown
    assert ExclusionReason.HIDDEN not in reasons(conversion)
    found = [each for each in conversion.findings if each.kind == FindingKind.UNREADABLE]
    assert [(each.severity, each.box is not None) for each in found] == [(Severity.BLOCKING, True)]
    assert conversion.status is ConversionStatus.NEEDS_ATTENTION


def test_a_selector_that_shares_the_glyph_of_its_letter_is_kept_out_and_the_letter_is_text():
    paper = of_black()
    smuggled("z\ufe01", "z")(paper)
    conversion = paper.convert()
    assert "only once, notz twice" in conversion.markdown
    assert FindingKind.UNREADABLE not in kinds(conversion)
    assert reasons(conversion)[ExclusionReason.HIDDEN] == "\ufe01"


@pytest.mark.parametrize("control", ["\u202e", "\u2066", "\u200d", "\u2060", "\u200b", "\U000e0041"])
def test_signs_that_only_turn_or_join_others_are_kept_out_with_a_reason(control):
    glyphs = tuple(
        Glyph(number, sign, 10 * number, 0, 10 * number + 9, 10, 10 * number, 9, 10, 0)
        for number, sign in enumerate(f"不承担{control}责任")
    )
    page = see(PageReading(1, 600, 800, (glyphs,), (Style("SimSun", False, False, (0.0,), 1.0, 0),)))
    assert "".join(glyph.char for stretch in page.stretches for glyph in stretch) == "不承担责任"
    assert [(each.reason, [glyph.char for glyph in each.glyphs]) for each in page.left_out] == [
        (ExclusionReason.HIDDEN, [control])
    ]
