"""The workbench's part about answers: what it knows is told by the test, what it was asked is on its lists."""

from pathlib import Path
from types import SimpleNamespace

from insurance_desktop.domain.answers import (
    ClauseAnswer,
    ExclusionAnswer,
    LookupAnswer,
    ProductMatch,
    Quotation,
    SurrenderAnswer,
)
from insurance_desktop.domain.quotes import CheckedAnswer, CheckedQuotation, QuoteCheck, Verdict
from insurance_desktop.domain.states import AnswerStatus


def product(number: int, name: str, **changes) -> ProductMatch:
    told = {"product_code": f"{2000 + number}", "company": "示例人寿", "category": None, "publish_time": None}
    return ProductMatch(number, product_name=name, score=1.0, matched_by="name", **(told | changes))


def quotation(text: str, section: str = "5.1") -> Quotation:
    return Quotation(text, f"c-{section}", section, "解除合同", 3, ())


class FakeAnswers:
    """`known` are products by what finds them; `answer` replaces what a search finds."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, tuple[ProductMatch, ...]] = {}
        self.answer = None
        self.kept: list[tuple[str, tuple[str, ...], str]] = []
        self.evidence: list[tuple[str, Path]] = []
        self.evidence_words: list[str | None] = []
        self.renewed = 0
        self.excluded = ()
        self.surrendered: dict[str | None, SurrenderAnswer] = {}
        self.checks: list[QuoteCheck] = []
        self.asked: list[tuple] = []

    operations = (("surrender", "退保"), ("paid_up", "减额交清"))

    def clause(self, clause_id: str) -> ClauseAnswer:
        with self._call("clause"):
            return ClauseAnswer(AnswerStatus.OK, None, self._hit(None))

    def exclusions(self, scenario: str, product: str | None) -> ExclusionAnswer:
        with self._call("exclusions"):
            self.asked.append((scenario, product))
            count, finding = len(self.excluded), f"共核对 {len(self.excluded)} 项"
            rest = ((), 0.9, finding, "仅供参考", count, product is not None)
            return ExclusionAnswer(AnswerStatus.OK, None, "matched", True, self.excluded, *rest)

    def surrender(self, product: str, operation: str, policy_year: int | None, cursor=None) -> SurrenderAnswer:
        with self._call("surrender"):
            self.asked.append((product, operation, policy_year))
            return self.surrendered[cursor]

    def check_answer(self, text: str, product: str | None, progress, cancel) -> CheckedAnswer:
        with self._call("check_answer", cancel):
            self.asked.append((text, product))
            found = []
            for check in self.checks:
                start = text.index(check.quote)
                found.append(CheckedQuotation(start, start + len(check.quote), "3.2", check))
            counts = {each.value: sum(check.verdict is each for check in self.checks) for each in Verdict}
            message = None if found else "没有找到引文"
            return CheckedAnswer(AnswerStatus.OK, message, product, counts, tuple(found))

    def lookup(self, name: str) -> LookupAnswer:
        with self._call("lookup"):
            found = self.known.get(name, ())
            return LookupAnswer(AnswerStatus.OK if found else AnswerStatus.NOT_FOUND, None, found)

    def link_to_clause(self, clause_id: str, page: int | None = None) -> str:
        with self._call("link_to_clause"):
            return f"baoxian://library/document?clause={clause_id}" + (f"&page={page}" if page else "")

    def keep_question(self, question: str, clause_ids, reviewer: str):
        with self._call("keep_question"):
            self.kept.append((question, tuple(clause_ids), reviewer))
            return SimpleNamespace(question=SimpleNamespace(question=question))

    def write_evidence(self, clause_id: str, target: Path, passage: str | None = None) -> Path:
        with self._call("write_evidence"):
            self.evidence.append((clause_id, target))
            self.evidence_words.append(passage)
            return target

    def renew_index(self, progress, cancel):
        with self._call("renew_index"):
            self.renewed += 1
            self.answer = None
            return SimpleNamespace(clauses=12)
