"""What a document's clauses say of an operation on the policy: which clauses belong, and what part a sentence plays.

Which clauses belong is read from structure: the operation's own by their titles, what they reckon with by the terms
that they use and that another clause bears as its title. The pack's forms then tell rules, conditions and consequences.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from insurance_desktop.domain.conversion import Item
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.numerals import numbered
from insurance_desktop.domain.pack import DomainPack, Operation
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.sentences import sentences
from insurance_desktop.store.clauses.clauses import ClauseRow, ReferenceRow

RULE, CONDITION, CONSEQUENCE = "calculation_rules", "conditions", "consequences"
PARTS = (RULE, CONDITION, CONSEQUENCE)
_LEADS = ("\uff1a", ":")
_ENDS = ("\u3002", "\uff1b", ";", *_LEADS)
_CELL = "\t"
_SHORTEST_TERM = 3


@dataclass(frozen=True, slots=True)
class Passage:
    """A verbatim sentence of a clause, with the parts that it plays and the marked item that it stands in, if any.

    `lead`: the sentence that an item hangs on (有下列情形之一的，本合同终止：), without which it says little.
    """

    row: ClauseRow
    text: str
    parts: tuple[str, ...]
    item: Item | None = None
    lead: "Passage | None" = None


@dataclass(frozen=True, slots=True)
class Said:
    """What the clauses say of one operation; nothing where they do not speak of it. `main`: its own clauses."""

    operation: Operation
    definition: Passage | None = None
    parts: Mapping[str, tuple[Passage, ...]] = field(default_factory=dict)
    rows: tuple[ClauseRow, ...] = ()
    main: tuple[ClauseRow, ...] = ()

    @property
    def is_mentioned(self) -> bool:
        return self.definition is not None or any(self.parts.values())


@dataclass(frozen=True, slots=True)
class Document:
    """The clauses of a product, the marked items of each, and the rows of its tables, which are no sentences."""

    pack: DomainPack
    rows: tuple[ClauseRow, ...]
    items: Mapping[int, Sequence[Item]]
    cells: frozenset[str]
    pointers: Mapping[int, Sequence[ReferenceRow]]


def document_of(
    pack: DomainPack,
    rows: Sequence[ClauseRow],
    items: Mapping[int, Sequence[Item]],
    pointers: Mapping[int, Sequence[ReferenceRow]],
) -> Document:
    """The clauses without their tables, those without a guide's repetitions."""
    lines = {normalised(line) for row in rows if row.is_table for line in row.text.splitlines() if line.strip()}
    prose = tuple(row for row in rows if not row.is_table and not pack.is_guide(row.section_id))
    return Document(pack, prose, items, frozenset(lines), pointers)


def said_of(operation: Operation, document: Document) -> Said:
    """The sentences that concern the operation: those of its own clauses first, then of what they reckon with."""
    main = [row for row in document.rows if _is_own(operation, row)]
    value = _reckoned_with(operation, document, main)
    others = [row for row in document.rows if row not in main and row not in value]
    own = [each for row in main for each in _read(operation, document, row)]
    reckoned = [each for row in value for each in _read(operation, document, row, default=(RULE,))]
    pointed = _pointed_at(document, main)
    mentioned = [*_mentions(operation, document, others, pointed), *_formulas(operation, document, others, main)]
    if not main and not any(_fits(operation.word_forms, each.text) for each in mentioned):
        return Said(operation)
    found = [*own, *reckoned, *mentioned]
    parts = {part: _once(each for each in found if part in each.parts) for part in PARTS}
    definition = _definition(operation, own)
    used = {each.row.row: each.row for each in found if each.parts or each is definition}
    rows = tuple(used[row.row] for row in document.rows if row.row in used)
    return Said(operation, definition, parts, rows, tuple(row for row in rows if row in main))


