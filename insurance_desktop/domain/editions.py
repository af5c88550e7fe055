"""What the comparison of two documents comes to, clause by clause."""

from insurance_desktop.domain.entity import entity

from .geometry import Box
from .states import AnswerStatus, EditionStatus


@entity
class ComparedDocument:
    """One side of a comparison. `clauses` counts what was compared: numbered clauses whole, tables by themselves."""

    document_id: int
    product_name: str | None
    product_code: str | None
    document_type: str | None
    edition: str | None
    edition_status: EditionStatus
    publish_time: str | None
    pdf_path: str
    pdf_sha256: str
    clauses: int


@entity
class ComparedClause:
    """A clause of one side. `text` is verbatim (its beginning where not `is_whole`), null where the change shows it."""

    chunk_id: str
    section_id: str
    section_title: str
    page_number: int | None
    boxes: tuple[Box, ...]
    text: str | None = None
    is_whole: bool = True


@entity
class TextChange:
    """One stretch of a changed clause: same, same_cut (the middle is left out), changed, removed (`old` only) or added.

    `decisive`: a figure, an amount or a word that turns the sense is part of it.
    """

    kind: str
    old: str
    new: str
    decisive: bool = False


@entity
class ClauseChange:
    """What became of a clause: changed, added, removed, renumbered (the same words under another number) or moved (the
    same words at another place of the order). A changed one may bear another number or title, too.

    `text_changes` is complete unless `is_cut`.
    """

    kind: str
    old: ComparedClause | None
    new: ComparedClause | None
    text_changes: tuple[TextChange, ...] = ()
    decisive: bool = False
    is_renumbered: bool = False
    is_retitled: bool = False
    is_cut: bool = False


@entity
class ChangeCounts:
    unchanged: int
    changed: int
    added: int
    removed: int
    renumbered: int
    moved: int


@entity
class ComparisonAnswer:
    """Two documents side by side, in the order of the new one; what was removed stands where it was."""

    status: AnswerStatus
    message: str | None
    old: ComparedDocument | None = None
    new: ComparedDocument | None = None
    counts: ChangeCounts | None = None
    changes: tuple[ClauseChange, ...] = ()
    truncated: bool = False
    next_cursor: str | None = None
