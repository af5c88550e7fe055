"""Which of two models writes an answer: the fast one where little can go wrong, else the strong one."""

import re

from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.questions import compiled, patterns_of

_UNIT = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff]|[^\W\u3400-\u4dbf\u4e00-\u9fff]+(?:[-/.'’][^\W\u3400-\u4dbf\u4e00-\u9fff]+)*"
)
"""A Chinese sign, or a word or number of another script."""


def choose(question: str, intent: str, best_score: float, pack: DomainPack) -> ModelRole:
    """`intent` is the name of one of the pack's, `best_score` the probability of the best clause.

    What makes a question hard outweighs what makes it easy; what is neither goes to the strong model.
    """
    rules = pack.model_choice
    if intent in rules.strong_intents:
        return ModelRole.STRONG
    if intent in rules.fast_intents:
        return ModelRole.FAST
    spelled, length = respelled(question), len(_UNIT.findall(question))
    is_hard = any(form.search(spelled) for form in compiled(rules.strong_forms))
    if is_hard or _has_one(spelled, rules.strong_uses, pack) or length > rules.long:
        return ModelRole.STRONG
    is_easy = best_score > rules.sure_score or length < rules.short or _has_one(spelled, rules.fast_uses, pack)
    return ModelRole.FAST if is_easy else ModelRole.STRONG


def _has_one(spelled: str, uses: tuple[str, ...], pack: DomainPack) -> bool:
    return any(form.search(spelled) for use in uses for form in patterns_of(pack, use))
