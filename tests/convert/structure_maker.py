"""Converted texts made by hand, to judge their structure: blocks with their places, and the map from text to page."""

from collections.abc import Sequence

from insurance_desktop.convert.checking.structure.evidence import Evidence, gather
from insurance_desktop.convert.structure.contents import Entry
from insurance_desktop.convert.text.markdown import Text
from insurance_desktop.domain.conversion import Block, BlockKind, Emphasis, Reference, SourceSpan
from insurance_desktop.domain.geometry import Box
from insurance_desktop.packs.loader import load_pack

LEFT, RIGHT, SIZE, PITCH = 180.0, 540.0, 10.0, 18.0
LABELS = 60.0
BOLD = (Emphasis.STROKED,)
SENTENCE = "我们自收到申请书之日起三十日内向您退还本合同的现金价值。"


class Made:
    """A text in the making; what is added stands below what was added before, on the page that is open."""

    def __init__(self) -> None:
        self.page, self.y = 1, 80.0
        self.markdown = ""
        self.blocks: list[Block] = []
        self.spans: list[SourceSpan] = []

    def new_page(self) -> "Made":
        self.page, self.y = self.page + 1, 80.0
        return self

    def heading(self, text: str, number: str = "", level: int = 3, x: float = LABELS, bold: bool = True) -> "Made":
        pieces = [(text, x, x + SIZE * len(text), BOLD if bold else ())]
        return self._add(BlockKind.HEADING, pieces, level=level, number=number)

    def text(
        self, text: str, *, x: float = LEFT, right: float | None = None, bold: bool = False, below: str = ""
    ) -> "Made":
        """A paragraph; `right` is where its only line ends, `below` its second line."""
        ends = x + SIZE * min(len(text), 20) if right is None else right
        return self._add(BlockKind.PARAGRAPH, [(text, x, ends, BOLD if bold else ())], below=below)

    def item(self, text: str, *, bold: bool = False) -> "Made":
        return self._add(BlockKind.LIST_ITEM, [(text, LEFT, RIGHT, BOLD if bold else ())])

    def table(self, text: str) -> "Made":
        return self._add(BlockKind.TABLE, [(text, LEFT, RIGHT, ())])

    def run_in(self, label: str, text: str, *, x: float = LEFT, gap: float = 0.0, below: str = "") -> "Made":
        """A paragraph that begins bold; `below` is its second line."""
        end = x + SIZE * len(label)
        pieces = [(label, x, end, BOLD), (text, end + gap, RIGHT, ())]
        return self._add(BlockKind.PARAGRAPH, pieces, below=below)

    def _add(
        self,
        kind: BlockKind,
        pieces: Sequence[tuple[str, float, float, tuple[Emphasis, ...]]],
        below: str = "",
        level: int = 0,
        number: str = "",
    ) -> "Made":
        index = len(self.blocks)
        boxes = [self._span(index, *piece) for piece in pieces]
        if below:
            self.y += PITCH
            boxes.append(self._span(index, below, LEFT, RIGHT, ()))
        text = "".join(piece[0] for piece in pieces) + below
        whole = Box(self.page, min(b.x0 for b in boxes), boxes[0].y0, max(b.x1 for b in boxes), boxes[-1].y1)
        self.blocks.append(Block(index, kind, text, (whole,), level=level, number=number))
        self.markdown += "\n\n"
        self.y += PITCH
        return self

    def _span(self, block: int, text: str, x0: float, x1: float, emphasis: tuple[Emphasis, ...]) -> Box:
        box = Box(self.page, x0, self.y, x1, self.y + SIZE)
        start = len(self.markdown)
        self.markdown += text
        self.spans.append(SourceSpan(start, len(self.markdown), block, (box,), "", emphasis))
        return box

    def written(self) -> Text:
        return Text(self.markdown, tuple(self.spans), tuple(self.blocks), ())

    def evidence(self, entries: Sequence[tuple[str, str]] = (), references: Sequence[Reference] = ()) -> Evidence:
        pack = load_pack("insurance")
        listed = [Entry(number, title, 1) for number, title in entries]
        return gather(self.written(), references, listed, self.page, pack)


def sections(*numbers: str, level: int = 3) -> Made:
    """Sections with these numbers, each with a title and a sentence."""
    made = Made()
    for number in numbers:
        made.heading(f"{number} 合同构成", number, level).text(SENTENCE)
    return made
