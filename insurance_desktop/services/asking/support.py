"""The words of a clause that a sentence rests on, verbatim."""

from collections.abc import Sequence

from insurance_desktop.domain.asking import Passage
from insurance_desktop.domain.sentences import sentence_spans
from insurance_desktop.index.tokens import bigrams


def support_of(passage: Passage, sentences: Sequence[str]) -> str:
    """For each sentence the one of the passage that shares most with it, in the passage's order."""
    spans = list(sentence_spans(passage.text))
    pairs = [frozenset(bigrams(passage.text[start:end])) for start, end in spans]
    if not spans:
        return passage.text
    best = {
        max(range(len(spans)), key=lambda place: len(pairs[place] & asked))
        for asked in (frozenset(bigrams(each)) for each in sentences)
    }
    return "\n".join(passage.text[slice(*spans[place])] for place in sorted(best))
