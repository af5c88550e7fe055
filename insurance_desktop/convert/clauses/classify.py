"""What a clause is about: categories by section, typography and words in that order; roles and keywords. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from operator import add

from insurance_desktop.domain.conversion import Clause, Emphasis, SourceSpan
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_pack
from ..text.plain_text import unescaped
from .section_ids import is_guide

PROMINENT = frozenset(
    {Emphasis.BOLD, Emphasis.STROKED, Emphasis.TYPEFACE, Emphasis.SHADED, Emphasis.UNDERLINED, Emphasis.COLOURED}
)
MOST_KEYWORDS = 10


def classify(
    clauses: Sequence[Clause], markdown: str, source_map: Sequence[SourceSpan], pack: DomainPack
) -> tuple[Clause, ...]:
    """The clauses with categories, roles and keywords; a clause inherits what its chapter is."""
    refusals = _prominent_refusals(markdown, source_map, pack)
    vocabulary = _vocabulary(pack)
    found: list[Clause] = []
    inherited: dict[str, tuple[str, ...]] = {}
    for clause in clauses:
        categories = _categories(clause, inherited, pack)
        inherited[clause.section_id] = categories
        if _may_exclude(clause, categories, pack) and any(
            clause.markdown_start <= at < clause.markdown_end for at in refusals
        ):
            categories = (*categories, pack.exclusion_category)
        found.append(
            replace(
                clause, category=categories, entity_role=_roles(clause, pack), keywords=_keywords(clause, vocabulary)
            )
        )
    return _with_chapter_roles(found, pack)


def _with_chapter_roles(clauses: Sequence[Clause], pack: DomainPack) -> tuple[Clause, ...]:
    """A chapter says nothing itself: it concerns those whom its sections concern."""
    below: dict[str, set[str]] = defaultdict(set)
    for clause in reversed(clauses):
        if clause.parent_section is not None:
            below[clause.parent_section].update(clause.entity_role, below[clause.section_id])
    return tuple(
        clause
        if clause.entity_role or clause.text
        else replace(
            clause, entity_role=tuple(role.name for role in pack.roles if role.name in below[clause.section_id])
        )
        for clause in clauses
    )


def _may_exclude(clause: Clause, categories: tuple[str, ...], pack: DomainPack) -> bool:
    """Whether a refusal in this clause makes it an exclusion besides what it is.

    Benefits, definitions and waiting periods narrow the cover. A step of procedure does not, it says what an omission
    costs; and a reading guide only points at the clauses.
    """
    if not pack.exclusion_category or pack.exclusion_category in categories:
        return False
    is_procedure = bool(pack.procedure_category) and pack.procedure_category in categories
    return not is_procedure and not is_guide(clause.section_title, pack)


def _categories(clause: Clause, inherited: dict[str, tuple[str, ...]], pack: DomainPack) -> tuple[str, ...]:
    """By the title itself, else by the section above, else by a title word, else by the words of the text."""
    title = normalised(clause.section_title)
    above = inherited.get(clause.parent_section or "", ())
    if pack.definition_category in above or title in pack.definition_titles:
        return (pack.definition_category,)
    exact = _by_title(title, pack, whole=True)
    if exact:
        return exact
    if pack.exclusion_category in above:
        return above
    partly = _by_title(title, pack, whole=False)
    return partly or above or _by_words(clause.text, pack)


def _by_title(title: str, pack: DomainPack, *, whole: bool) -> tuple[str, ...]:
    """The category of the longest title word that the title is, or that it holds."""
    if whole:
        return _whole_titles(pack).get(title, ())
    return next(((category,) for word, category in _title_words(pack) if word in title), ())


@per_pack
def _whole_titles(pack: DomainPack) -> dict[str, tuple[str, ...]]:
    """The category of each title word; of two with the same word the first."""
    return {word: (category,) for word, category in reversed(_all_title_words(pack))}


@per_pack
def _title_words(pack: DomainPack) -> tuple[tuple[str, str], ...]:
    """Those that are long enough to tell within a longer title."""
    return tuple((word, category) for word, category in _all_title_words(pack) if len(word) >= 3)


@per_pack
def _all_title_words(pack: DomainPack) -> tuple[tuple[str, str], ...]:
    """Normalised title words with their categories, the longest first, else in the pack's order."""
    words = [(normalised(word), category.name) for category in pack.categories for word in category.titles]
    return tuple(sorted(words, key=lambda each: -len(each[0])))


def _by_words(text: str, pack: DomainPack) -> tuple[str, ...]:
    counts = [(sum(text.count(word) for word in category.words), category.name) for category in pack.categories]
    top = max((count for count, _ in counts), default=0)
    return tuple(name for count, name in counts if count == top)[:1] if top else ()


def _prominent_refusals(markdown: str, source_map: Sequence[SourceSpan], pack: DomainPack) -> list[int]:
    """Where words that refuse cover are printed so as to be noticed, as the law demands of exclusions."""
    found: list[int] = []
    patterns = _refusals(pack)
    for start, end in _prominent_stretches(source_map):
        words = unescaped(markdown[start:end])
        if any(pattern.search(words) for pattern in patterns):
            found.append(start)
    return found


@per_pack
def _refusals(pack: DomainPack) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(phrase) for phrase in pack.exclusion_phrases)


def _prominent_stretches(source_map: Sequence[SourceSpan]) -> list[tuple[int, int]]:
    """Neighbouring prominent spans of one block as one stretch."""
    found: list[tuple[int, int, int]] = []
    for span in source_map:
        if not PROMINENT.intersection(span.emphasis):
            continue
        if found and found[-1][2] == span.block and span.start - found[-1][1] <= 2:
            found[-1] = (found[-1][0], span.end, span.block)
        else:
            found.append((span.start, span.end, span.block))
    return [(start, end) for start, end, _ in found]


def _roles(clause: Clause, pack: DomainPack) -> tuple[str, ...]:
    words = clause.section_title + clause.text
    return tuple(role.name for role in pack.roles if any(word in words for word in role.words))


@per_pack
def _vocabulary(pack: DomainPack) -> dict[str, list[tuple[int, str]]]:
    """The pack's words of the trade with their places in the pack's order, by the rarest of their pairs of signs.

    A text is asked for its pairs, and only for the words that one of them may stand for: a hundredth of all.
    """
    words = dict.fromkeys(
        [
            *(word for category in pack.categories for word in category.titles),
            *(word for group in pack.synonyms for word in group.trade),
            *(word for operation in pack.operations for word in operation.titles),
        ]
    )
    counts = Counter(chain.from_iterable(map(_pairs, words)))
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for place, word in enumerate(words):
        if len(word) > 1:
            found[min(_pairs(word), key=counts.__getitem__)].append((place, word))
    return dict(found)


def _pairs(text: str) -> set[str]:
    """Each two neighbouring signs."""
    return set(map(add, text, islice(text, 1, None)))


def _keywords(clause: Clause, vocabulary: Mapping[str, Sequence[tuple[int, str]]]) -> tuple[str, ...]:
    """The words of the trade that the clause uses, those of its title first, then the more frequent ones."""
    title, text = clause.section_title, clause.text
    whole = f"{title} {text}"
    pairs = vocabulary.keys() & _pairs(whole)
    used = [word for _, word in sorted(each for pair in pairs for each in vocabulary[pair]) if word in whole]
    words = sorted(used, key=lambda word: -(100 * len(word) * title.count(word) + text.count(word)))
    own = [title] if title and normalised(title) not in map(normalised, words) else []
    return tuple((own + words)[:MOST_KEYWORDS])
