"""Tiers, insurers and styles by the names that a person reads, and by what a ranking was judged, in a sentence."""

from collections import Counter
from typing import TYPE_CHECKING

from insurance_desktop.domain.evaluation import BY_ISSUER, STYLE_JOINT
from insurance_desktop.packs.wording import catalogue, language, say

if TYPE_CHECKING:  # numpy and the model come with it
    from insurance_desktop.services.search.ranking_approval import History
    from insurance_desktop.store.evaluation.configurations import Verdict

STYLES = (
    "exact",
    "colloquial",
    "trade",
    "typo",
    "scenario",
    "pinyin",
    "initials",
    "english",
    "traditional",
    "followup",
    "number",
    "other_actor",
    "denied",
    "exception",
    "not_mentioned",
    "near_miss",
    "other_insurance",
    "off_topic",
    "needs_context",
    "two_products",
)
"""The styles and kinds of the project's own sets (resources/golden, development/checking/golden), which have words."""


def tier_name(name: str) -> str:
    """Another pack may name one that the catalogue does not know."""
    return catalogue(language()).get(f"evaluating.tier_{name}", name)


def part_name(by: str, name: str | None) -> str:
    """Of an issuer or a style; those that only a set's author knows are told as they are written."""
    if name is None:
        return say("evaluating.several_issuers")
    if not name:
        return say(f"evaluating.unnoted_{by}")
    if by == BY_ISSUER:
        return name
    return STYLE_JOINT.join(map(_style_name, name.split(STYLE_JOINT)))


def _style_name(name: str) -> str:
    key = name.replace(" ", "_")
    return say(f"evaluating.style_{key}") if key in STYLES else name


def grounds(verdict: "Verdict", history: "History") -> str:
    """Which sets a verdict stands on, how many questions, and whose documents they asked."""
    runs = history.behind(verdict)
    if not runs:
        return say("evaluating.no_grounds")
    between = say("evaluating.between")
    sets = between.join(say("evaluating.grounds_set", run=run) for run in runs)
    told = say("evaluating.grounds", count=len(runs), questions=sum(run.measured for run in runs), sets=sets)
    asked: Counter[str | None] = Counter()
    for part in (part for run in runs for part in run.parts if part.by == BY_ISSUER):
        asked[part.name] += part.questions
    if not asked:
        return told
    names = between.join(
        say("evaluating.grounds_issuer", name=part_name(BY_ISSUER, name), questions=count)
        for name, count in asked.most_common()
    )
    return told + say("evaluating.grounds_issuers", names=names)
