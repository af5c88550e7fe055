"""The development questions through the official MCP client: what an auditor's AI client would get."""

import sys

import anyio
import pytest
from ai_client import facts, server_of
from mcp import Client

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.domain.evaluation import EXCLUSION
from insurance_desktop.domain.identity import normalised
from insurance_desktop.services.evaluation.figures import figures
from insurance_desktop.services.evaluation.golden_sets import read_golden
from insurance_desktop.services.evaluation.scores import Place, Seen, Wanted, search_scores
from insurance_desktop.services.importing import ingestion
from insurance_desktop.services.review import decisions
from insurance_desktop.services.workspace import open_workspace

pytestmark = pytest.mark.corpus


@pytest.fixture
def questions(corpus):
    """The questions that search answers."""
    golden = read_golden(corpus / "qa" / "golden_dev.jsonl")
    return [each for each in golden.questions if each.tier != EXCLUSION]


@pytest.fixture
def documents(corpus, questions, tmp_path):
    """A library of the PDFs that the questions name, approved: where it is, and the document of each file."""
    found = {}
    with open_workspace(tmp_path / "golden.db") as workspace:
        for number, file in enumerate(dict.fromkeys(each.file for each in questions), start=1):
            given = GivenMetadata(product_code=f"G{number}")
            imported = ingestion.import_paths(
                workspace.library, workspace.converter, [corpus / "insurance" / file], given=given
            )
            found[file] = imported[0].document.document_id
            decisions.approve(workspace.engine, found[file], reviewer="开发", accept_findings_reason="开发用")
    return tmp_path / "golden.db", found


def answers_through_mcp(library, documents, questions):
    """The answers by question id; each is asked of its own document."""

    async def conversation():
        async with Client(server_of(library), read_timeout_seconds=120) as client:
            return {
                each.identifier: await facts(
                    client, "search_policy_clause", query=each.question, document_id=documents[each.file]
                )
                for each in questions
            }

    return anyio.run(conversation)


def seen(answer):
    places = tuple(
        Place(hit["source_reference"]["document_id"], normalised(hit["section_id"]), hit["similarity_score"])
        for hit in answer["results"]
    )
    is_weak = answer["status"] == "weak"
    return Seen(() if is_weak else places, places, is_weak)


@pytest.mark.requirement("SC-003", "FR-001")
def test_the_development_questions_are_answered_from_their_document_or_refused(questions, documents, capsys):
    library, of_file = documents
    answers = answers_through_mcp(library, of_file, questions)
    scores = {}
    for each in questions:
        keys = tuple(map(normalised, each.sections))
        wanted = Wanted(each, frozenset({of_file[each.file]}), keys, frozenset(map(normalised, each.also)))
        found = seen(answers[each.identifier])
        assert {place.document_id for place in found.answered} <= {of_file[each.file]}, each
        scores[each.identifier] = search_scores(wanted, found)

    def of(tier, style=None):
        chosen = [each for each in questions if each.tier == tier and style in (None, each.style)]
        return figures([scores[each.identifier] for each in chosen])

    with capsys.disabled():
        for tier in ("basic", "comparison", "none"):
            told = {name: figure.value for name, figure in of(tier).items() if not name.startswith("order")}
            sys.stdout.write(f"\nthrough MCP, {tier}: {told}")
    assert of("basic", "exact")["top_1"].value == 1, "an exact number is looked up, not ranked"
    # A floor against collapse, no bar: the numbers are provisional (resources/models/README.md).
    assert of("none")["silent"].value > 0.7
