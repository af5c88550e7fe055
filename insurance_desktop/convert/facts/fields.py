"""Facts that stand in sentences: a waiting period, an age, a share. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from insurance_desktop.domain.conversion import Clause
from insurance_desktop.domain.facts import Fact
from insurance_desktop.domain.sentences import sentence_spans

from .plain import Plain, plain_of
from .rules import Field, Patterns, Rules, has
from .values import parsed

_TITLED, _STATED, _AGREED = "titled", "stated", "agreed"


class Sentence(NamedTuple):
    """A sentence of a clause, and the titles that its clause stands under, its own last."""

    clause: Clause
    plain: Plain
    titles: tuple[str, ...]


class Found(NamedTuple):
    """A stretch of a sentence that says a value, in the sentence's plain text, and the form's groups."""

    start: int
    end: int
    groups: dict[str, str | None]


def sentences_of(rules: Rules, clauses: Sequence[Clause]) -> tuple[Sentence, ...]:
    """The sentences of some clauses, in order."""
    titles: dict[str, tuple[str, ...]] = {}
    found: list[Sentence] = []
    for clause in clauses:
        above = titles.get(clause.parent_section or "", ())
        own = (plain_of(rules, clause.section_title).text,) if clause.section_title else ()
        titles[clause.section_id] = (*above, *own)
        if not any(has(rules.untold_titles, each) for each in titles[clause.section_id]):
            found += _sentences(rules, clause, titles[clause.section_id])
    return tuple(found)


def field_facts(rules: Rules, field: Field, sentences: Sequence[Sentence]) -> list[Fact]:
    """What the sentences tell of a field in printed order, each value once; that it is agreed where nothing else is."""
    untold = _under(field.untold_titles, sentences)
    sentences = [each for each in sentences if not untold[each.titles]]
    below = _below(field, sentences)
    worded = [each for each in sentences if any(word in each.plain.text for word in field.words)]
    found = [
        *_told(rules, field, _TITLED, below, (*field.titled_forms, *field.forms)),
        *_told(rules, field, _STATED, worded, field.forms),
    ]
    found = found or [*_told(rules, field, _TITLED, below, field.loose_forms)]
    for asked in (below, worded):
        for form in field.agreed_forms:
            found = found or [*_told(rules, field, _AGREED, asked, (form,))]
    return _once(found)


def _sentences(rules: Rules, clause: Clause, titles: tuple[str, ...]) -> Iterator[Sentence]:
    for start, end in sentence_spans(clause.text):
        plain = plain_of(rules, clause.text, start, end)
        if not has(rules.untold, plain.text):
            yield Sentence(clause, plain, titles)


def _below(field: Field, sentences: Sequence[Sentence]) -> list[Sentence]:
    """The sentences right under a title of the field; where there are none, those further below one."""
    under = _under(field.titles, sentences)
    known = [each for each in sentences if under[each.titles]]
    return [each for each in known if has(field.titles, each.titles[-1])] or known


def _under(patterns: Patterns, sentences: Sequence[Sentence]) -> dict[tuple[str, ...], bool]:
    """Whether one of their titles is like this, by the titles: asked once for all sentences of a clause."""
    above = {each.titles for each in sentences}
    known = {title: has(patterns, title) for title in set().union(*above)}
    return {titles: any(known[title] for title in titles) for titles in above}


def _told(rules: Rules, field: Field, rule: str, sentences: Sequence[Sentence], forms: Patterns) -> Iterator[Fact]:
    for sentence in sentences:
        text = sentence.plain.text
        found = _matches(forms, text)
        if not found or any(has(field.against, each) for each in (text, *sentence.titles[-1:])):
            continue
        for start, end, groups in (item for match in found for item in _items(field, text, match)):
            first, last = sentence.plain.printed(start, end)
            value = sentence.clause.text[first:last]
            said = parsed(rules, field.kind, groups)
            yield Fact(field.path, value, field.kind, sentence.clause.chunk_index, first, last, rule, said)


def _matches(forms: Patterns, text: str) -> list[Found]:
    """What the forms find in a sentence, in order; of two that overlap, that of the earlier form."""
    found: list[Found] = []
    for form in forms:
        for match in form.finditer(text):
            start, end = match.span("value")
            if start < end and not any(start < other.end and other.start < end for other in found):
                found.append(Found(start, end, match.groupdict()))
    return sorted(found)


def _items(field: Field, text: str, match: Found) -> Iterable[Found]:
    """The values that a found one lists, each by itself."""
    if not field.item_forms:
        return (match,)
    found: list[Found] = []
    for form in field.item_forms:
        for item in form.finditer(text, match.start, match.end):
            if not any(item.start() < other.end and other.start < item.end() for other in found):
                found.append(Found(*item.span(), {"value": item[0]}))
    return sorted(found)


def _once(facts: Iterable[Fact]) -> list[Fact]:
    """In printed order, without what is said twice; the rule that is named first is kept."""
    apart: list[Fact] = []
    for each in facts:
        if not any(each.chunk_index == one.chunk_index and _overlap(each, one) for one in apart):
            apart.append(each)
    told: dict[str, Fact] = {}
    for each in sorted(apart, key=lambda fact: (fact.chunk_index, fact.start or 0)):
        told.setdefault(str(each.parsed or "".join(each.value.split())), each)
    return list(told.values())


def _overlap(one: Fact, other: Fact) -> bool:
    return (one.start or 0) < (other.end or 0) and (other.start or 0) < (one.end or 0)
