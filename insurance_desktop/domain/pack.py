"""A domain pack: everything a field of documents brings as data instead of code."""

from dataclasses import dataclass, field

from insurance_desktop.domain.choice_questions import ChoiceRules
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.exam import ExamDemo
from insurance_desktop.domain.exclusion_rules import (
    BenefitKind,
    EventForm,
    ExceptionEvent,
    ExclusionGround,
    GroundEvent,
)
from insurance_desktop.domain.fact_rules import FactRules
from insurance_desktop.domain.laws import LawRules
from insurance_desktop.domain.model_choice import ModelChoice
from insurance_desktop.domain.practice import PracticeRules
from insurance_desktop.domain.query_rules import QueryRules
from insurance_desktop.domain.regulation_rules import Concept, RegulationDemo, RegulationRules
from insurance_desktop.domain.statement_rules import StatementRules
from insurance_desktop.domain.textbook_rules import TextbookRules

REGULATIONS, BOOKS = "regulation", "book"
"""Kinds of works that something is asked about which other fields have not: an outside pack may bring another kind."""


@entity
class Category:
    """A kind of clause. `titles` are heading words whose category the sections below inherit; `words` break ties."""

    name: str
    label: str
    titles: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@entity
class Role:
    name: str
    label: str
    words: tuple[str, ...]


@entity
class HeadingForm:
    """A printed form of numbering: `pattern` is a full-match regular expression of the heading's whole line.

    Group `number` is the number as printed ("" where the form has none), group `title` (optional) what follows it.
    `level` counts Markdown marks; None = one deeper than the dots of the number.
    """

    name: str
    pattern: str
    level: int | None = None


@entity
class NoiseForm:
    """Text that is furniture: `reason` is the exclusion's name, `pattern` a full-match regular expression of a line."""

    reason: str
    pattern: str


@entity
class SynonymGroup:
    """Words of the street (`street`) for words of the trade (`trade`), both ways at query time."""

    trade: tuple[str, ...]
    street: tuple[str, ...]


@entity
class ForeignTerm:
    """Words of another language, or of another country's trade (`said`), and what this pack's documents call it.

    With "" for `means` they say nothing about the subject.
    """

    said: tuple[str, ...]
    means: str


@entity
class MeasureForm:
    """A measure that a question gives and tables have rows for: `asked` finds it, with the group `number`; a row or
    column label that is a bare number counts only beside one of the `headers`, one with `units` anywhere."""

    name: str
    asked: str
    headers: tuple[str, ...]
    units: tuple[str, ...]


@entity
class DocumentForm:
    """How a document type is recognised: by what its title or its file's name ends with, else by its text.

    One of the `phrases` tells it, or several of the `signs`: words that documents of this type have beside each other.
    """

    document_type: str
    words: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()


@entity
class TableForm:
    """How a kind of table is recognised by words in its header or right above it."""

    table_type: str
    words: tuple[str, ...]


@entity
class MisreadForm:
    """Signs that are easily misread or read over: `pattern` is a regular expression, searched in running Markdown."""

    name: str
    pattern: str


@entity
class Issuer:
    """A company with its other names."""

    name: str
    aliases: tuple[str, ...] = ()


@entity
class ProductKind:
    """What people call a kind of work (`words`), and what then stands in its name or category (one of `marks`)."""

    words: tuple[str, ...]
    marks: tuple[str, ...]


@entity
class Operation:
    """A named operation on a policy (退保, 减额交清): what finds its clauses, and what part a sentence of theirs plays.

    Its own clauses are those whose titles have one of the `title_forms` and none of the `other_titles`, and those
    without a title that have one of the `own_forms`; `titles` are such titles as words. `value_titles` name what its
    clauses reckon with (现金价值): the clause of that title belongs where theirs say the word. Of all others single
    sentences belong: those with one of the `word_forms`, under one of the `near_titles` those with `near_forms`, and
    none with `foreign_forms`, which are about the other party's doing. A sentence is a rule, a condition or a
    consequence by the forms of these names, or several of them; with `loss_forms` it is a consequence alone. One with
    `early_forms` is about taking the policy back at once, which is not what the operation is.
    """

    name: str
    label: str
    titles: tuple[str, ...]
    title_forms: tuple[str, ...]
    word_forms: tuple[str, ...]
    own_forms: tuple[str, ...] = ()
    other_titles: tuple[str, ...] = ()
    value_titles: tuple[str, ...] = ()
    near_titles: tuple[str, ...] = ()
    table_types: tuple[str, ...] = ()
    near_forms: tuple[str, ...] = ()
    foreign_forms: tuple[str, ...] = ()
    definition_forms: tuple[str, ...] = ()
    rule_forms: tuple[str, ...] = ()
    condition_forms: tuple[str, ...] = ()
    consequence_forms: tuple[str, ...] = ()
    loss_forms: tuple[str, ...] = ()
    early_forms: tuple[str, ...] = ()


