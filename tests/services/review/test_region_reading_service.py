"""Reading a region again: the document's own page, and nothing of it enters the text."""

from pathlib import Path

import pytest
from stand_ins import CharacterEmbedder, open_workspace_with

from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.geometry import Box
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.review import decisions
from insurance_desktop.services.review.region_reading import read_region

SAMPLE = Path(__file__).parents[3] / "resources" / "samples" / "clause-2.pdf"


@pytest.mark.requirement("US2", "FR-006")
def test_a_region_is_a_suggestion_beside_the_text(tmp_path):
    with open_workspace_with(tmp_path / "library.db", embedder=CharacterEmbedder) as workspace:
        document_id = import_paths(workspace.library, workspace.converter, [SAMPLE])[0].document.document_id
        before = decisions.show(workspace.library, document_id)
        clause = next(each for each in before.clauses if each.section_id == "2.5")
        box = max(clause.boxes, key=lambda each: (each.x1 - each.x0) * (each.y1 - each.y0))
        found = read_region(workspace.library, document_id, box)
        assert "".join(found.text.split()) == "".join(clause.text.split())
        assert (found.is_from_picture, found.columns) == (False, 1)
        assert decisions.show(workspace.library, document_id) == before
        for wrong in (Box(99, 1.0, 1.0, 2.0, 2.0), Box(1, 5.0, 5.0, 5.0, 9.0)):
            with pytest.raises(UsageError):
                read_region(workspace.library, document_id, wrong)
        with pytest.raises(UsageError):
            read_region(workspace.library, document_id, box, columns=3)
        with pytest.raises(NotFound):
            read_region(workspace.library, 99, box)
