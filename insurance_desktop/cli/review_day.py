"""Commands of a reviewer's day beside the decisions themselves: the queue, taking back, the rule of two."""

from argparse import Namespace
from typing import TYPE_CHECKING

from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.plain import plain
from insurance_desktop.domain.shapes import shape
from insurance_desktop.packs.wording import say

from . import review_text
from .commands import working, writing
from .console import Report
from .text import MARGIN, document_line, lines

if TYPE_CHECKING:
    from insurance_desktop.services.review.review_queue import QueueEntry, Reason


def place(typed: str) -> Box:
    """`PAGE,X0,Y0,X1,Y1` as typed."""
    try:
        page, *sides = (float(each) for each in typed.split(","))
        return Box(int(page), *sides)
    except (ValueError, TypeError, OverflowError) as error:
        raise UsageError("cli.usage_place") from error


def open_link(call: Namespace) -> Report | int:
    """Shows a link's place in the window, the open one or a new one; with `--json` says where it leads, no more."""
    from insurance_desktop.domain.links import read_link
    from insurance_desktop.services.library.library import open_reader
    from insurance_desktop.services.library.links import follow

    link = str(read_link(call.link))
    if not call.json:
        return int(call.faces.linked(call.library, link))
    with open_reader(call.library) as library:
        found = follow(library, link)
    return Report({**plain(found), "document": shape(found.document)}, "")


def evidence(call: Namespace) -> Report:
    from insurance_desktop.services.evidence.evidence_pack import write_evidence
    from insurance_desktop.services.importing.converter import Converter
    from insurance_desktop.services.library.library import open_reader

    with open_reader(call.library) as library, Converter() as converter:
        target = write_evidence(library, converter, call.clause_id, call.evidence_file)
    return Report({"evidence": str(target), "bytes": target.stat().st_size}, say("cli.evidence_made", path=target))


def undo(call: Namespace) -> Report:
    from insurance_desktop.services.review.undo import undo as take_back

    with working(call) as workspace:
        receipt = take_back(workspace.engine, call.document_id, reviewer=call.reviewer)
    return Report(plain(receipt), review_text.decided(receipt))


def queue(call: Namespace) -> Report:
    from insurance_desktop.services.library.library import open_reader
    from insurance_desktop.services.review.review_queue import review_queue

    with open_reader(call.library) as library:
        found = review_queue(library, reviewer=call.reviewer)
    answer = {
        "queue": [
            {**shape(each.document), "reasons": [plain(reason) for reason in each.reasons]} for each in found.entries
        ],
        "for_others": [each.document_id for each in found.for_others],
        "unreadable": [each.document_id for each in found.unreadable],
        "converting": [each.document_id for each in found.converting],
    }
    shown = lines(
        *(_entry(number, each) for number, each in enumerate(found.entries, 1)),
        None if found.entries else say("cli.queue_empty"),
        say("cli.queue_for_others", ids=_ids(found.for_others)) if found.for_others else None,
        say("cli.queue_unreadable", ids=_ids(found.unreadable)) if found.unreadable else None,
    )
    return Report(answer, shown)


def rule(call: Namespace) -> Report:
    from insurance_desktop.services.library.library import open_reader
    from insurance_desktop.services.review.two_reviewers import review_rule, set_review_rule

    if call.reviewers is None:
        with open_reader(call.library) as library:
            found = review_rule(library)
    else:
        with writing(call) as library:
            found = set_review_rule(library, reviewers=call.reviewers, reviewer=call.reviewer, reason=call.reason)
    shown = lines(
        say("cli.rule_reviewers", rule=found), say("cli.rule_set_by", rule=found) if found.set_by is not None else None
    )
    return Report(plain(found), shown)


def _entry(number: int, found: "QueueEntry") -> str:
    return lines(
        say("cli.queue_line", number=number, document=document_line(found.document)),
        *(MARGIN * 2 + _reason(each) for each in found.reasons),
    )


def _reason(found: "Reason") -> str:
    words = say("cli.queue_reason", words=say(f"cli.reason_{found.kind}"), count=found.count)
    return words + (say("cli.queue_blocking", count=found.blocking) if found.blocking else "")


def _ids(found: tuple[Document, ...]) -> str:
    return " ".join(f"#{each.document_id}" for each in found)
