"""A block before it is Markdown: its runs, its kind, its level."""

from typing import NamedTuple

from insurance_desktop.domain.conversion import BlockKind
from insurance_desktop.domain.entity import entity

from ..reading.pages import Glyph
from ..reading.runs import Run


class DraftPart(NamedTuple):
    """Runs of one row; `joint` is what Markdown puts between them and the part before."""

    runs: tuple[Run, ...]
    joint: str = ""


@entity
class Draft:
    """A block before Markdown. `lead` is a recovered number, `icon` the glyphs that it stands for."""

    kind: BlockKind
    parts: tuple[DraftPart, ...]
    rule: str
    level: int = 0
    number: str = ""
    lead: str = ""
    icon: tuple[Glyph, ...] = ()
    is_label: bool = False
    table: int | None = None
    page: int = 0
