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
    found: dict[str, str] = {}
    for field in rules.fields:
        match = next((match for each in field.asked if (match := each.search(text))), None)
        if match is not None:
            found[field.path] = f"{text[: match.start()]} {text[match.end() :]}"
    return found
