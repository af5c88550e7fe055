"""Which facts a question asks for: it names one and asks how much, or asks in words that mean it. Pure."""

from insurance_desktop.domain.pack import DomainPack

from .plain import plain_of
from .rules import has, rules_of


def paths_asked(pack: DomainPack, question: str) -> frozenset[str]:
    """The paths of the facts that a question asks for; none where it asks what they mean or how they are counted."""
    rules = rules_of(pack)
    text = plain_of(rules, question).text
    if has(rules.asked_against, text):
        return frozenset()
    return frozenset(field.path for field in rules.fields if has(field.asked, text))
