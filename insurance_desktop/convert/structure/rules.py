"""Why a block stands where it does: each rule has a name that stays, and a sentence for a person in the catalogue.

A rule is kept with its block as `name` or `name:measure`; the measure is what decided, where that can be said shortly.
"""

from insurance_desktop.packs.wording import say


def measured(name: str, measure: float | str) -> str:
    """The rule with what decided it."""
    return f"{name}:{measure:.1f}" if isinstance(measure, float) else f"{name}:{measure}"


def name_of(rule: str) -> str:
    return rule.partition(":")[0]


def explain(rule: str) -> str:
    """The sentence for a block's rule. KeyError for a rule that the catalogue does not know."""
    name, _, measure = rule.partition(":")
    return say(f"convert.rule_{name}", measure=measure)
