"""Commands about versions and single clauses under review: differences, inheritance, corrections, notes."""

from argparse import Namespace
from typing import TYPE_CHECKING

from insurance_desktop.domain.clause_corrections import ClauseFields
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.plain import plain
from insurance_desktop.packs.wording import say

from . import review_text
from .console import Report
from .text import MARGIN, lines

if TYPE_CHECKING:
    from insurance_desktop.services.library.library import Library
    from insurance_desktop.services.review.version_history import PlacedHunk, Version


def versions(call: Namespace) -> Report:
    from insurance_desktop.services.review.version_history import versions_of

    with _reading(call) as library:
        found = versions_of(library, call.document_id)
    return Report({"versions": plain(found)}, lines(*map(_version, found)) or say("cli.no_versions"))


def difference(call: Namespace) -> Report:
    from insurance_desktop.services.review.version_history import compare_versions

    with _reading(call) as library:
        found = compare_versions(library, call.document_id, call.old_version, call.new_version)
    answer = {"old": plain(found.old), "new": plain(found.new), "hunks": plain(found.hunks)}
    return Report(answer, lines(*map(_hunk, found.hunks)) or say("cli.no_difference"))


def inherit(call: Namespace) -> Report:
    """Lists what was verified word for word before; with a reviewer's name, takes it over as looked at."""
    from insurance_desktop.services.review.inheritance import inherit as take_over
    from insurance_desktop.services.review.inheritance import inheritable

    with _writing(call) if call.reviewer.strip() else _reading(call) as library:
        found = inheritable(library, call.document_id)
        seen = take_over(library, call.document_id, reviewer=call.reviewer) if call.reviewer.strip() else None
    answer = {
        "inheritable": plain(found),
        "looked_at": None if seen is None else seen.count,
        "clauses": None if seen is None else seen.total,
    }
    shown = lines(
        *(say("cli.inheritable", clause=each, source=each.source) for each in found),
        say("cli.nothing_to_inherit") if not found else None,
        None if seen is None else say("cli.looked_at", seen=seen),
    )
    return Report(answer, shown)


def correct(call: Namespace) -> Report:
    from insurance_desktop.services.review.clause_corrections import correct_clause
    from insurance_desktop.services.review.review_progress import progress_of

    fields = ClauseFields(
        category=None if call.clause_categories is None else tuple(call.clause_categories),
        entity_role=None if call.clause_roles is None else tuple(call.clause_roles),
        section_id=call.new_section,
        section_title=call.new_title,
    )
    with _writing(call) as library:
        known = progress_of(library, call.document_id, reviewer=call.reviewer).clauses
        wanted = normalised(call.section_id)
        key = next((each.key for each in known if normalised(each.section_id) == wanted), None)
        if key is None:
            raise NotFound("review.no_such_section", document_id=call.document_id, section=call.section_id[:80])
        receipt = correct_clause(
            library, call.document_id, key, reviewer=call.reviewer, fields=fields, reason=call.reason
        )
    return Report(plain(receipt), review_text.decided(receipt))


def note(call: Namespace) -> Report:
    from insurance_desktop.services.review.notes import add_note

    with _writing(call) as library:
        made = add_note(
            library,
            call.document_id,
            reviewer=call.reviewer,
            text=call.note_text,
            section_id=call.on_section,
            place=call.place,
        )
    return Report(plain(made), say("cli.note_kept", note=made))


def notes(call: Namespace) -> Report:
    from insurance_desktop.services.review.notes import notes_of

    with _reading(call) as library:
        found = notes_of(library, call.document_id)
    shown = (
        say("cli.note_line", note=each, at=each.at.astimezone().isoformat(sep=" ", timespec="minutes"))
        + (say("cli.note_outdated") if each.is_outdated else "")
        for each in found
    )
    return Report({"notes": plain(found)}, lines(*shown) or say("cli.no_notes"))


def _version(found: "Version") -> str:
    return say(
        "cli.version_line",
        version=found,
        current=say("cli.version_current") if found.is_current else "",
        origin=say(f"cli.origin_{found.origin}"),
        at=found.created_at.astimezone().isoformat(sep=" ", timespec="minutes"),
        reason=found.reason or say("cli.no_reason"),
    )


def _hunk(found: "PlacedHunk") -> str:
    """The lines of a difference as `diff` shows them, under their heading."""
    old, new = (text.rstrip("\n").split("\n") if text else [] for text in (found.hunk.old, found.hunk.new))
    return lines(
        found.new_heading or found.old_heading or None,
        *(f"{MARGIN}- {line}" for line in old),
        *(f"{MARGIN}+ {line}" for line in new),
    )


def _reading(call: Namespace) -> "Library":
    from insurance_desktop.services.library.library import open_reader

    return open_reader(call.library)


def _writing(call: Namespace) -> "Library":
    from insurance_desktop.services.library.library import open_library

    return open_library(call.library, create=False)
