"""What several arms bring, laid together by reciprocal rank fusion. Pure."""

from collections.abc import Mapping, Sequence

from insurance_desktop.index.ranking import RRF_CONSTANT, Ranked


def reciprocal_ranks(arms: Sequence[Sequence[int]]) -> dict[int, float]:
    """The score of each section that an arm brings, whose list is best first."""
    scores: dict[int, float] = {}
    for arm in arms:
        for place, each in enumerate(arm, start=1):
            scores[each] = scores.get(each, 0.0) + 1 / (RRF_CONSTANT + place)
    return scores


def by_meaning_and_words(ranked: Sequence[Ranked], heads: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The sections that lie nearest, and those that say most of the question's words, best first; `heads` are the
    sections that clauses are parts of."""
    near = [(each.evidence.cosine, each.clause) for each in ranked]
    said = [(each.evidence.words + each.evidence.bigrams, each.clause) for each in ranked]
    return _sections(near, heads), _sections(said, heads)


def _sections(scored: Sequence[tuple[float, int]], heads: Mapping[int, int]) -> list[int]:
    best = sorted((each for each in scored if each[0] > 0), key=lambda each: -each[0])
    return list(dict.fromkeys(heads.get(clause, clause) for _, clause in best))
