"""The services that answer: what they know is told by the test, what they were asked is on their lists."""

from pathlib import Path
from types import SimpleNamespace

from use_cases import stands_for

import insurance_desktop.services.answers.answer_checking
import insurance_desktop.services.answers.clause_reading
import insurance_desktop.services.answers.exclusions
import insurance_desktop.services.answers.surrender
import insurance_desktop.services.asking.as_set
import insurance_desktop.services.evidence.evidence_pack
import insurance_desktop.services.library.links
import insurance_desktop.services.products.comparison_export
import insurance_desktop.services.products.product_comparison
import insurance_desktop.services.products.product_lookup
import insurance_desktop.services.regulations.around
import insurance_desktop.services.regulations.practice
import insurance_desktop.services.search.indexing
import insurance_desktop.services.search.kept_questions
import insurance_desktop.services.search.law_articles
import insurance_desktop.services.search.law_books
import insurance_desktop.services.search.law_search
from insurance_desktop.domain.answers import ClauseAnswer, ExclusionAnswer, Quotation, SurrenderAnswer
from insurance_desktop.domain.asking import AskProgress
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.laws import LawRules, LawsAnswer, LawSearchAnswer, ListedLaw
from insurance_desktop.domain.practice import PracticeAnswer
from insurance_desktop.domain.product_answers import LookedUpProduct, LookupAnswer, ProductComparison
from insurance_desktop.domain.quotes import CheckedAnswer, CheckedQuotation, QuoteCheck, Verdict
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.library.links import LinkedPlace
from insurance_desktop.services.regulations.around import RegulationAround
from insurance_desktop.services.search.law_articles import article_among
from insurance_desktop.services.search.law_books import all_shipped


def product(number: int, name: str, **changes) -> LookedUpProduct:
    told = {"product_code": f"{2000 + number}", "company": "示例人寿", "category": None, "publish_time": None}
    return LookedUpProduct(number, product_name=name, score=1.0, matched_by="name", **(told | changes))


def quotation(text: str, section: str = "5.1") -> Quotation:
    return Quotation(text, f"c-{section}", section, "解除合同", 3, ())


