"""The Markdown as a second reading can find it: recovered signs as the PDF says them, in the same places."""

from dataclasses import replace

from ..reading.pages import CHAR
from ..reading.symbol_fonts import FontSign, printed
from .markdown import Text


def text_as_printed(text: Text, recovering: frozenset[int]) -> Text:
    """The same text with the PDF's own codes for what was recovered from symbol fonts on the pages of `recovering`.

    What the map says of such signs is taken back: they stand for themselves now.
    """
    if not recovering:
        return text
    signs = list(text.markdown)
    for page, glyphs, offsets in text.written:
        if page in recovering:
            for char, offset in zip(map(CHAR, glyphs), offsets, strict=True):
                if isinstance(char, FontSign):
                    signs[offset] = printed(char)
                    if signs[offset - 1 : offset] == ["\\"] and text.markdown[offset] != signs[offset]:
                        signs[offset - 1] = printed(char)  # it escaped the sign, and would now be text
    markdown = "".join(signs)
    return replace(
        text,
        markdown=markdown,
        source_map=tuple(
            replace(span, recovered="")
            if span.recovered and markdown[span.start : span.end] != text.markdown[span.start : span.end]
            else span
            for span in text.source_map
        ),
    )
