"""How a field of documents states facts: what a pack says of reading values out of verified clauses."""

from dataclasses import field

from insurance_desktop.domain.entity import entity


@entity
class FactField:
    """One fact that documents may state. `path` is its dotted name, `label` its name for people, `kind` a `FactKind`.

    `forms` are regular expressions that are searched sentence by sentence, in sentences that have one of the `words`;
    the group `value` is what is told, `low` and `high` are the ends of a range. Where the title of a clause, or of what
    it stands under, has one of the `title_forms`, all its sentences are searched, for the `titled_forms` too and before
    the others, and for the `loose_forms` where nothing is found. `agreed_forms` say that it is left to the policy, or
    only touch it: they count where nothing else does, first under such titles, and only the first that is found.

    Where a value lists several, each that has one of the `item_forms` is told by itself, and a list without any tells
    nothing. A sentence with one of the `against`, or right under a title with one, tells nothing, nor does one anywhere
    below one of the `untold_titles` (what is excluded).

    A contract has one value of what `is_one`. `names` are what a question calls it, `asked_forms` regular expressions
    of questions that ask for it in other words.
    """

    path: str
    label: str
    kind: str
    words: tuple[str, ...] = ()
    title_forms: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    titled_forms: tuple[str, ...] = ()
    loose_forms: tuple[str, ...] = ()
    agreed_forms: tuple[str, ...] = ()
    item_forms: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    is_one: bool = False
    names: tuple[str, ...] = ()
    asked_forms: tuple[str, ...] = ()
    untold_titles: tuple[str, ...] = ()


@entity
class ListedKind:
    """A list of named things that stands below a title: its entries are told under `path`.

    `title_forms` are regular expressions of the title above the entries, `against` of such that only look so.
    """

    path: str
    label: str
    title_forms: tuple[str, ...]
    against: tuple[str, ...] = ()


@entity
class WorkType:
    """A kind of work that is named so in its own name or category: the first of a pack one of whose `printed` regular
    expressions is found there."""

    name: str
    printed: tuple[str, ...]
    colour: str = ""


@entity
class AlsoTold:
    """The facts of the path `of` are told under `path`, too: for works of one of the `types` alone, where any is
    named."""

    path: str
    of: str
    types: tuple[str, ...] = ()


@entity
class FactRules:
    """`spellings` say how signs are read before a form is tried, each sign of a key as that in its place in the value.

    `parts` are what the forms are made of, `units` the printed units by what they are called in parsed values,
    `units_ahead` such that stand before their number; what has one of the `open_ends` says that an age is not included.
    Nothing is told below one of the `untold_titles` (an example), nor by a sentence that is one of the `untold`.

    What a work provides stands below a title of the `benefit_sections`, each under a title of its own that is one of
    the `benefit_names` and none of the `other_benefits`, or anywhere below a title of the `benefit_clauses`; in a text,
    the `benefit_phrases` name it. Where a name runs into its text, one of the `benefit_openers` begins the text. What
    is one of the `benefit_parts` (a cost) counts below a benefit, and by itself only where no benefit is named. The
    group `name` of all but the openers is what it is called. `benefits` is their path.

    `also` gives the facts of one path under another name; `groups` are the labels of paths that only hold others; the
    sentences of the paths of `highlights` speak for a work.

    A value holds under a condition where its sentence has one of the `conditions`.

    `asked_forms` say, by the kind of a fact, how a question asks for one that it calls by its `{name}`; what has one of
    the `asked_against` asks for something else about it.
    """

    spellings: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    units_ahead: dict[str, str] = field(default_factory=dict)
    open_ends: tuple[str, ...] = ()
    untold_titles: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    fields: tuple[FactField, ...] = ()
    lists: tuple[ListedKind, ...] = ()
    types: tuple[WorkType, ...] = ()
    benefits: str = ""
    benefit_sections: tuple[str, ...] = ()
    benefit_clauses: tuple[str, ...] = ()
    benefit_names: tuple[str, ...] = ()
    benefit_parts: tuple[str, ...] = ()
    other_benefits: tuple[str, ...] = ()
    benefit_phrases: tuple[str, ...] = ()
    benefit_openers: tuple[str, ...] = ()
    also: tuple[AlsoTold, ...] = ()
    groups: dict[str, str] = field(default_factory=dict)
    highlights: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    asked_forms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    asked_against: tuple[str, ...] = ()
