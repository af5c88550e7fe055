"""The figures as tables: by insurer, by what the insurers serve, by tier and by style."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from insurance_desktop.domain.evaluation import BASIC, COMPARISON, EXCLUSION
from insurance_desktop.services.evaluation.figures import figures
from insurance_desktop.services.evaluation.scores import Scores

from .asking import Reply
from .judging import places, tokens, under_the_bar
from .sets import FOLLOW_UP, Question

ALL = "all"
ANSWERABLE = "answerable"
FORMS, FORM_STYLES = "forms", ("pinyin", "english", "traditional")
"""Styles that a person types where the keyboard or the schooling is another."""
TWO_PRODUCTS = "two products"
RARE = ("parent_first",)
"""Figures that are shown only where there is something to show."""
RIGHT = ("all_in_3", "first", "silent", "true_matched", "harmless_quiet", "not_guessed")
"""The figure that decides whether a question went wrong: the first of these that it has."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, what was said, and what that is worth."""

    question: Question
    reply: Reply
    scores: Scores

    @property
    def tier(self) -> str:
        if self.question.is_follow_up:
            return FOLLOW_UP
        if self.question.golden.style in FORM_STYLES:
            return FORMS
        return TWO_PRODUCTS if self.question.other is not None else self.question.golden.tier

    @property
    def kind(self) -> str:
        """Within its tier: the style; of a scenario whether and why it is harmless."""
        if self.tier == EXCLUSION:
            return self.question.golden.note.partition(":")[0] if not self.question.golden.sections else "true"
        return self.question.golden.style

    @property
    def is_right(self) -> bool:
        got, of = next(self.scores[name] for name in RIGHT if name in self.scores)
        return got == of


def tables(judged: Sequence[Judged], roles: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Insurer by insurer, then the insurers of each role, then all of them by kind."""
    for insurer in dict.fromkeys(each.question.insurer for each in judged):
        yield f"== {insurer}"
        yield from by_tier([each for each in judged if each.question.insurer == insurer])
    for role, insurers in roles.items():
        if chosen := [each for each in judged if each.question.insurer in insurers]:
            yield f"== {role}: {', '.join(insurers)}"
            yield from by_tier(chosen)
            yield from by_kind(chosen)
    yield f"== {ALL}"
    yield from by_tier(judged)
    yield from by_kind(judged)
    yield _times(judged)


def by_tier(judged: Sequence[Judged]) -> Iterator[str]:
    for tier in dict.fromkeys(each.tier for each in judged):
        yield row(tier, [each for each in judged if each.tier == tier])
    yield row(ANSWERABLE, [each for each in judged if each.tier in (BASIC, COMPARISON)])


def by_kind(judged: Sequence[Judged]) -> Iterator[str]:
    for tier, kind in sorted(dict.fromkeys((each.tier, each.kind) for each in judged)):
        if tier in (BASIC, COMPARISON, EXCLUSION, FORMS):
            yield row(f"{tier} / {kind}", [each for each in judged if (each.tier, each.kind) == (tier, kind)])


def row(name: str, judged: Sequence[Judged]) -> str:
    """Each figure with its interval and, where it is counted over something else than questions, over how many."""
    found = figures([each.scores for each in judged])
    cells = "  ".join(
        f"{label} {each.value:.3f} [{each.low:.2f}-{each.high:.2f}]"
        + (f" of {each.n}" if each.n != len(judged) else "")
        for label, each in found.items()
        if each.value or label not in RARE
    )
    spent = f"tokens {median(tokens(each.reply.text) for each in judged):.0f}" if judged else ""
    return f"   {name:24s} n={len(judged):<4d} {cells}  {spent}"


def _times(judged: Sequence[Judged]) -> str:
    seconds = [each.reply.seconds for each in judged]
    spent = [tokens(each.reply.text) for each in judged]
    slow = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
    return (
        f"   an answer: {median(spent):.0f} tokens at the median, {max(spent)} at most; "
        f"{median(seconds) * 1000:.0f} ms at the median, {slow * 1000:.0f} ms for 95 %, first {seconds[0]:.1f} s"
    )


def misses(judged: Sequence[Judged]) -> Iterator[str]:
    for each in judged:
        if not each.is_right:
            told = plain(each)
            yield (
                f"   {told['id']} {told['tier']}/{told['style']} {told['question']} "
                f"wants {told['wanted']} got {told['got']} ({told['status']}) {told['note']}"
            )


def plain(judged: Judged) -> dict[str, Any]:
    """A question and its answer as ids and numbers: never the text of a document."""
    golden, facts = judged.question.golden, judged.reply.facts
    found = [f"{each['section_id']} {each['item'] or ''}".strip() for each in facts.get("matched_clauses", ())]
    below = not found and not places(facts)
    hits = under_the_bar(facts) if below else places(facts)
    return {
        "id": golden.identifier,
        "insurer": judged.question.insurer,
        "tier": judged.tier,
        "style": golden.style,
        "question": golden.question,
        "note": judged.question.golden.note,
        "wanted": [f"{section} {mark}" for section, mark in golden.items] or list(golden.sections),
        "got": found or [f"{number}#{section}" for number, section in hits[:5]],
        "status": facts.get("finding") or facts.get("status"),
        "score": next((each["similarity_score"] for each in facts.get("results", ())), facts.get("confidence")),
        "right": judged.is_right,
        "scores": {name: list(pair) for name, pair in judged.scores.items()},
        "tokens": tokens(judged.reply.text),
        "ms": round(judged.reply.seconds * 1000),
    }