@entity
class QueryForm:
    """A form of question: `pattern` is searched in it; `use` says what for.

    `section` names a clause, `law` an article of a statute; `clause_ahead`, `clause_behind`, `clause_spoken` and
    `contract` stand beside a number that is a clause's, `other_contract` before one of the contract that a rider is
    added to, `aside` says nothing beside it. In a question whose products' names are U+25A1, `beside` is what mentions
    one only besides, and `back` what leads back to it. `filler` only asks, `question`
    makes it a question, `comparison` compares, `border` parts the sides of a comparison. `figure` is a
    clause's number in numerals that are put into figures before anything is looked up, `chapter` the number of a
    chapter, which other documents print without its word. `follow_up` points back to what was said before, and
    `vague` says nothing that could be looked for without it. `joint` joins two things, `predicate` begins what is asked
    about all of them, `attribute` names it behind the last one; `decision` asks whether something is paid or refused.
    In a conversation `this_clause` and `this_work` point to what was spoken of last, `continues` goes on asking about
    it, `which_of_them` asks about one of several, and `elsewhere` turns to others.
    """

    use: str
    pattern: str


@entity
class Intent:
    """What somebody wants who asks: told by one of the `forms`, or by the query forms of the `use`; without both it is
    that of any other question. So many `clauses` are looked for. `checks_exclusions`: whether something is paid is
    never told from the clauses found, but by going through the exclusions."""

    name: str
    forms: tuple[str, ...] = ()
    use: str = ""
    clauses: int = 5
    checks_exclusions: bool = False


