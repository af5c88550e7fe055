"""How a field of documents states facts: what a pack says of reading values out of verified clauses."""

from dataclasses import field

from insurance_desktop.domain.entity import entity


@entity
class FactField:
    """One fact that documents may state. `path` is its dotted name, `label` its name for people.

    `forms` are regular expressions that are searched sentence by sentence; the group `value` is what is told, `low` and
    `high` are the ends of a range. Where the title of a clause, or of what it stands under, has one of the
    `title_forms`, `titled_forms` are tried too, and before the others; `agreed_forms` say that it is left to the
    policy, and count only where nothing else does. A sentence with one of the `against` tells nothing. `kind` is a
    `FactKind`.
    """

    path: str
    label: str
    kind: str
    title_forms: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    titled_forms: tuple[str, ...] = ()
    agreed_forms: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


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
    """`parts` are what the forms are made of, `units` the printed units by what they are called in parsed values.

    What a work provides stands below a title of the `benefit_sections`, each under a title of its own that is one of
    the `benefit_names` and none of the `other_benefits`; in a text, the group `name` of the `benefit_phrases` names it.
    `benefits` is the path above them. `groups` are the labels of paths that only hold others; the sentences of the
    paths of `highlights` speak for a work.
    """

    parts: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    fields: tuple[FactField, ...] = ()
    lists: tuple[ListedKind, ...] = ()
    types: tuple[WorkType, ...] = ()
    benefits: str = ""
    benefit_sections: tuple[str, ...] = ()
    benefit_names: tuple[str, ...] = ()
    other_benefits: tuple[str, ...] = ()
    benefit_phrases: tuple[str, ...] = ()
    also: tuple[AlsoTold, ...] = ()
    groups: dict[str, str] = field(default_factory=dict)
    highlights: tuple[str, ...] = ()
