"""An entry of practice as every face shows it: its parts behind their words, its steps numbered."""

from collections.abc import Iterator

from insurance_desktop.domain.practice import PracticeHit
from insurance_desktop.packs.wording import say


def practice_words(hit: PracticeHit) -> str:
    """All parts of an entry but its title, in lines."""
    return "\n".join(_lines(hit))


def _lines(hit: PracticeHit) -> Iterator[str]:
    entry = hit.entry
    if entry.common_mistake:
        yield say("practice.common_mistake", words=entry.common_mistake)
    yield say("practice.correct_interpretation", words=entry.correct_interpretation)
    for key, members in (
        ("typical_configurations", entry.typical_configurations),
        ("decision_tree", entry.decision_tree),
        ("rests_on", entry.rests_on),
    ):
        if members:
            yield say(f"practice.{key}")
        for number, each in enumerate(members, start=1):
            yield f"    {number}. {each}" if key == "decision_tree" else f"    \u2013 {each}"
    for named in hit.regulations:
        key = "practice.regulation" if named.link else "practice.regulation_elsewhere"
        yield say(key, it=named)
