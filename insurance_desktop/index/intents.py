"""What somebody wants who asks: whether something is paid, what differs, what a word means, what is to be done."""

from insurance_desktop.domain.pack import DomainPack, Intent

from .characters import respelled
from .questions import compiled, patterns_of

_ANY = Intent("general")
"""Where a pack has none of its own."""


def intent_of(question: str, pack: DomainPack) -> Intent:
    """The first of the pack's intents that the question tells; one without words is told by any."""
    spelled = respelled(question)
    return next((each for each in pack.intents if _tells(spelled, each, pack)), _ANY)


def _tells(spelled: str, intent: Intent, pack: DomainPack) -> bool:
    patterns = (*compiled(intent.forms), *(patterns_of(pack, intent.use) if intent.use else ()))
    return any(each.search(spelled) for each in patterns) or not (intent.forms or intent.use)
