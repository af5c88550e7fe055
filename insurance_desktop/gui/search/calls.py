"""What the search page asks of the services: each method is one service call, made on a worker thread.

A service is imported when it is first asked: numpy and the model come with them, and the window starts without.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from insurance_desktop.domain.running import CancelCheck, ProgressCallback

if TYPE_CHECKING:
    from insurance_desktop.domain.answers import (
        ClauseAnswer,
        ExclusionAnswer,
        IndexReport,
        LookupAnswer,
        SearchAnswer,
        SearchRequest,
        SurrenderAnswer,
    )
    from insurance_desktop.domain.quotes import CheckedAnswer

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace

if TYPE_CHECKING:
    from insurance_desktop.services.search.kept_questions import Kept

WHOLE = 1_000_000_000  # bytes of an answer that no client has to pay for


class SearchCalls:
    """A part of the workbench, which opens the library."""

    _workspace: "Workspace"

    @property
    def operations(self) -> tuple[tuple[str, str], ...]:
        """The operations on a policy that the pack knows, each with its name and its words."""
        return tuple((each.name, each.label) for each in self._workspace.library.pack.operations)

    def search(self, request: "SearchRequest") -> "SearchAnswer":
        from insurance_desktop.services.search import clause_search

        return clause_search.search(self._workspace.engine, request)

    def lookup(self, name: str) -> "LookupAnswer":
        from insurance_desktop.services.products import product_lookup

        return product_lookup.lookup(self._workspace.engine.product_names, name)

    def link_to_clause(self, clause_id: str, page: int | None = None) -> str:
        from insurance_desktop.services.library import links

        return links.link_to_clause(self._workspace.library, clause_id, page)

    def clause(self, clause_id: str) -> "ClauseAnswer":
        from insurance_desktop.services.answers import clause_reading

        return clause_reading.get_clause(self._workspace.library, clause_id)

    def exclusions(self, scenario: str, product: str | None) -> "ExclusionAnswer":
        """Every item with its mark, on one page."""
        from insurance_desktop.services.answers import exclusions

        return exclusions.check_exclusions(
            self._workspace.engine, scenario, product=product, everything=True, budget=WHOLE
        )

    def surrender(
        self, product: str, operation: str, policy_year: int | None, cursor: str | None = None
    ) -> "SurrenderAnswer":
        from insurance_desktop.services.answers import surrender

        return surrender.surrender_logic(self._workspace.engine, product, operation, policy_year, cursor)

    def check_answer(
        self, text: str, product: str | None, progress: ProgressCallback, cancel: CancelCheck
    ) -> "CheckedAnswer":
        """Every quotation of a pasted answer, on one page."""
        from insurance_desktop.services.answers import answer_checking
        from insurance_desktop.services.answers.quote_checking import QuoteScope

        return answer_checking.check_answer(
            self._workspace.engine,
            text,
            QuoteScope(product),
            budget=WHOLE,
            most=answer_checking.LONGEST_ANSWER,
            progress=progress,
            cancel=cancel,
        )

    def keep_question(self, question: str, clause_ids: Sequence[str], reviewer: str) -> "Kept":
        """Without a clause the right answer is that there is none."""
        from insurance_desktop.domain.evaluation import NONE
        from insurance_desktop.services.search import kept_questions

        tier = None if clause_ids else NONE
        return kept_questions.keep(self._workspace.engine, question, clause_ids, reviewer=reviewer, tier=tier)

    def write_evidence(self, clause_id: str, target: Path, passage: str | None = None) -> Path:
        from insurance_desktop.services.evidence import evidence_pack

        return evidence_pack.write_evidence(
            self._workspace.library, self._workspace.converter, clause_id, target, passage
        )

    def renew_index(self, progress: ProgressCallback, cancel: CancelCheck) -> "IndexReport":
        from insurance_desktop.services.search import indexing

        return indexing.bring_in_step(self._workspace.engine, progress=progress, cancel=cancel)
