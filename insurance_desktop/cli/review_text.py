"""A document under review as a person reads it on a console: findings, decisions, the coverage ledger, receipts."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from insurance_desktop.domain.conversion import Clause, Coverage
from insurance_desktop.domain.documents import Decision, DecisionReceipt, Document, StoredFinding
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.states import ReviewStatus, Severity
from insurance_desktop.packs.wording import catalogue, say

from .text import MARGIN, document_line, known, lines, named, references, state

if TYPE_CHECKING:
    from insurance_desktop.services.review.decisions import LogCheck, ReviewSheet


def sheet(found: "ReviewSheet") -> str:
    """All but the text itself, which `--markdown` prints."""
    return lines(
        document_line(found.document),
        say("cli.sheet_size", clauses=len(found.clauses), tables=len(found.tables)),
        *_findings(found),
        *_decisions(found.decisions),
        *_coverage(found.coverage),
        *references(found.references),
        say("cli.sheet_text", document_id=found.document.document_id),
    )


def _findings(found: "ReviewSheet") -> list[str]:
    if not found.findings:
        return [found.document.reason or say("cli.no_findings")]
    return [say("cli.findings"), *(_finding(each, found.clauses) for each in found.findings)]


def _finding(found: StoredFinding, clauses: Sequence[Clause]) -> str:
    line = say(
        "cli.stored_finding",
        finding=found,
        severity=say(f"cli.{found.severity}"),
        place=_place(found.box, clauses),
        state=say("cli.finding_open" if found.is_open else "cli.finding_settled"),
    )
    settled = None if found.is_open else MARGIN * 2 + say("cli.settled_by", finding=found)
    return lines(line, settled)


def _place(box: Box | None, clauses: Sequence[Clause]) -> str:
    """Page and clause of a finding, as far as they are known."""
    if box is None:
        return say("cli.whole_document")
    page = say("cli.page", page=box.page)
    clause = _clause_at(box, clauses)
    return page if clause is None else f"{page} {named(clause.section_id, clause.section_title)}"


def _clause_at(box: Box, clauses: Sequence[Clause]) -> Clause | None:
    """The clause that shares the most of the page with the box; None where none does."""
    best = max(clauses, key=lambda clause: _shared_by(box, clause), default=None)
    return best if best is not None and _shared_by(box, best) > 0 else None


def _shared_by(box: Box, clause: Clause) -> float:
    return sum(_shared_area(box, each) for each in clause.boxes)


def _shared_area(one: Box, other: Box) -> float:
    if one.page != other.page:
        return 0.0
    width = min(one.x1, other.x1) - max(one.x0, other.x0)
    height = min(one.y1, other.y1) - max(one.y0, other.y0)
    return max(0.0, width) * max(0.0, height)


def _decisions(found: Sequence[Decision]) -> list[str]:
    if not found:
        return [say("cli.no_decisions")]
    return [say("cli.decisions"), *(MARGIN + _decision(each) for each in found)]


def _decision(found: Decision) -> str:
    return say(
        "cli.decision",
        decision=found,
        kind=say(f"cli.decision_{found.kind}"),
        at=found.at.astimezone().isoformat(sep=" ", timespec="minutes"),
        reason=found.reason or say("cli.no_reason"),
        settled=_settled(found) + _about(found),
    )


def _settled(found: Decision) -> str:
    """The findings that a decision settled, as words; nothing where it settled none."""
    numbers = settled_by(found)
    return say("cli.settles", findings="、".join(map(str, numbers))) if numbers else ""


def _about(found: Decision) -> str:
    """The decision that an entry takes back, or the place on the page that a rejection points at."""
    subject = json.loads(found.subject)
    if "undone" in subject:
        return say("cli.takes_back", decision=subject["undone"])
    return say("cli.points_at", page=subject["place"][0], box=subject["place"][1:]) if "place" in subject else ""


def settled_by(found: Decision) -> list[int]:
    """The ids of the findings that a decision settled."""
    return list(json.loads(found.subject).get("findings", ()))


def _coverage(found: Coverage) -> list[str]:
    """The ledger: what went into the text, and under which reason the rest was left out, in glyphs."""
    glyphs = Counter[str]()
    places = Counter[str]()
    for each in found.exclusions:
        glyphs[each.reason] += len("".join(each.text.split()))
        places[each.reason] += 1
    reasons = (
        MARGIN + say("cli.excluded", reason=_reason(reason), glyphs=count, places=places[reason])
        for reason, count in glyphs.most_common()
    )
    return [say("cli.coverage", coverage=found), *reasons]


def _reason(name: str) -> str:
    """Why glyphs were left out; a pack may name reasons that the catalogue does not know."""
    return catalogue().get(f"cli.excluded_{name}", name)


def log(found: Iterable[Decision], check: "LogCheck") -> str:
    return lines(*map(_decision, found), say("cli.log_ok" if check.ok else "cli.log_broken", check=check))


# receipts


def approved(receipt: DecisionReceipt, after: "ReviewSheet") -> str:
    """What the approval let pass: warnings that stay open, and findings that were accepted with it."""
    accepted = [
        number for each in after.decisions if each.decision_id == receipt.decision_id for number in settled_by(each)
    ]
    if after.document.review_status is not ReviewStatus.VERIFIED:
        return lines(decided(receipt), say("cli.second_reviewer_due", reviewer=after.document.first_reviewer))
    open_warnings = [each for each in after.findings if each.is_open and each.severity is Severity.WARNING]
    return lines(
        decided(receipt),
        say("cli.accepted_findings", count=len(accepted)) if accepted else None,
        say("cli.passed_warnings", count=len(open_warnings)) if open_warnings else say("cli.no_open_warnings"),
        *(MARGIN + each.message for each in open_warnings),
        say("cli.now_searchable", count=after.document.indexed_clauses),
    )


def edited(receipt: DecisionReceipt, after: "ReviewSheet", was_served: bool) -> str:
    left = say("cli.left_search" if was_served else "cli.not_in_search")
    return lines(decided(receipt), left, waiting(after.document))


def resolved(receipt: DecisionReceipt, after: "ReviewSheet", finding_id: int) -> str:
    settled = (say("cli.finding_is_settled", finding=each) for each in after.findings if each.finding_id == finding_id)
    return lines(*settled, decided(receipt), waiting(after.document))


def waiting(found: Document) -> str:
    """What still waits for the reviewer."""
    if found.findings.blocking or found.findings.warning:
        return say("cli.findings_wait", findings=found.findings)
    return say("cli.nothing_waits", document_id=found.document_id)


def decided(receipt: DecisionReceipt) -> str:
    return say("cli.decided", receipt=receipt, state=state(receipt.review_status), sha=known(receipt.content_sha256))