def concerns_table(operation: Operation, said: Said, row: ClauseRow) -> bool:
    """Whether a table belongs: by its kind, by its title, or because it stands in a clause that does."""
    if row.table is None:
        return False
    named = normalised(row.section_title + row.table.table_type)
    stands_in = any(row.section_id == each.section_id and row.document_id == each.document_id for each in said.rows)
    is_kind = row.table.table_type in operation.table_types
    return (
        is_kind or stands_in or any(normalised(title) in named for title in operation.titles + operation.value_titles)
    )


def _is_own(operation: Operation, row: ClauseRow) -> bool:
    """Whether a clause is about the operation: its title says so, or there is none, or a heading above it says so,
    and then the clause itself does."""
    if _is_titled(operation, row.section_title):
        return True
    is_below = any(_is_titled(operation, heading) for heading in row.breadcrumb[:-1])
    may_be = not row.section_title.strip() or (is_below and not _any_in(operation.other_titles, row.section_title))
    return may_be and _fits(operation.own_forms, row.text)


def _is_titled(operation: Operation, title: str) -> bool:
    return _fits(operation.title_forms, normalised(title)) and not _any_in(operation.other_titles, title)


def _reckoned_with(operation: Operation, document: Document, main: Sequence[ClauseRow]) -> list[ClauseRow]:
    """The clauses that the operation's own reckon with, and the definitions that their formulas reckon with in turn."""
    used = _text_of(main)
    others = [row for row in document.rows if row not in main]
    found = [row for row in others if _is_used(operation, document.pack, row, used)]
    formulas = "".join(normalised(each) for row in found for each in _formulas_in(document.pack, row))
    return found + [row for row in others if row not in found and _is_formula_of(document.pack, row, formulas)]


def _text_of(rows: Sequence[ClauseRow]) -> str:
    return "\n".join(normalised(row.text) for row in rows)


def _is_used(operation: Operation, pack: DomainPack, row: ClauseRow, used: str) -> bool:
    """Whether a clause bears as its title a term that these texts use, or that names the operation; or defines by a
    formula one of their words, or one for the operation."""
    title = normalised(row.section_title)
    return _is_formula_of(pack, row, used, operation.word_forms) or any(
        term in title
        and (term in used or _any_in(operation.titles, term))
        and not _without(title.replace(term, "", 1), pack.term_title_words)
        for term in map(normalised, operation.value_titles)
    )


def _is_formula_of(pack: DomainPack, row: ClauseRow, used: str, forms: tuple[str, ...] = ()) -> bool:
    """Whether a clause defines by a formula what these texts say, or what says one of the forms itself."""
    title = normalised(row.section_title)
    is_meant = (len(title) >= _SHORTEST_TERM and title in used) or _fits(forms, row.text)
    return is_meant and pack.definition_category in row.categories and any(_formulas_in(pack, row))


def _formulas_in(pack: DomainPack, row: ClauseRow) -> Iterator[str]:
    return (each for each in sentences(row.text) if _fits(pack.formula_forms, each))


def _without(text: str, words: Iterable[str]) -> str:
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, "")
    return text


def _pointed_at(document: Document, rows: Sequence[ClauseRow]) -> frozenset[str | None]:
    """The clauses that these point to (按照第37条规定的款项)."""
    return frozenset(each.target_clause_id for row in rows for each in document.pointers.get(row.row, ()))


def _mentions(
    operation: Operation, document: Document, rows: Sequence[ClauseRow], pointed: frozenset[str | None]
) -> Iterator[Passage]:
    """Single sentences of other clauses: those that name the operation, those that belong in a clause near to it, and
    rules of a clause that the operation's own point to."""
    for row in rows:
        if document.pack.exclusion_category in row.categories:
            continue
        is_near = _any_in(operation.near_titles, row.section_title)
        is_pointed = row.clause_id in pointed
        for each in _read(operation, document, row):
            is_rule = (
                is_pointed and RULE in each.parts and _fits(operation.rule_forms[:1] + operation.near_forms, each.text)
            )
            if (
                is_rule
                or _fits(operation.word_forms, each.text)
                or (is_near and _fits(operation.near_forms, each.text))
            ):
                if each.lead is not None:
                    yield each.lead
                yield each


