"""The queue: the riskiest document first, always in the same order, with the reasons as values."""

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.conversion import Finding
from insurance_desktop.domain.kinds import FindingKind, ReasonKind, family_of
from insurance_desktop.domain.states import Severity
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.drafts import save_draft
from insurance_desktop.services.review.review_queue import review_queue
from insurance_desktop.store.versions import findings


@pytest.fixture
def waiting(workspace, inbox):
    """Imports a paper with findings of these kinds, given as kind = severity."""

    def make(name, **kinds):
        text = clause_text(("1.1", "犹豫期", f"{name}为15日。"))
        file = inbox(f"{name}.pdf", paper(text))
        document_id = import_paths(workspace.library, workspace.converter, [file])[0].document.document_id
        version = get_document(workspace.library, document_id).version_id
        found = [Finding(FindingKind(kind), Severity(severity), kind) for kind, severity in kinds.items()]
        with workspace.library.database.write() as connection:
            findings.add(connection, version, found)
        return document_id

    return make


def order(library, **asked):
    return [each.document.document_id for each in review_queue(library, **asked).entries]


@pytest.mark.requirement("US2", "FR-005")
def test_the_riskiest_stands_first(library, waiting):
    clean = waiting("甲")
    suggested = waiting("乙", ocr_suggestion="note")
    hidden = waiting("丙", hidden_text="note")
    reference = waiting("丁", reference_open="warning")
    table = waiting("戊", table_page_break="warning")
    blocked = waiting("己", table_untrusted="blocking")
    worse = waiting("庚", table_untrusted="blocking", signs_lost="blocking")
    assert order(library) == [worse, blocked, table, reference, hidden, suggested, clean]


@pytest.mark.requirement("US2")
def test_each_says_why(library, waiting):
    waiting("甲", table_cut="blocking", table_page_break="warning", reference_open="warning", hidden_text="note")
    (entry,) = review_queue(library).entries
    assert [each.kind for each in entry.reasons] == [
        ReasonKind.FLAGGED_TABLES,
        ReasonKind.UNRESOLVED_REFERENCES,
        ReasonKind.HIDDEN_TEXT,
    ]
    tables = entry.of(ReasonKind.FLAGGED_TABLES)
    assert (tables.blocking, tables.warning, tables.note, tables.count) == (1, 1, 0, 2)
    assert entry.of(ReasonKind.IDENTITY).count == 0


def test_what_weighs_the_same_stands_in_the_order_of_import(library, waiting):
    ids = [waiting(name, section_jump="warning") for name in ("甲", "乙", "丙")]
    assert order(library) == ids == order(library)


def test_a_settled_finding_weighs_nothing(library, waiting):
    settled, other = waiting("甲", table_cut="blocking"), waiting("乙", reference_open="warning")
    (finding,) = decisions.show(library, settled).findings
    decisions.resolve(library, settled, (finding.finding_id,), reviewer="王", reason="无误")
    assert order(library) == [other, settled]


def test_decided_documents_leave_and_the_next_is_the_one_behind(workspace, waiting):
    first, second, third = waiting("甲", faint_text="warning"), waiting("乙"), waiting("丙")
    queue = review_queue(workspace.library)
    assert queue.after(first).document.document_id == second
    assert queue.after(third).document.document_id == first
    decisions.approve(workspace.engine, second, reviewer="王")
    decisions.reject(workspace.library, first, reviewer="王", reason="不是条款")
    assert order(workspace.library) == [third]
    assert review_queue(workspace.library).after(third) is None
    assert review_queue(workspace.library).after(first).document.document_id == third


def test_a_draft_is_a_reason_of_its_reviewer(library, waiting):
    document_id = waiting("甲")
    version = get_document(library, document_id).version_id
    save_draft(library, document_id, reviewer="王", markdown="# 甲", based_on=version)
    assert [each.kind for each in review_queue(library, reviewer="王").entries[0].reasons] == [ReasonKind.DRAFT]
    assert review_queue(library, reviewer="李").entries[0].reasons == ()


def test_what_could_not_be_converted_waits_apart(library, one_document):
    document_id = one_document(failed="打不开")
    queue = review_queue(library)
    assert queue.entries == ()
    assert [each.document_id for each in queue.unreadable] == [document_id]


@pytest.mark.parametrize(
    ("kind", "family"),
    [
        (FindingKind.PAGE_WITHOUT_TEXT, ReasonKind.UNREAD_PAGES),
        (FindingKind.EDIT, ReasonKind.EDITED_TEXT),
        (FindingKind.CRITICAL_LOST, ReasonKind.TEXT_DIFFERS),
        (FindingKind.CONTENTS_MISSING, ReasonKind.STRUCTURE),
        (FindingKind.SAME_EDITION_OTHER_BYTES, ReasonKind.IDENTITY),
        (FindingKind.PROPOSED_EXCLUSION, ReasonKind.PROPOSED_EXCLUSIONS),
        ("never heard of", ReasonKind.OTHER),
    ],
)
def test_each_kind_of_finding_has_a_family(kind, family):
    assert family_of(kind) is family
