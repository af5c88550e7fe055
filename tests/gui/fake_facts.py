"""What a document states, as the window is told it; judged in place."""

from dataclasses import replace

from clause_sheet import CLAUSES, MARKDOWN
from use_cases import stands_for

import insurance_desktop.services.review.fact_review
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.fact_judgements import Verdict
from insurance_desktop.domain.facts import FactKind, FactStatus
from insurance_desktop.domain.states import DecisionKind, ReviewStatus
from insurance_desktop.services.review.fact_review import FactInReview


def fact(path, group, label, value, section, kind=FactKind.TEXT, **changes) -> FactInReview:
    """A fact of the clause sheet, as the program reads it."""
    clause = next(each for each in CLAUSES if each.section_id == section)
    start = clause.text.index(value)
    place = MARKDOWN.index(value, clause.markdown_start)
    made = FactInReview(
        path=path,
        group=group,
        label=label,
        value=value,
        kind=kind,
        parsed=None,
        status=FactStatus.DERIVED,
        section_id=section,
        chunk_index=clause.chunk_index,
        page_number=clause.page_number,
        start=start,
        end=start + len(value),
        markdown_start=place,
        markdown_end=place + len(value),
        quote=clause.text,
        read=value,
    )
    return replace(made, **changes)


COOLING_OFF = fact("extend_info.cooling_off", "其他约定", "犹豫期", "15日", "3.2")
RATIO = fact("extend_info.ratio", "其他约定", "给付比例", "100%", "2.3")
BENEFIT = fact("coverage.重大疾病", "保险责任", "重大疾病", "我们按基本保险金额给付", "2.3")


class FakeFacts:
    """`stated` holds the facts of each document; the judgements are laid over them as they come."""

    def __init__(self) -> None:
        super().__init__()
        self.stated: dict[int, tuple[FactInReview, ...]] = {}
        self.judged: list = []

    @stands_for(insurance_desktop.services.review.fact_review.facts_in_review)
    def facts_in_review(self, _, document_id):
        return self.stated.get(document_id, ())

    @stands_for(insurance_desktop.services.review.fact_review.judge_facts)
    def judge_facts(self, _, document_id, judgings, *, reviewer):
        self.judged += judgings
        self.stated[document_id] = tuple(
            _as_said(each, next((said for said in judgings if _is_about(said, each)), None))
            for each in self.stated[document_id]
        )
        return self._decide(document_id, DecisionKind.CORRECTED, reviewer, "", review_status=ReviewStatus.PENDING)


def _is_about(said, stated) -> bool:
    return (said.path, said.value, said.chunk_index) == (stated.path, stated.read, stated.chunk_index)


def _as_said(stated, said):
    if said is None:
        return stated
    read = replace(stated, value=stated.read, status=FactStatus.DERIVED, is_refused=False)
    match said.verdict:
        case Verdict.CONFIRMED:
            return replace(read, status=FactStatus.CONFIRMED)
        case Verdict.REFUSED:
            return replace(read, is_refused=True)
        case Verdict.CORRECTED if said.new_value not in stated.quote:
            raise UsageError("review.fact_not_printed", value=said.new_value, section=stated.section_id)
        case Verdict.CORRECTED:
            return replace(read, value=said.new_value, status=FactStatus.CONFIRMED)
    return read