class FakeAnswers:
    """`known` are products by what finds them; `answer` replaces what a search finds."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, tuple[LookedUpProduct, ...]] = {}
        self.answer = None
        self.kept: list[tuple[str, tuple[str, ...], str]] = []
        self.evidence: list[tuple[str, Path]] = []
        self.evidence_words: list[str | None] = []
        self.renewed = 0
        self.excluded = ()
        self.surrendered: dict[str | None, SurrenderAnswer] = {}
        self.checks: list[QuoteCheck] = []
        self.asked: list[tuple] = []
        self.compared: list[tuple[str, ...]] = []
        self.comparison: ProductComparison | None = None
        self.exported: list[Path] = []
        self.told: list[AskProgress] = []
        self.answered: list = []
        self.ask_requests: list = []
        self.followed: list[str] = []
        self.practised: PracticeAnswer | None = None
        self.around: dict[str | tuple[int, str], RegulationAround] = {}

    operations = (SimpleNamespace(name="surrender", label="退保"), SimpleNamespace(name="paid_up", label="减额交清"))

    @stands_for(insurance_desktop.services.answers.clause_reading.get_clause)
    def clause(self, _, clause_id):
        return ClauseAnswer(AnswerStatus.OK, None, self._hit(None))

    @stands_for(insurance_desktop.services.answers.exclusions.check_exclusions)
    def exclusions(self, _, scenario, *, product, everything, budget):
        self.asked.append((scenario, product))
        count, finding = len(self.excluded), f"共核对 {len(self.excluded)} 项"
        rest = ((), 0.9, finding, "仅供参考", count, product is not None)
        return ExclusionAnswer(AnswerStatus.OK, None, "matched", True, self.excluded, *rest)

    @stands_for(insurance_desktop.services.answers.surrender.surrender_logic)
    def surrender(self, _, product, operation, policy_year, cursor):
        self.asked.append((product, operation, policy_year))
        return self.surrendered[cursor]

    @stands_for(insurance_desktop.services.answers.answer_checking.check_answer)
    def check_answer(self, _, text, scope, *, budget, most, progress, cancel):
        self.asked.append((text, scope.product))
        found = []
        for check in self.checks:
            start = text.index(check.quote)
            found.append(CheckedQuotation(start, start + len(check.quote), "3.2", check))
        counts = {each.value: sum(check.verdict is each for check in self.checks) for each in Verdict}
        message = None if found else "没有找到引文"
        return CheckedAnswer(AnswerStatus.OK, message, scope.product, counts, tuple(found))

    @stands_for(insurance_desktop.services.asking.as_set.ask_as_set)
    def ask(self, _, request, *, listener):
        self.ask_requests.append(request)
        for each in self.told:
            listener.hears(each.stage, each.sentence)
        self._note("writing", listener.cancel)
        return self.answered.pop(0)

    instruments = ()
    """The conventions of the pack in use."""
    practice_type = ""

    @stands_for(insurance_desktop.services.regulations.practice.practice_about)
    def practice(self, _, query):
        return self.practised

    law_rules = LawRules(document_type="法律")
    found_laws: LawSearchAnswer | None = None
    """What a question to the laws is answered with; an article that is named comes from those that ship."""

    @stands_for(insurance_desktop.services.search.law_articles.get_law)
    def law(self, _, reference):
        return article_among(all_shipped(), reference)

    @stands_for(insurance_desktop.services.search.law_books.list_laws)
    def laws(self, _):
        return LawsAnswer(AnswerStatus.OK, laws=(ListedLaw("示例法", "示例法", "2020-01-01", "2020-03-01", 8),))

    @stands_for(insurance_desktop.services.search.law_search.search_laws)
    def search_laws(self, _, query, *, top_k):
        self.asked.append((query, top_k))
        return self.found_laws

    @stands_for(insurance_desktop.services.regulations.around.around)
    def regulation(self, _, reference):
        return self.around[reference]

    @stands_for(insurance_desktop.services.regulations.around.around_section)
    def regulation_of_section(self, _, document_id, section_id):
        return self.around[document_id, section_id]

    @stands_for(insurance_desktop.services.library.links.follow)
    def follow_link(self, _, link):
        self.followed.append(link)
        box = Box(3, 70, 100, 500, 120)
        return LinkedPlace(next(iter(self.rows.values())), "c-1", "3.2", 3, (box,), False, False)

    @stands_for(insurance_desktop.services.products.product_lookup.lookup)
    def lookup(self, _, name):
        found = self.known.get(name, ())
        return LookupAnswer(AnswerStatus.OK if found else AnswerStatus.NOT_FOUND, None, found)

    @stands_for(insurance_desktop.services.products.product_comparison.whole_comparison)
    def compare_products(self, _, products):
        self.compared.append(tuple(products))
        return self.comparison

    @stands_for(insurance_desktop.services.products.comparison_export.export_comparison)
    def export_products(self, _, products, target):
        self.exported.append(target)
        return self.comparison

    @stands_for(insurance_desktop.services.library.links.link_to_clause)
    def link_to_clause(self, _, clause_id, page=None):
        return f"baoxian://library/document?clause={clause_id}" + (f"&page={page}" if page else "")

    @stands_for(insurance_desktop.services.search.kept_questions.keep)
    def keep_question(self, _, question, clause_ids, *, reviewer, tier):
        self.kept.append((question, tuple(clause_ids), reviewer))
        return SimpleNamespace(question=SimpleNamespace(question=question))

    @stands_for(insurance_desktop.services.evidence.evidence_pack.write_evidence)
    def write_evidence(self, _, _converter, clause_id, target, passage=None):
        self.evidence.append((clause_id, target))
        self.evidence_words.append(passage)
        return target

    @stands_for(insurance_desktop.services.search.indexing.bring_in_step)
    def renew_index(self, _, *, progress, cancel):
        self.renewed += 1
        self.answer = None
        return SimpleNamespace(clauses=12)
