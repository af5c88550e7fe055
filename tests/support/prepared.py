"""A library with verified documents, made of the shipped samples by the real converter."""

from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.review import decisions
from insurance_desktop.services.workspace import open_workspace

SAMPLES = paths.resource_root() / "samples"


def prepare_library(path: Path) -> Path:
    """Imports the samples into a new library; the two clauses are approved, the rate table is not."""
    with open_workspace(path) as workspace:
        for file in import_paths(workspace.library, workspace.converter, [SAMPLES], manifest=SAMPLES / "manifest.csv"):
            if file.document and file.document.document_type == "产品条款":
                decisions.approve(
                    workspace.engine,
                    file.document.document_id,
                    reviewer="甲",
                    accept_findings_reason="样例，已对照原页",
                )
    return path
