"""What reviewers corrected about clauses, laid over what the converter reads of them. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from insurance_desktop.domain.entity import entity

from .conversion import Clause
from .identity import normalised, text_sha256


@entity
class ClauseFields:
    """The fields of a clause that a reviewer can correct; None = as the converter has it."""

    category: tuple[str, ...] | None = None
    entity_role: tuple[str, ...] | None = None
    section_id: str | None = None
    section_title: str | None = None

    @property
    def is_empty(self) -> bool:
        return self == ClauseFields()


@entity
class ClauseMark:
    """Which clause a correction is about: the section as the converter reads it, with exactly these words."""

    section_id: str
    text_sha256: str


Corrected = Mapping[ClauseMark, ClauseFields]
"""The corrections of a document."""


def mark_of(clause: Clause) -> ClauseMark:
    """The mark of a clause as the converter read it."""
    return ClauseMark(normalised(clause.section_id), text_sha256(clause.text))


def corrected(clauses: Sequence[Clause], corrections: Corrected) -> tuple[Clause, ...]:
    """The clauses in the same order with the corrections that fit their words.

    Under a section with another id or title, its sub-sections say the new one as their parent and in their breadcrumb;
    their own ids stay as printed.
    """
    if not corrections:
        return tuple(clauses)
    found: list[Clause] = []
    renamed: list[tuple[Clause, Clause]] = []
    for clause in clauses:
        now = _below(clause, renamed)
        fields = corrections.get(mark_of(clause))
        if fields is not None:
            now = _with(now, fields)
            if (now.section_id, now.breadcrumb) != (clause.section_id, clause.breadcrumb):
                renamed.append((clause, now))
        found.append(now)
    return tuple(found)


def as_hashed(corrections: Corrected) -> list[list[object]]:
    """The corrections as a decision's hash covers them, in one order."""
    return sorted(
        [mark.section_id, mark.text_sha256, name, value]
        for mark, fields in corrections.items()
        for name, value in said(fields).items()
    )


def said(fields: ClauseFields) -> dict[str, object]:
    """What is corrected, as plain values by field name."""
    values = {
        "category": None if fields.category is None else list(fields.category),
        "entity_role": None if fields.entity_role is None else list(fields.entity_role),
        "section_id": fields.section_id,
        "section_title": fields.section_title,
    }
    return {name: value for name, value in values.items() if value is not None}


def overlaid(before: ClauseFields, told: ClauseFields) -> ClauseFields:
    """What holds after a further correction."""
    values = {name: getattr(before, name) for name in ("category", "entity_role", "section_id", "section_title")}
    later = {name: getattr(told, name) for name in values if getattr(told, name) is not None}
    return ClauseFields(**{**values, **later})


def _with(clause: Clause, fields: ClauseFields) -> Clause:
    changed = replace(
        clause,
        category=clause.category if fields.category is None else fields.category,
        entity_role=clause.entity_role if fields.entity_role is None else fields.entity_role,
        section_id=clause.section_id if fields.section_id is None else fields.section_id,
        section_title=clause.section_title if fields.section_title is None else fields.section_title,
    )
    return replace(changed, breadcrumb=(*clause.breadcrumb[:-1], _crumb(clause, changed)))


def _crumb(before: Clause, now: Clause) -> str:
    """The last part of a breadcrumb, which is the heading's line, with the new number and title in place of the old."""
    crumb = before.breadcrumb[-1] if before.breadcrumb else ""
    old, new = before.section_id.rpartition("/")[2], now.section_id.rpartition("/")[2]
    if new != old:
        crumb = crumb.replace(old, new, 1) if old and old in crumb else f"{new} {crumb}".strip()
    if now.section_title != before.section_title:
        old, new = before.section_title, now.section_title
        crumb = crumb.replace(old, new, 1) if old and old in crumb else f"{crumb} {new}".strip()
    return crumb


def _below(clause: Clause, renamed: Iterable[tuple[Clause, Clause]]) -> Clause:
    """A clause as it stands under sections that have another name now."""
    for before, now in renamed:
        depth = len(before.breadcrumb)
        if len(clause.breadcrumb) > depth and clause.breadcrumb[:depth] == before.breadcrumb:
            is_child = clause.parent_section == before.section_id
            clause = replace(
                clause,
                parent_section=now.section_id if is_child else clause.parent_section,
                breadcrumb=(*now.breadcrumb, *clause.breadcrumb[depth:]),
            )
    return clause
