"""Which facts a question asks for: it names one and asks how much, or asks in words that mean it. Pure."""

from insurance_desktop.domain.pack import DomainPack

from .plain import plain_of
from .rules import has, rules_of


def paths_asked(pack: DomainPack, question: str) -> frozenset[str]:
    """The paths of the facts that a question asks for; none where it asks what they mean or how they are counted."""
    return frozenset(beside_paths(pack, question))


def beside_paths(pack: DomainPack, question: str) -> dict[str, str]:
    """By the path of each fact that a question asks for, what else it says."""
    rules = rules_of(pack)
    text = plain_of(rules, question).text
    if has(rules.asked_against, text):
        return {}
    asked = (
        (field.path, next((found for each in field.asked if (found := each.search(text))), None))
        for field in rules.fields
    )
    return {path: f"{text[: found.start()]} {text[found.end() :]}" for path, found in asked if found is not None}
