"""Practising: papers, choices and what is due, answered from plain lists."""

from datetime import UTC, datetime

from use_cases import stands_for

import insurance_desktop.services.exam.practising
from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion, Option
from insurance_desktop.domain.exam import ExamAnswer, ExamArm, ExamEvidence
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.practising import (
    EvidencePlace,
    JudgedBy,
    JudgedChoice,
    PracticeState,
    PractisedPaper,
    PractisedQuestion,
)

TOMORROW = datetime(2999, 11, 3, 8, tzinfo=UTC)
QUOTE = "基金份额上市交易，募集金额不低于<二亿元>。"
EVIDENCE = (
    ExamEvidence("上册", "第6章", "上市条件", "表6-1", "c-6", QUOTE),
    ExamEvidence("上册", "第6章", "上市规则", "", "c-7", "规则由交易所制定。" * 40),
)
PLACES = (EvidencePlace(1, 3, (Box(3, 10, 20, 30, 40),), None), EvidencePlace(1, None, (), None))


def asked(number: int, key: str = "B", kind: ChoiceKind = ChoiceKind.SINGLE, options: int = 4) -> PractisedQuestion:
    read = tuple(Option(label, f"第{number}题的选项{label}") for label in "ABCDEFGH"[:options])
    return PractisedQuestion(number, ChoiceQuestion(f"第{number}题问什么（ ）。", read, kind, False, key))


class FakePractice:
    """`practised_papers` are questions by their paper; `told_answer` is what the program answers to each of them."""

    def __init__(self) -> None:
        super().__init__()
        self.practised_papers: dict[int, tuple[PractisedQuestion, ...]] = {}
        self.paper_names: dict[int, str] = {}
        self.repeated: list[PractisedQuestion] = []
        self.has_chat_model = False
        self.has_lost_model = False
        self.told_answer: str | None = "B"
        self.choices: list[tuple[int, str, str]] = []
        self.recounts: list[tuple[int, bool]] = []

    @stands_for(insurance_desktop.services.exam.practising.practice_state)
    def practice_state(self, _):
        return PracticeState(len(self.repeated), None, tuple(map(self._paper, reversed(self.practised_papers))))

    @stands_for(insurance_desktop.services.exam.practising.load_paper)
    def load_paper(self, _, path):
        number = len(self.practised_papers) + 1
        self.practised_papers[number] = (asked(10 * number), asked(10 * number + 1))
        self.paper_names[number] = path.name
        return self._paper(number)

    @stands_for(insurance_desktop.services.exam.practising.add_typed)
    def add_typed(self, _, typed):
        return (asked(100, key=""),)

    @stands_for(insurance_desktop.services.exam.practising.questions_of)
    def paper_questions(self, _, paper_id):
        return self.practised_papers[paper_id]

    @stands_for(insurance_desktop.services.exam.practising.due_questions)
    def due_questions(self, _):
        return tuple(self.repeated)

    @stands_for(insurance_desktop.services.exam.practising.remove_paper)
    def remove_paper(self, _, paper_id):
        gone = self._paper(paper_id)
        del self.practised_papers[paper_id]
        return gone

    @stands_for(insurance_desktop.services.exam.practising.has_model)
    def has_model(self, _):
        return self.has_chat_model

    @stands_for(insurance_desktop.services.exam.practising.choose)
    def choose_option(self, _, question_id, chosen, arm, *, cancel):
        self.choices.append((question_id, chosen, arm))
        known = [*(each for paper in self.practised_papers.values() for each in paper), *self.repeated]
        key = next((each.question.answer for each in known if each.question_id == question_id), "")
        truth = key or self.told_answer or ""
        by = JudgedBy.KEY if key else JudgedBy.ANSWER if truth else None
        evidence = EVIDENCE if self.told_answer else ()
        reply = None if self.told_answer else "未在教材中找到明确依据"
        answer = ExamAnswer(
            "…", self.told_answer, evidence, 0.87, reply, ExamArm.HYBRID if self.has_lost_model else ExamArm(arm)
        )
        is_right = chosen == truth if truth else None
        due = TOMORROW if is_right is False else None
        places = PLACES[: len(evidence)]
        return JudgedChoice(len(self.choices), question_id, chosen, truth, by, is_right, answer, places, None, due)

    @stands_for(insurance_desktop.services.exam.practising.judge)
    def judge_choice(self, _, choice_id, *, is_right):
        self.recounts.append((choice_id, is_right))
        return None if is_right else TOMORROW

    def _paper(self, number):
        questions = {each.question_id for each in self.practised_papers[number]}
        done = len(questions & {each[0] for each in self.choices})
        return PractisedPaper(number, self.paper_names.get(number, ""), len(questions), done, 0, 0, 0)
