"""Patterns of tiles: they may cover words, and words beside them are not looked for."""

import pytest
from paper import NUMBER_X, Paper, kinds, reasons

from insurance_desktop.convert.reading.drawing import Drawing
from insurance_desktop.domain.kinds import ExclusionReason, FindingKind

BODY = "被保险人在本合同有效期内因遭受意外伤害或者在等待期后因疾病导致的住院治疗，我们按照约定给付。"
WORDS = "赔付比例为百分之六十"
WHITE_TILE = "1 1 1 rg 0 0 {box} {box} re f"
DOTTED_TILE = "0.2 0.2 0.8 rg 0 0 1 1 re f"


def a_page():
    paper = Paper()
    paper.paragraph(BODY, x=NUMBER_X)
    paper.feed(3)
    paper.words(NUMBER_X, WORDS)
    return paper


def tiled(paper, tile, side=10, *, box=None, in_form=False):
    """Paints tiles over the words, or in the box; after all that is there."""
    document, page = paper.document, paper.page
    x0, y0, x1, y1 = box or (NUMBER_X - 5, paper.y - 14, 300, paper.y + 6)
    pattern = document.get_new_xref()
    document.update_object(
        pattern,
        "<</Type/Pattern/PatternType 1/PaintType 1/TilingType 1/Resources<<>>"
        f"/BBox[0 0 {side + 1} {side + 1}]/XStep {side}/YStep {side}/Matrix[1 0 0 1 0 0]>>",
    )
    document.update_stream(pattern, tile.format(box=side + 1).encode(), new=True)
    kind, found = document.xref_get_key(page.xref, "Resources")
    owner, prefix = (int(found.split()[0]), "") if kind == "xref" else (page.xref, "Resources/")
    height = paper.size[1]
    painted = f"q /Pattern cs /Tiles scn {x0} {height - y1} {x1 - x0} {y1 - y0} re f Q\n".encode()
    resources = f"<</Pattern<</Tiles {pattern} 0 R>>>>"
    if in_form:
        form = document.get_new_xref()
        document.update_object(
            form, f"<</Type/XObject/Subtype/Form/BBox[0 0 {paper.size[0]} {height}]/Resources{resources}>>"
        )
        document.update_stream(form, painted, new=True)
        document.xref_set_key(owner, prefix + "XObject", f"<</Veil {form} 0 R>>")
        painted = b"q /Veil Do Q\n"
    else:
        document.xref_set_key(owner, prefix + "Pattern", f"<</Tiles {pattern} 0 R>>")
    stream = page.get_contents()[-1]
    document.update_stream(stream, document.xref_stream(stream) + b"\n" + painted)


@pytest.mark.parametrize("side", [4, 10, 400], ids=["many", "some", "one"])
@pytest.mark.parametrize("in_form", [False, True], ids=["page", "form"])
def test_words_under_tiles_are_kept_out_and_told(side, in_form):
    paper = a_page()
    tiled(paper, WHITE_TILE, side, in_form=in_form)
    conversion = paper.convert()
    assert WORDS not in conversion.markdown
    assert WORDS in reasons(conversion)[ExclusionReason.HIDDEN]
    assert FindingKind.HIDDEN_TEXT in kinds(conversion)


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_words_under_tiles_are_kept_out_on_a_turned_page(turn):
    paper = a_page()
    tiled(paper, WHITE_TILE)
    paper.page.set_rotation(turn)
    conversion = paper.convert()
    assert WORDS in reasons(conversion)[ExclusionReason.HIDDEN]
    assert BODY[:12] in conversion.markdown.replace("\n", "")


def test_words_under_a_few_dots_stay():
    paper = a_page()
    tiled(paper, DOTTED_TILE)
    conversion = paper.convert()
    assert WORDS in conversion.markdown
    assert not kinds(conversion) & {FindingKind.HIDDEN_TEXT, FindingKind.FAINT_TEXT}


def test_words_beside_tiles_are_not_looked_for(monkeypatch):
    looked = []
    look = Drawing.look
    monkeypatch.setattr(Drawing, "look", lambda drawing, glyphs: looked.extend(glyphs) or look(drawing, glyphs))
    paper = a_page()
    tiled(paper, WHITE_TILE, box=(NUMBER_X - 5, 400, 300, 460))
    conversion = paper.convert()
    assert WORDS in conversion.markdown
    assert looked == []
