"""Corrections: what was verified is verified again, for every document that the correction touches."""

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import ReviewRefused
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.documents import get_document
from insurance_desktop.services.review import decisions
from insurance_desktop.store.versions import corrections

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"))


@pytest.fixture
def verified(workspace, inbox):
    """Imports and approves a paper of product 甲 (code 1) and gives its id; keyword arguments change what is said."""

    def make(document_type, **said):
        given = GivenMetadata(**{"product_name": "甲", "product_code": "1", "document_type": document_type, **said})
        name = f"{document_type}{said}"
        (line,) = import_paths(
            workspace.library, workspace.converter, [inbox(f"{len(name)}.pdf", paper(TEXT + name))], given=given
        )
        decisions.approve(workspace.engine, line.document.document_id, reviewer="王")
        return line.document.document_id

    return make


def correct(library, document_id, **said):
    return decisions.correct(library, document_id, reviewer="李", metadata=GivenMetadata(**said))


def status(library, document_id):
    return get_document(library, document_id).review_status


def test_a_corrected_type_is_verified_again(library, verified):
    document_id = verified("产品条款")
    receipt = correct(library, document_id, document_type="产品说明书")
    document = get_document(library, document_id)
    assert (document.document_type, document.review_status) == ("产品说明书", ReviewStatus.PENDING)
    assert document.indexed_clauses == 0
    assert receipt.review_status is ReviewStatus.PENDING
    entry = decisions.log(library, document_id)[-1]
    assert (entry.kind, entry.reviewer) == (DecisionKind.CORRECTED, "李")
    assert "产品说明书" in entry.subject
    with library.database.read() as connection:
        (correction,) = corrections.of_document(connection, document_id)
    assert (correction.field, correction.value) == ("document_type", "产品说明书")


def test_renaming_a_product_asks_for_all_its_documents_again(library, verified):
    ids = [verified("产品条款"), verified("费率表"), verified("现金价值表", product_code="2")]
    correct(library, ids[0], product_name="甲（2026）")
    assert [get_document(library, each).product_name for each in ids] == ["甲（2026）", "甲（2026）", "甲"]
    assert [status(library, each) for each in ids] == [
        ReviewStatus.PENDING,
        ReviewStatus.PENDING,
        ReviewStatus.VERIFIED,
    ]
    assert [len(decisions.log(library, each)) for each in ids] == [2, 2, 1]
    assert decisions.verify_log(library).ok


def test_another_code_moves_only_this_document(library, verified):
    one, other = verified("产品条款"), verified("费率表")
    correct(library, one, product_code="9")
    assert get_document(library, one).product_id != get_document(library, other).product_id
    assert status(library, other) is ReviewStatus.VERIFIED


def test_a_document_moves_to_a_product_that_is_known(library, verified):
    target, stray = verified("产品条款"), verified("费率表", product_code="8", product_name="错")
    correct(library, stray, product_code="1")
    moved, known = get_document(library, stray), get_document(library, target)
    assert moved.product_id == known.product_id
    assert moved.product_name == "甲"
    assert known.review_status is ReviewStatus.VERIFIED
    with library.database.read() as connection:
        assert connection.value("SELECT count(*) FROM works") == 1


def test_a_taken_identity_is_refused_and_nothing_changes(library, verified):
    one, other = verified("产品条款", edition="1"), verified("产品条款", edition="2")
    with pytest.raises(ReviewRefused):
        correct(library, other, edition="1")
    assert get_document(library, other).edition == "2"
    assert [status(library, each) for each in (one, other)] == [ReviewStatus.VERIFIED] * 2


def test_a_new_date_of_an_edition_asks_for_its_documents_again(library, verified):
    ids = [
        verified("产品条款", edition="1", publish_time="2020"),
        verified("费率表", edition="1"),
        verified("产品条款", edition="2"),
    ]
    correct(library, ids[0], publish_time="2021")
    assert [get_document(library, each).publish_time for each in ids[:2]] == ["2021", "2021"]
    assert status(library, ids[1]) is ReviewStatus.PENDING


def test_a_blank_makes_a_field_unknown_again(library, verified):
    document_id = verified("产品条款", edition="1", publish_time="2020")
    correct(library, document_id, edition="", document_type="", publish_time="")
    document = get_document(library, document_id)
    assert (document.edition, document.document_type, document.publish_time) == (None, None, None)
    correct(library, document_id, product_name="", product_code="")
    assert get_document(library, document_id).product_id is None
    with library.database.read() as connection:
        assert connection.value("SELECT (SELECT count(*) FROM works) + (SELECT count(*) FROM editions)") == 0


def test_a_document_of_no_product_gets_one(workspace, inbox):
    (line,) = import_paths(workspace.library, workspace.converter, [inbox("a.pdf", paper(TEXT))])
    correct(workspace.library, line.document.document_id, product_name="甲", company="平安人寿")
    document = get_document(workspace.library, line.document.document_id)
    assert (document.product_name, document.company) == ("甲", "平安人寿")


def test_a_correction_without_a_change_is_refused(library, verified):
    document_id = verified("产品条款")
    with pytest.raises(ReviewRefused):
        correct(library, document_id, document_type="产品条款")
    assert status(library, document_id) is ReviewStatus.VERIFIED


def test_a_rejected_document_stays_rejected(library, verified):
    document_id = verified("产品条款")
    decisions.reject(library, document_id, reviewer="王", reason="不对")
    correct(library, document_id, document_type="费率表")
    assert status(library, document_id) is ReviewStatus.REJECTED
