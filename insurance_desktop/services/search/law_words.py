"""An article in words: beside a clause, above its text, and as it is quoted. Every face says it so."""

from collections.abc import Iterable, Sequence

from insurance_desktop.domain.laws import LawArticle, LawHit, ListedLaw, RelatedLaw
from insurance_desktop.packs.wording import say


def related_words(law: RelatedLaw) -> str:
    """Which article stands beside a clause, and why."""
    return related_together((law,), law.article)


def grouped(laws: Iterable[RelatedLaw]) -> list[tuple[RelatedLaw, ...]]:
    """The articles beside a clause, those together that one sentence says."""
    found: dict[tuple[object, ...], list[RelatedLaw]] = {}
    for law in laws:
        found.setdefault((law.law, law.edition, law.why, law.day_shown), []).append(law)
    return [tuple(each) for each in found.values()]


def related_together(laws: Sequence[RelatedLaw], articles: str) -> str:
    """The sentence about a group of articles, which are called `articles` in it."""
    law = laws[0]
    key = "search.law_beside" if law.day_shown else "search.law_beside_today"
    return say(key, it=law, why=say(f"search.law_{law.why}"), articles=articles)


def edition_words(law: LawArticle | LawHit | ListedLaw) -> str:
    """The edition, and the day in force where the law prints one."""
    edition = law.edition or say("search.law_edition_unknown")
    return say("search.law_days", edition=edition, day=law.in_force) if law.in_force else edition


def law_citation(law: LawArticle | LawHit, passage: str | None) -> str:
    """The words with law, edition and number, ready to paste; `passage` where a part of them is meant."""
    return say("search.law_citation", it=law, edition=edition_words(law), text=passage or law.text)
