"""What was imported is converted once more or withdrawn, as long as nobody has decided on it."""

import pytest
from stand_ins import clause_text, paper

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.errors import NotFound, ReviewRefused
from insurance_desktop.domain.states import ConversionStatus, ImportAction
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.importing.taking_back import convert_again, withdraw_import
from insurance_desktop.services.library.documents import get_document, list_documents
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.version_history import versions_of

TEXT = clause_text(("1.1", "犹豫期", "犹豫期为15日。"), ("1.2", "等待期", "等待期为90日。"))


def rows_of(library, table):
    with library.database.read() as connection:
        return connection.value(f"SELECT count(*) FROM {table}")


def test_a_withdrawn_import_leaves_nothing_and_can_be_imported_again(workspace, inbox):
    path = inbox("甲.pdf", paper(TEXT, name="甲险", code="1001"))
    (line,) = import_paths(workspace.library, workspace.converter, [path])
    withdraw_import(workspace.library, line.document.document_id)
    for table in ("documents", "versions", "ledger_pages", "findings", "originals", "works", "editions"):
        assert rows_of(workspace.library, table) == 0, table
    (again,) = import_paths(workspace.library, workspace.converter, [path])
    assert again.action is ImportAction.IMPORTED


def test_another_document_of_the_product_keeps_its_product(workspace, one_document):
    kept = one_document(TEXT, file="甲.pdf", name="甲险", code="1001")
    gone = one_document(TEXT + "\n另一份", file="乙.pdf", name="甲险", code="1001")
    withdraw_import(workspace.library, gone)
    assert [each.document_id for each in list_documents(workspace.library)] == [kept]
    assert get_document(workspace.library, kept).product_code == "1001"
    with pytest.raises(NotFound):
        withdraw_import(workspace.library, gone)


def test_a_document_is_converted_once_more_as_a_new_version(workspace, one_document):
    document_id = one_document(TEXT)
    (document,) = convert_again(workspace.library, workspace.converter, [document_id])
    assert document.conversion_status is ConversionStatus.CONVERTED
    assert [each.number for each in versions_of(workspace.library, document_id)] == [2, 1]


@pytest.mark.parametrize("act", [withdraw_import, lambda library, number: convert_again(library, None, [number])])
def test_what_somebody_has_decided_on_stays(workspace, one_document, act):
    document_id = one_document(TEXT)
    decisions.correct(workspace.library, document_id, reviewer="王", metadata=GivenMetadata(company="示例人寿"))
    with pytest.raises(ReviewRefused):
        act(workspace.library, document_id)
    assert get_document(workspace.library, document_id).conversion_status is ConversionStatus.CONVERTED
    assert len(versions_of(workspace.library, document_id)) == 1
