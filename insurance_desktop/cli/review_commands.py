"""The commands of a reviewer's day that are more than one use case: decisions, clauses, the queue."""

from argparse import Namespace

from insurance_desktop.domain.clause_corrections import ClauseFields
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.shapes import shape
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.packs.retelling import retold
from insurance_desktop.packs.wording import say

from . import shapes
from .console import Report, note, note_progress
from .rendering import Shown, rendered
from .using import reading, report, working, writing
from .work_layouts import approved, waiting


def place(typed: str) -> Box:
    """`PAGE,X0,Y0,X1,Y1` as typed."""
    try:
        page, *sides = (float(each) for each in typed.split(","))
        return Box(int(page), *sides)
    except (ValueError, TypeError, OverflowError) as error:
        raise UsageError("cli.usage_place") from error


def show(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    with reading(call) as library:
        sheet = decisions.show(library, call.document_id)
    if call.markdown and sheet.is_altered:
        note(say("review.text_altered", it=sheet.document))
    return Report(shapes.review_sheet(sheet), sheet.markdown.removesuffix("\n") if call.markdown else rendered(sheet))


def approve(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    if call.accept_findings and not call.reason.strip():
        raise UsageError("cli.usage_accept_needs_reason")
    accepted = call.reason if call.accept_findings else None
    with working(call) as workspace:
        note(say("cli.approving"))
        receipt = decisions.approve(
            workspace.engine,
            call.document_id,
            reviewer=call.reviewer,
            note=call.note,
            accept_findings_reason=accepted,
            progress=note_progress,
        )
        return report(receipt, approved(receipt, decisions.show(workspace.library, call.document_id)))


def judge_fact(call: Namespace) -> Report:
    from insurance_desktop.domain.fact_judgements import Verdict
    from insurance_desktop.services.review.fact_review import Judging, judge_facts

    verdict = {"confirm": Verdict.CONFIRMED, "correct": Verdict.CORRECTED, "refuse": Verdict.REFUSED}
    said = Judging(
        call.fact_path,
        verdict.get(call.verdict, Verdict.WITHDRAWN),
        call.fact_value,
        call.fact_new_value,
        call.on_section or "",
    )
    with writing(call) as library:
        return report(judge_facts(library, call.document_id, (said,), reviewer=call.reviewer, reason=call.reason))


def edit(call: Namespace) -> Report:
    from insurance_desktop.services.library.documents import get_document
    from insurance_desktop.services.review import decisions

    markdown = decisions.read_markdown_file(call.markdown_file)
    with writing(call) as library:
        was_served = get_document(library, call.document_id).review_status is ReviewStatus.VERIFIED
        receipt = decisions.edit(
            library, call.document_id, markdown=markdown, reviewer=call.reviewer, reason=call.reason
        )
        after = decisions.show(library, call.document_id)
    left = say("cli.left_search" if was_served else "cli.not_in_search")
    return report(receipt, rendered([receipt, left, waiting(after.document)]))


def undo(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions
    from insurance_desktop.services.review.undo import undo as take_back

    with working(call) as workspace:
        receipt = take_back(workspace.engine, call.document_id, reviewer=call.reviewer)
        after = decisions.show(workspace.library, call.document_id)
    is_edit = after.decisions[-1].kind is DecisionKind.EDITED
    said = [receipt, say("cli.edit_taken_back"), waiting(after.document)] if is_edit else receipt
    return report(receipt, rendered(said))


def resolve(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    with writing(call) as library:
        receipt = decisions.resolve(
            library, call.document_id, call.finding_ids, reviewer=call.reviewer, reason=call.reason
        )
        after = decisions.show(library, call.document_id)
    settled = [
        say("cli.finding_is_settled", it=Shown(each), message=retold(each.message))
        for each in after.findings
        if each.finding_id in call.finding_ids
    ]
    return report(receipt, rendered([*settled, receipt, waiting(after.document)]))


def log(call: Namespace) -> Report:
    from insurance_desktop.services.review import decisions

    with reading(call) as library:
        entries = decisions.log(library, call.document_id)
        check = decisions.verify_log(library)
    return Report({"decisions": shape(entries), "check": shape(check)}, rendered([*entries, check]))


def inherit(call: Namespace) -> Report:
    """Lists what was verified word for word before; with a reviewer's name, takes it over as looked at."""
    from insurance_desktop.services.review.inheritance import inherit as take_over
    from insurance_desktop.services.review.inheritance import inheritable

    is_taken = bool(call.reviewer.strip())
    with writing(call) if is_taken else reading(call) as library:
        found = inheritable(library, call.document_id)
        seen = take_over(library, call.document_id, reviewer=call.reviewer) if is_taken else None
    answer = {
        "inheritable": shape(found),
        "looked_at": seen and seen.count,
        "clauses": seen and seen.total,
    }
    said = [*found, None if found else say("cli.nothing_to_inherit"), seen and say("cli.looked_at", seen=seen)]
    return Report(answer, rendered(said))


def correct(call: Namespace) -> Report:
    from insurance_desktop.services.review.clause_corrections import correct_clause
    from insurance_desktop.services.review.review_progress import progress_of

    fields = ClauseFields(
        category=None if call.clause_categories is None else tuple(call.clause_categories),
        entity_role=None if call.clause_roles is None else tuple(call.clause_roles),
        section_id=call.new_section,
        section_title=call.new_title,
    )
    with writing(call) as library:
        known = progress_of(library, call.document_id, reviewer=call.reviewer).clauses
        wanted = normalised(call.section_id)
        key = next((each.key for each in known if normalised(each.section_id) == wanted), None)
        if key is None:
            raise NotFound("review.no_such_section", document_id=call.document_id, section=call.section_id[:80])
        return report(
            correct_clause(library, call.document_id, key, reviewer=call.reviewer, fields=fields, reason=call.reason)
        )


def queue(call: Namespace) -> Report:
    from insurance_desktop.services.review.review_queue import review_queue

    with reading(call) as library:
        found = review_queue(library, reviewer=call.reviewer)
    return Report(shapes.queue(found), rendered(found))


def rule(call: Namespace) -> Report:
    from insurance_desktop.services.review.two_reviewers import review_rule, set_review_rule

    if call.reviewers is None:
        with reading(call) as library:
            return report(review_rule(library))
    with writing(call) as library:
        return report(set_review_rule(library, reviewers=call.reviewers, reviewer=call.reviewer, reason=call.reason))


def open_places(call: Namespace) -> Report | int:
    """Shows a link's place in the window, the open one or a new one, and imports files there: what a desktop's menu,
    a drop on its icon and a click on a link start. With `--json` says where a link leads, no more."""
    from insurance_desktop.domain.links import read_link, read_place
    from insurance_desktop.services.library.links import follow

    if not call.json:
        return int(call.faces.linked(call.library, " ".join(map(read_place, call.places))))
    with reading(call) as library:
        return report(follow(library, str(read_link(" ".join(call.places)))), "")


def evidence(call: Namespace) -> Report:
    from insurance_desktop.services.evidence.evidence_pack import write_evidence
    from insurance_desktop.services.importing.converter import Converter

    with reading(call) as library, Converter() as converter:
        target = write_evidence(library, converter, call.clause_id, call.evidence_file)
    return Report({"evidence": str(target), "bytes": target.stat().st_size}, say("cli.evidence_made", path=target))
