"""How far a library is, and who did what on which day."""

from stand_ins import clause_text

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.states import Severity
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.assignments import assign
from insurance_desktop.services.review.review_figures import DAYS, review_figures
from insurance_desktop.services.review.two_reviewers import set_review_rule
from insurance_desktop.services.review.undo import undo

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"))


def test_every_document_counts_once_and_each_person_for_what_was_done(workspace, one_document):
    library = workspace.library
    one, two, three = (one_document(TEXT.replace("15", str(n)), name=f"甲{n}", code=str(n)) for n in (15, 20, 30))
    decisions.approve(workspace.engine, one, reviewer="王")
    decisions.reject(library, two, reviewer="李", reason="印错")
    decisions.correct(library, three, reviewer="王", metadata=GivenMetadata(company="示例"))
    set_review_rule(library, reviewers=2, reviewer="赵", reason="公司规定")
    decisions.approve(workspace.engine, three, reviewer="王")
    assign(library, [three], to="李", reviewer="赵")
    found = review_figures(library)
    counts = found.documents
    assert (counts.verified, counts.rejected, counts.second_due, counts.waiting) == (1, 1, 1, 0)
    people = {each.name: each for each in found.people}
    assert (people["王"].approved, people["王"].first_approved, people["王"].edited) == (1, 1, 1)
    assert (people["李"].rejected, people["李"].assigned) == (1, 1)
    assert found.people[0].name == "王"
    assert len(found.days) == DAYS
    today = found.days[-1]
    assert (today.imported, today.approved, today.rejected) == (3, 2, 1)
    undo(workspace.engine, two, reviewer="李")
    again = {each.name: each for each in review_figures(library).people}["李"]
    assert (again.rejected, again.undone) == (1, 1)


def test_an_empty_library_has_figures_too(workspace):
    found = review_figures(workspace.library)
    assert found.people == ()
    assert {each.severity for each in found.findings} == set(Severity)
    assert all(each.imported == 0 for each in found.days)