@entity
class ReferenceForm:
    """A printed form of pointer; {name} in `pattern` stands for the pack's part of that name.

    `kind` says how it is resolved (see convert/clauses/pointers.py); group `list` holds the numbers, one or many.
    `signs`: without one of them in a line the pattern is not tried. `words` are what a section's number may hold beside
    its numerals. A form that is not `is_sure` counts only where it leads somewhere.
    """

    kind: str
    pattern: str
    signs: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class DomainPack:
    """One field of documents. `sentences` are fixed wordings by name (disclaimer, no_match, …).

    `language` is what its documents are printed in: the folder of resources/models with what they are indexed by, ""
    for Chinese. `label_in` is its label in other languages of the window.
    `item_marks` are regular expressions of a mark at the start of a line, `exclusion_phrases` of a refusal anywhere in
    a text, `critical_forms` of signs that change the contract where one is lost or another. In a quotation the
    `figure_forms` (figures with their units) and the `decisive_forms` must not differ, and none of the `turning_forms`
    may stand right before it. `reference_parts` is what the
    patterns of `reference_forms` are made of; `paragraph_units` are the units of a pointer that count paragraphs
    instead of marked items. `limit_phrases` narrow a benefit, `loss_phrases` say what a step of procedure takes away,
    `neutral_phrases` name refused cases only to say how they are dealt with; the other lists are plain words.
    A sentence with one of the `formula_forms` is a rule of reckoning and nothing else;
    `term_title_words` are what the title of a term's own clause may hold beside the term, `amount_tables` the types of
    table that hold the amounts of a policy, and a contract that has such tables says one of the `amount_phrases`.
    `continuation_phrases` are whole lines that only say that the table of the page before goes on.
    `choice_words` stand beside boxes to tick, `note_words` open a note below a table, and what names a table's column
    ends with one of the `column_words`.
    `company_endings` are what a company's full name ends with, `company_prefixes` what may stand before it,
    `company_lines` what tells sister companies apart, `company_line_names` the several names of one such line; the
    first group of the `filed_kinds` is the kind of insurance that a filing number says. `listing_words` stand in a
    request for a list of products and each of the `linking_signs` between a company and what is asked of it.
    `name_fillers` stand in a product's name beside what it is called, one of the `name_openers` right before a name.
    `forbidden_segments` are parts of addresses that collecting in this field keeps away from.
    A person's words of the `denial_forms` say in the group `denied` what did not happen, an exclusion's of the
    `lack_forms` in the group `lacked` what it requires; `lack_helpers` stand before what either of them names.
    What an exception names stands between its `exception_frames`, parted by the `exception_joints`; one of the
    `elsewhere_forms` points to the rest of the contract, and with one of the `relief_forms` a clause says itself that
    an exclusion does not touch it.
    A work whose name has one of the `rider_forms` is added to another contract, and that one is not in it.
    What is agreed stands in documents of the `contract_types`; those of other types only tell of it, and
    those of the `general_types` are the same for all products; what is a table of figures is of the `figures_type`.
    Names of products end with one of the `product_endings` and may have `edition_forms` behind them; the
    `general_names` end so too and name a whole trade. The first group of `labelled_names` is a name that is said to be;
    the `self_word` stands before the kind of document where a text speaks of itself, the `annex_form` before its name;
    a title that ends with the `table_title_form` is that of the table below it;
    where one of the `name_breaking_signs` stands behind a product's ending, it is the beginning of another word.
    Words of `foreign_terms` and `regional_terms` are read as this pack's where the documents do not print them; beside
    such a term the `foreign_words` of its sentence are, too. The `typed_terms` are typed in pinyin or initials, and
    beside one of them the `typed_words`. `range_forms` are labels of a table's rows that hold from `low` to `high`.
    `facts` says what documents state that a program can filter and compare by, `statements` what a sentence about a
    clause must share with it, `model_choice` which questions a small language model may answer, `regulations` how
    the parts of conventions and codes are cited, `concepts` what they are about, `query_rules` how questions to
    them are understood, `practice` how entries of practice are written down, `demonstration` what the samples of
    regulations are asked and `exam_demonstration` those of books, `laws` which laws come with the pack, `choices`
    how exam questions are printed, `textbooks` how books are indexed.
    The first of the `intents` that a question tells is its own. A sentence with one of the `leaning_forms` says nothing
    without the one before it.
    A clause of the `procedure_category` says what follows from a step or an omission: its refusals are no exclusions.
    """

    name: str
    label: str
    work_kind: str
    categories: tuple[Category, ...]
    roles: tuple[Role, ...]
    heading_forms: tuple[HeadingForm, ...]
    noise_forms: tuple[NoiseForm, ...]
    document_forms: tuple[DocumentForm, ...]
    synonyms: tuple[SynonymGroup, ...]
    issuers: tuple[Issuer, ...]
    operations: tuple[Operation, ...]
    sentences: dict[str, str]
    language: str = ""
    label_in: dict[str, str] = field(default_factory=dict, repr=False)
    exclusion_category: str = ""
    definition_category: str = ""
    procedure_category: str = ""
    definition_titles: tuple[str, ...] = ()
    exception_forms: tuple[str, ...] = ()
    denial_forms: tuple[str, ...] = ()
    lack_forms: tuple[str, ...] = ()
    lack_helpers: tuple[str, ...] = ()
    rider_forms: tuple[str, ...] = ()
    contract_types: tuple[str, ...] = ()
    general_types: tuple[str, ...] = ()
    figures_type: str = ""
    exclusion_phrases: tuple[str, ...] = ()
    critical_forms: tuple[str, ...] = ()
    misread_forms: tuple[MisreadForm, ...] = ()
    figure_forms: tuple[str, ...] = ()
    decisive_forms: tuple[str, ...] = ()
    turning_forms: tuple[str, ...] = ()
    limit_phrases: tuple[str, ...] = ()
    loss_phrases: tuple[str, ...] = ()
    neutral_phrases: tuple[str, ...] = ()
    exclusion_grounds: tuple[ExclusionGround, ...] = ()
    ground_events: tuple[GroundEvent, ...] = ()
    event_forms: tuple[EventForm, ...] = ()
    event_parts: dict[str, str] = field(default_factory=dict)
    actor_forms: tuple[EventForm, ...] = ()
    actor_words: tuple[str, ...] = ()
    since_forms: tuple[str, ...] = ()
    since_units: dict[str, str] = field(default_factory=dict)
    since_limits: tuple[str, ...] = ()
    exception_events: tuple[ExceptionEvent, ...] = ()
    benefit_kinds: tuple[BenefitKind, ...] = ()
    exception_frames: tuple[str, ...] = ()
    exception_joints: tuple[str, ...] = ()
    elsewhere_forms: tuple[str, ...] = ()
    relief_forms: tuple[str, ...] = ()
    item_marks: tuple[str, ...] = ()
    reference_parts: dict[str, str] = field(default_factory=dict)
    reference_forms: tuple[ReferenceForm, ...] = ()
    paragraph_units: tuple[str, ...] = ()
    explaining_words: tuple[str, ...] = ()
    defining_words: tuple[str, ...] = ()
    guide_titles: tuple[str, ...] = ()
    joining_words: tuple[str, ...] = ()
    contents_titles: tuple[str, ...] = ()
    preface_title: str = ""
    table_title_form: str = ""
    note_title: str = ""
    unit_phrases: tuple[str, ...] = ()
    continuation_phrases: tuple[str, ...] = ()
    choice_words: tuple[str, ...] = ()
    note_words: tuple[str, ...] = ()
    column_words: tuple[str, ...] = ()
    code_phrases: tuple[str, ...] = ()
    filing_phrases: tuple[str, ...] = ()
    filed_kinds: tuple[str, ...] = ()
    name_endings: tuple[str, ...] = ()
    product_endings: tuple[str, ...] = ()
    edition_forms: tuple[str, ...] = ()
    general_names: tuple[str, ...] = ()
    self_word: str = ""
    annex_form: str = ""
    name_breaking_signs: str = ""
    labelled_names: tuple[str, ...] = ()
    company_phrases: tuple[str, ...] = ()
    formula_forms: tuple[str, ...] = ()
    term_title_words: tuple[str, ...] = ()
    amount_tables: tuple[str, ...] = ()
    amount_phrases: tuple[str, ...] = ()
    company_endings: tuple[str, ...] = ()
    company_lines: tuple[str, ...] = ()
    company_prefixes: tuple[str, ...] = ()
    company_line_names: tuple[tuple[str, ...], ...] = ()
    product_kinds: tuple[ProductKind, ...] = ()
    listing_words: tuple[str, ...] = ()
    name_fillers: tuple[str, ...] = ()
    name_openers: tuple[str, ...] = ()
    linking_signs: str = ""
    table_forms: tuple[TableForm, ...] = ()
    stop_words: tuple[str, ...] = ()
    query_forms: tuple[QueryForm, ...] = ()
    intents: tuple[Intent, ...] = ()
    leaning_forms: tuple[str, ...] = ()
    foreign_terms: tuple[ForeignTerm, ...] = ()
    foreign_words: tuple[ForeignTerm, ...] = ()
    regional_terms: tuple[ForeignTerm, ...] = ()
    typed_terms: tuple[str, ...] = ()
    typed_words: tuple[str, ...] = ()
    measure_forms: tuple[MeasureForm, ...] = ()
    range_forms: tuple[str, ...] = ()
    forbidden_segments: tuple[str, ...] = ()
    facts: FactRules = field(default_factory=FactRules)
    statements: StatementRules = field(default_factory=StatementRules)
    model_choice: ModelChoice = field(default_factory=ModelChoice)
    laws: LawRules = field(default_factory=LawRules, repr=False)  # nothing that ranks: no part of its fingerprint
    regulations: RegulationRules = field(default_factory=RegulationRules, repr=False)  # the same
    choices: ChoiceRules = field(default_factory=ChoiceRules, repr=False)
    concepts: tuple[Concept, ...] = field(default=(), repr=False)  # the same
    practice: PracticeRules = field(default_factory=PracticeRules, repr=False)  # the same
    demonstration: RegulationDemo | None = field(default=None, repr=False)  # the same
    exam_demonstration: ExamDemo | None = field(default=None, repr=False)  # the same
    query_rules: QueryRules = field(default_factory=QueryRules, repr=False)  # ranks, and is a part of its own
    textbooks: TextbookRules = field(default_factory=TextbookRules, repr=False)  # the fingerprint of the rows has them

    def category(self, name: str) -> Category | None:
        return next((each for each in self.categories if each.name == name), None)

    def is_guide(self, section_id: str) -> bool:
        """Whether a section only guides the reader: it repeats what clauses say and is no part of the contract."""
        return section_id in (*self.guide_titles, self.preface_title)

    def operation(self, name: str) -> Operation | None:
        return next((each for each in self.operations if each.name == name), None)