def _formulas(
    operation: Operation, document: Document, rows: Sequence[ClauseRow], main: Sequence[ClauseRow]
) -> Iterator[Passage]:
    """Formulas of what the own clauses reckon with that stand in a clause of another title."""
    used = _text_of(main)
    terms = tuple(term for term in map(normalised, operation.value_titles) if term in used)
    for row in rows if terms else ():
        for each in _formulas_in(document.pack, row):
            if normalised(each).startswith(terms):
                yield Passage(row, each, (RULE,), _item(document.items.get(row.row, ()), each))


def _read(operation: Operation, document: Document, row: ClauseRow, default: tuple[str, ...] = ()) -> Iterator[Passage]:
    """The sentences of a clause under the parts that they play, items under that of the sentence they hang on."""
    leads: list[Passage] = []
    for sentence in sentences(row.text):
        if normalised(sentence) in document.cells or _CELL in sentence or _fits(operation.foreign_forms, sentence):
            continue
        item = _item(document.items.get(row.row, ()), sentence)
        leads = _above(leads, item)
        lead = leads[-1] if leads else None
        parts = _parts(operation, document.pack, sentence)
        if lead is not None and lead.parts and RULE not in parts:
            parts = lead.parts
        passage = Passage(row, sentence, parts or (default if sentence.endswith(_ENDS) else ()), item, lead)
        if sentence.endswith(_LEADS):
            leads = [*leads, passage]
        yield passage


def _above(leads: Sequence[Passage], item: Item | None) -> list[Passage]:
    """The sentences that an item hangs on: not those of an item that is marked in the same way, which is its sister."""
    if item is None:
        return []
    styles = [_style(lead.item.mark) if lead.item else None for lead in leads]
    mine = _style(item.mark)
    return list(leads[: styles.index(mine)] if mine in styles else leads)


def _style(mark: str) -> tuple[str, bool]:
    """The form of a mark: （1） is marked otherwise than （一） and 1、."""
    return numbered(mark)[0], any(sign.isascii() and sign.isdigit() for sign in mark)


def _parts(operation: Operation, pack: DomainPack, sentence: str) -> tuple[str, ...]:
    if _fits(pack.formula_forms, sentence):
        return (RULE,)
    if _fits(operation.loss_forms, sentence):
        return (CONSEQUENCE,)
    forms = (operation.rule_forms, operation.condition_forms, operation.consequence_forms)
    return tuple(part for part, each in zip(PARTS, forms, strict=True) if _fits(each, sentence))


def _definition(operation: Operation, own: Sequence[Passage]) -> Passage | None:
    """The sentence that says what the operation is; else the first of its own clauses that names it, one that hangs
    on no other; else the first. What is said of taking the policy back at once comes last."""
    free = [each for each in own if each.lead is None]
    names = (*operation.own_forms, *operation.word_forms, *operation.title_forms)
    ranked = sorted(free, key=lambda each: _fits(operation.early_forms, each.text))
    saying = [each for each in ranked if _fits(operation.definition_forms, each.text)]
    naming = [each for each in ranked if _fits(names, each.text)]
    return next(iter((*saying, *naming, *ranked)), None)


def _item(items: Iterable[Item], sentence: str) -> Item | None:
    return next((item for item in items if sentence in item.mark + item.text or sentence in item.text), None)


def _once(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """Each sentence once: a product manual repeats what the clauses say."""
    found: dict[str, Passage] = {}
    for each in passages:
        found.setdefault(normalised(each.text), each)
    return tuple(found.values())


def _any_in(words: Iterable[str], text: str) -> bool:
    spelled = (normalised(text), normalised(respelled(text)))
    return any(normalised(word) in each for word in words for each in spelled)


def _fits(forms: tuple[str, ...], text: str) -> bool:
    """Whether the text has one of the forms, as it stands or with simplified characters."""
    return bool(forms) and any(_either(forms).search(each) for each in (text, respelled(text)))


@lru_cache(maxsize=64)
def _either(forms: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{form})" for form in forms))
