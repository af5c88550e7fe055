"""The development corpus in one import."""

import pytest
from stand_ins import CharacterEmbedder, open_workspace_with

from insurance_desktop.domain.states import ConversionStatus, ImportAction
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.table_twins import retell

CLAUSES = ("kangaibao__doc_baoxiantiaokuan", "msbaoxian__doc_baoxiantiaokuanA", "toulianxian__pdf_tiaokuan")


@pytest.mark.corpus
@pytest.mark.requirement("FR-003", "FR-005")
def test_28_real_files_go_in_with_one_import_and_three_clauses_are_approved(corpus, tmp_path):
    with open_workspace_with(tmp_path / "library.db", embedder=CharacterEmbedder) as workspace:
        lines = import_paths(workspace.library, workspace.converter, [corpus / "insurance"])
        assert len(lines) == 28
        for line in lines:
            assert line.action is ImportAction.IMPORTED
            assert line.document.conversion_status is not ConversionStatus.QUEUED
            if line.document.conversion_status is not ConversionStatus.CONVERTED:
                assert line.reason
            sheet = decisions.show(workspace.library, line.document.document_id)
            assert retell(sheet.markdown, sheet.tables) == sheet.tables
        for name in CLAUSES:
            (document_id,) = (line.document.document_id for line in lines if f"{name}.pdf" in line.path)
            decisions.approve(workspace.engine, document_id, reviewer="王", accept_findings_reason="逐条看过")
            sheet = decisions.show(workspace.library, document_id)
            assert sheet.document.indexed_clauses >= len(sheet.clauses) > 50
        assert decisions.verify_log(workspace.library).ok
