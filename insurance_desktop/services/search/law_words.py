"""An article in words: beside a clause, above its text, and as it is quoted. Every face says it so."""

from insurance_desktop.domain.laws import LawArticle, LawHit, ListedLaw, RelatedLaw
from insurance_desktop.packs.wording import say


def related_words(law: RelatedLaw) -> str:
    """Which article stands beside a clause, and why."""
    return say("search.law_beside" if law.day_shown else "search.law_beside_today", it=law, why=_why(law))


def edition_words(law: LawArticle | LawHit | ListedLaw) -> str:
    """The edition, and the day in force where the law prints one."""
    edition = law.edition or say("search.law_edition_unknown")
    return say("search.law_days", edition=edition, day=law.in_force) if law.in_force else edition


def law_citation(law: LawArticle | LawHit, passage: str | None) -> str:
    """The words with law, edition and number, ready to paste; `passage` where a part of them is meant."""
    return say("search.law_citation", it=law, edition=edition_words(law), text=passage or law.text)


def _why(law: RelatedLaw) -> str:
    return say(f"search.law_{law.why}")
