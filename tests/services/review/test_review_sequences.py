"""Whatever two reviewers do in whatever order: only verified text is indexed, the log chains, the rule of two holds."""

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stand_ins import clause_text, open_with_stand_ins, paper

from insurance_desktop.domain.clause_corrections import ClauseFields
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.clause_corrections import correct_clause
from insurance_desktop.services.review.review_progress import progress_of
from insurance_desktop.services.review.two_reviewers import review_rule, set_review_rule
from insurance_desktop.services.review.undo import undo, undoable

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))
REVIEWERS = st.sampled_from(["王", "李"])
STEPS = st.sampled_from(["approve", "reject", "edit", "correct", "settle", "undo", "one", "two"])


def take(engine, document_id, step, reviewer):
    """One step; what the rules do not allow now changes nothing."""
    if step == "approve":
        decisions.approve(engine, document_id, reviewer=reviewer, accept_findings_reason="看过")
    elif step == "reject":
        decisions.reject(engine.library, document_id, reviewer=reviewer, reason=f"{reviewer}不同意")
    elif step == "edit":
        text = decisions.show(engine.library, document_id).markdown
        other = text.replace("90日", "180日") if "90日" in text else text.replace("180日", "90日")
        decisions.edit(engine.library, document_id, markdown=other, reviewer=reviewer, reason="改")
    elif step == "correct":
        clause = progress_of(engine.library, document_id, reviewer=reviewer).clauses[0]
        category = decisions.show(engine.library, document_id).clauses[0].category
        wanted = ("Definition",) if category != ("Definition",) else ("Exclusion",)
        correct_clause(engine.library, document_id, clause.key, reviewer=reviewer, fields=ClauseFields(category=wanted))
    elif step == "settle":
        found = decisions.show(engine.library, document_id).findings
        open_ids = [each.finding_id for each in found if each.is_open]
        if open_ids:
            decisions.resolve(engine.library, document_id, open_ids[:1], reviewer=reviewer, reason="看过")
    elif step == "undo":
        undo(engine, document_id, reviewer=reviewer)
    else:
        set_review_rule(engine.library, reviewers={"one": 1, "two": 2}[step], reviewer="赵", reason="规定")


def standing(entries):
    """The log without findings that were settled and opened again."""
    settled = {each.decision_id for each in entries if each.kind is DecisionKind.RESOLVED}
    undone = {
        each.decision_id: json.loads(each.subject)["undone"] for each in entries if each.kind is DecisionKind.UNDONE
    }
    gone = {by for by, of in undone.items() if of in settled} | (settled & set(undone.values()))
    return [each for each in entries if each.decision_id not in gone]


def check(library, document_id, before, step):
    document = get_document(library, document_id)
    assert (document.review_status is ReviewStatus.VERIFIED) == (document.indexed_clauses > 0)
    assert decisions.verify_log(library).ok
    became = document.review_status is ReviewStatus.VERIFIED and before is not ReviewStatus.VERIFIED
    if became and review_rule(library).reviewers == 2:
        names = [
            each.reviewer
            for each in decisions.log(library, document_id)
            if each.kind in (DecisionKind.APPROVED, DecisionKind.FIRST_APPROVED)
        ]
        assert len(set(names)) == 2
        assert document.first_reviewer is not None
    for reviewer in ("王", "李"):
        offered = undoable(library, reviewer=reviewer)
        if offered is not None:
            assert offered.decision.reviewer == reviewer
            assert offered.decision == standing(decisions.log(library, document_id))[-1]
    return document.review_status


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=st.lists(st.tuples(STEPS, REVIEWERS), max_size=9))
def test_every_order_of_decisions_keeps_the_promises(tmp_path_factory, steps):
    folder = tmp_path_factory.mktemp("sequence")
    (folder / "a.pdf").write_bytes(paper(TEXT, name="甲", code="1"))
    with open_with_stand_ins(folder / "library.db") as workspace:
        document_id = import_paths(workspace.library, workspace.converter, [folder / "a.pdf"])[0].document.document_id
        status = get_document(workspace.library, document_id).review_status
        for step, reviewer in steps:
            entries = len(decisions.log(workspace.library))
            try:
                take(workspace.engine, document_id, step, reviewer)
            except WorkbenchError:
                assert len(decisions.log(workspace.library)) == entries
            status = check(workspace.library, document_id, status, step)
