"""Facts that stand in sentences: a waiting period, an age, a share. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact
from insurance_desktop.domain.sentences import sentence_spans

from .rules import Field, Patterns, Rules, has
from .values import parsed

_TITLED, _STATED, _AGREED = "titled", "stated", "agreed"


class Sentence(NamedTuple):
    """A sentence with its place in its clause, and the titles that its clause stands under, its own last."""

    clause: Clause
    text: str
    start: int
    titles: tuple[str, ...]


def sentences_of(clauses: Sequence[Clause]) -> tuple[Sentence, ...]:
    """The sentences of some clauses, in order."""
    return tuple(
        Sentence(clause, clause.text[start:end], start, _titles(clause))
        for clause in clauses
        for start, end in sentence_spans(clause.text)
    )


def field_facts(rules: Rules, field: Field, sentences: Sequence[Sentence]) -> list[Fact]:
    """What the sentences tell of a field, each value once: what its own clauses say, else others, else that it is
    agreed."""
    own = [each for each in sentences if field.titles and has(field.titles, each.titles[-1])]
    below = own or [each for each in sentences if field.titles and any(has(field.titles, t) for t in each.titles)]
    for rule, asked, forms in (
        (_TITLED, below, (*field.titled_forms, *field.forms)),
        (_STATED, sentences, field.forms),
        (_AGREED, below or sentences, field.agreed_forms),
    ):
        found = list(_told(rules, field, rule, asked, forms))
        if found:
            return found
    return []


def _titles(clause: Clause) -> tuple[str, ...]:
    """The titles above a clause, the nearest last; an untitled clause has that of what it stands under."""
    return (
        tuple(dict.fromkeys((*clause.breadcrumb, clause.section_title))) if clause.section_title else clause.breadcrumb
    )


def _told(rules: Rules, field: Field, rule: str, sentences: Sequence[Sentence], forms: Patterns) -> Iterator[Fact]:
    known = set()
    for sentence in sentences:
        if has(field.against, sentence.text):
            continue
        for match in _matches(forms, sentence.text):
            what = None if rule is _AGREED else parsed(rules, field.kind, match)
            same = str(what) if what else match["value"]
            if same in known:
                continue
            known.add(same)
            start, end = (sentence.start + place for place in match.span("value"))
            yield Fact(field.path, match["value"], field.kind, sentence.clause.chunk_index, start, end, rule, what)


def _matches(forms: Patterns, text: str) -> list[re.Match[str]]:
    """What the forms find in a sentence, in order; of two that overlap, that of the earlier form."""
    found: list[re.Match[str]] = []
    for form in forms:
        for match in form.finditer(text):
            if match["value"] and not any(_overlap(match, other) for other in found):
                found.append(match)
    return sorted(found, key=lambda match: match.start("value"))


def _overlap(one: re.Match[str], other: re.Match[str]) -> bool:
    return one.start("value") < other.end("value") and other.start("value") < one.end("value")
