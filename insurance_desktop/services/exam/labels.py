"""What may be chosen in a question, and which of it an answer means."""

import re

from insurance_desktop.domain.choice_questions import ChoiceKind, ChoiceQuestion, ChoiceRules, Option
from insurance_desktop.packs.wording import say

_RIGHT, _WRONG = "A", "B"


def options_of(question: ChoiceQuestion) -> tuple[Option, ...]:
    """The question's options; of a statement that is only to be judged, that it is true and that it is false."""
    if question.options or question.kind is not ChoiceKind.TRUE_FALSE:
        return question.options
    return (Option(_RIGHT, say("exam.true")), Option(_WRONG, say("exam.false")))


def meant(question: ChoiceQuestion, answer: str, rules: ChoiceRules) -> str:
    """The labels, in order, of what a key or the program's answer says; "" where it says none of the options."""
    labels = [each.label for each in options_of(question)]
    if answer and set(answer) <= set(labels):
        return "".join(label for label in labels if label in answer)
    told = ((_RIGHT, "exam.true", rules.right_forms), (_WRONG, "exam.false", rules.wrong_forms))
    for label, key, forms in told:
        if answer == say(key) or any(re.fullmatch(form, answer) for form in forms):
            if not question.options:
                return label
            fitting = [each.label for each in question.options if any(re.fullmatch(form, each.text) for form in forms)]
            return fitting[0] if fitting else ""
    return ""
