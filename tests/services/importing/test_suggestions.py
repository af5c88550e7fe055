"""Suggestions for pages without text are kept beside the version and shown to the reviewer, who may take them over."""

import json
from dataclasses import replace

import pytest
from stand_ins import PaperWorkers

from insurance_desktop.cli import shapes
from insurance_desktop.domain.conversion import PageSuggestion, SuggestedLine
from insurance_desktop.domain.geometry import Box
from insurance_desktop.services.review import decisions

SUGGESTED = (
    PageSuggestion(
        2,
        (
            SuggestedLine("保险期间为一年。", 0.987, Box(2, 70.1, 100.0, 300.5, 112.0)),
            SuggestedLine("等待期为90日。", 0.5, Box(2, 70.0, 120.0, 300.0, 132.0)),
        ),
        skew=-0.32,
    ),
    PageSuggestion(3, (SuggestedLine("第三页。", 1.0, Box(3, 1.0, 2.0, 3.0, 4.0)),)),
)


class SuggestingWorkers(PaperWorkers):
    def convert(self, original, pack_name):
        return replace(super().convert(original, pack_name), suggestions=SUGGESTED)


@pytest.fixture
def workers():
    return SuggestingWorkers()


def test_the_reviewer_sees_the_suggestions_with_confidence_and_place(library, one_document):
    sheet = decisions.show(library, one_document())
    assert sheet.suggestions == SUGGESTED
    assert "保险期间为一年" not in sheet.markdown
    shown = json.loads(json.dumps(shapes.review_sheet(sheet), ensure_ascii=False))["suggestions"]
    line = {"text": "保险期间为一年。", "confidence": 0.987, "box": [2, 70.1, 100.0, 300.5, 112.0]}
    assert (shown[0]["page"], shown[0]["skew"], shown[0]["lines"][0]) == (2, -0.32, line)


def test_suggestions_stay_when_one_was_taken_over_as_an_edit(library, one_document, tmp_path):
    document_id = one_document()
    before = decisions.show(library, document_id)
    taken = before.markdown + f"\n{SUGGESTED[0].lines[0].text}\n"
    decisions.edit(library, document_id, markdown=taken, reviewer="王", reason="第 2 页补录")
    after = decisions.show(library, document_id)
    assert "保险期间为一年" in after.markdown
    assert after.suggestions == SUGGESTED
