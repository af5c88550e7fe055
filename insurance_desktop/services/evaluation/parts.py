"""By whom a ranking was judged: the figures that decide, by the insurer whose document is asked and by style."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from insurance_desktop.domain.evaluation import (
    ANSWERABLE,
    BASIC,
    BY_ISSUER,
    BY_STYLE,
    COMPARISON,
    EXCLUSION,
    NONE,
    STYLE_JOINT,
    TIERS,
    GoldenQuestion,
    Group,
    Part,
)

from .figures import figures
from .scores import Scores, Wanted
from .targets import Ground

DECISIVE: Mapping[str, tuple[str, ...]] = {
    BASIC: ("top_1",),
    COMPARISON: ("all_in_3",),
    EXCLUSION: ("section_recall", "precision", "no_false_alarm"),
    NONE: ("silent",),
    ANSWERABLE: ("silenced",),
}
"""What a tier is judged by. Of scenarios it is the check that counts, not the search."""

Scored = Sequence[tuple[Wanted, Scores]]


def parts_of(ground: Ground, searched: Scored, checked: Scored) -> tuple[Part, ...]:
    """By issuer and by style, the part with the most questions first; `searched` and `checked` are of the first way."""
    scored = [each for each in searched if each[0].question.tier != EXCLUSION] + list(checked)
    styles = styles_of([wanted.question for wanted, _ in scored])
    return (
        *_parts(BY_ISSUER, scored, lambda wanted: issuer_of(ground, wanted)),
        *_parts(BY_STYLE, scored, lambda wanted: styles[wanted.question.identifier]),
    )


def issuer_of(ground: Ground, wanted: Wanted) -> str | None:
    """Whose document answers; "" where that is not known, None where it is asked of several issuers'."""
    named = {each.issuer or "" for each in ground.filed if wanted.is_asked(each.document_id)}
    return named.pop() if len(named) == 1 and wanted.documents is not None else None


def styles_of(questions: Sequence[GoldenQuestion]) -> dict[str, str]:
    """The style of each question by its identifier, with the kind that its note names where several share it."""
    kinds = Counter((each.style, _kind(each)) for each in questions)
    return {
        each.identifier: STYLE_JOINT.join(
            part for part in (each.style, _kind(each) if kinds[each.style, _kind(each)] > 1 else "") if part
        )
        for each in questions
    }


def _kind(question: GoldenQuestion) -> str:
    """What stands before the colon of a note: `near miss: no loan` is a near miss."""
    return question.note.partition(":")[0].strip()


def _parts(by: str, scored: Scored, name_of: Callable[[Wanted], str | None]) -> list[Part]:
    inside: defaultdict[str | None, list[tuple[Wanted, Scores]]] = defaultdict(list)
    for each in scored:
        inside[name_of(each[0])].append(each)
    return sorted(
        (Part(by, name, len(asked), _groups(asked)) for name, asked in inside.items()), key=lambda part: -part.questions
    )


def _groups(scored: Scored) -> tuple[Group, ...]:
    by_tier = {tier: [each for each in scored if each[0].question.tier == tier] for tier in TIERS}
    by_tier[ANSWERABLE] = [each for tier in (BASIC, COMPARISON) for each in by_tier[tier]]
    groups = (_group(tier, inside) for tier, inside in by_tier.items())
    return tuple(each for each in groups if each.figures)


def _group(tier: str, scored: Scored) -> Group:
    kept = [{name: scores[name] for name in DECISIVE[tier] if name in scores} for _, scores in scored]
    return Group(tier, None, len(scored), figures([each for each in kept if each]))
