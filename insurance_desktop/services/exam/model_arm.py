"""The answer of a language model that is shown passages and told to use nothing else."""

import re
from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.asking import ChatMessage, ChatModel, Passage, Role
from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.domain.exam import ExamAnswer, ExamArm, ExamEvidence
from insurance_desktop.domain.running import CancelCheck, never_cancelled
from insurance_desktop.packs.wording import say
from insurance_desktop.services.asking.context import fence_of, fenced

from .answering import answer, sure, without_evidence
from .numbers import ExamNumbers
from .reader import Evidence, ReadQuestion
from .submissions import place_of

_MOST_TOKENS = 400
_ANSWER = re.compile(r"answer\W*(none|[a-h](?:[\s,]*[a-h])*)\b", re.IGNORECASE)
_CITED = re.compile(r"\[(\d{1,2})\]")
_NONE = "NONE"


def answer_by_model(
    model: ChatModel,
    question: ChoiceQuestion,
    read: ReadQuestion,
    evidence: Evidence,
    numbers: ExamNumbers,
    *,
    cancel: CancelCheck = never_cancelled,
) -> ExamAnswer:
    """What the model chooses of the options, by the passages that it names. Where it fails, or what it writes is no
    answer, the answer is the one that is told without it, which then says so by its arm."""
    first = answer(question, read, evidence, numbers, ExamArm.HYBRID)
    if first.answer is None:
        return replace(first, arm=ExamArm.MODEL)
    try:
        written = "".join(model.stream(_prompt(question, first.evidence), most_tokens=_MOST_TOKENS, should_stop=cancel))
    except EndpointError:
        return first
    labels = _chosen(written, question)
    if labels is None:
        return first
    if not labels:
        return without_evidence(question, ExamArm.MODEL)
    cited = [int(number) - 1 for number in _CITED.findall(written)]
    places = [*dict.fromkeys(place for place in cited if place < len(first.evidence)), *range(len(first.evidence))]
    return replace(
        first,
        answer=labels,
        evidence=tuple(first.evidence[place] for place in dict.fromkeys(places)),
        confidence=sure(question, labels, read, numbers),
        arm=ExamArm.MODEL,
    )


def _prompt(question: ChoiceQuestion, evidence: Sequence[ExamEvidence]) -> tuple[ChatMessage, ...]:
    passages = [
        Passage(number, each.clause_id or "", "", each.section, (each.chapter,), place_of(each), each.quote, each.book)
        for number, each in enumerate(evidence, start=1)
    ]
    options = "\n".join(f"{option.label}. {option.text}" for option in question.options)
    mark = fence_of(passages, f"{question.stem}\n{options}")
    return (
        ChatMessage(Role.SYSTEM, say("exam.system", mark=mark)),
        ChatMessage(
            Role.USER, say("exam.asked", passages=fenced(passages, mark), question=question.stem, options=options)
        ),
    )


def _chosen(written: str, question: ChoiceQuestion) -> str | None:
    """The labels that the model wrote; "" where it finds none held, None where it wrote something else."""
    found = _ANSWER.search(written)
    if found is None:
        return None
    said = found[1].upper()
    if said == _NONE:
        return ""
    labels = "".join(sorted(set(re.findall("[A-H]", said))))
    known = {option.label for option in question.options}
    is_one = len(labels) == 1 or question.kind is ChoiceKind.MULTIPLE
    return labels if is_one and known.issuperset(labels) else None
