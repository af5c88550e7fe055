"""How questions to a field of regulations are understood: what a pack says of words, ships, measures and subjects."""

from dataclasses import field

from .entity import entity


@entity
class TermGroup:
    """What people say (`said`), and what documents print for it (`terms`), the usual term first.

    Without terms it says nothing about the subject.
    """

    said: tuple[str, ...]
    terms: tuple[str, ...] = ()


@entity
class ShipType:
    """A type of ship: `name` as documents print it, what else people call it, and the types that it is one of
    (`within`). A question with one of the `forms` and no type is about this one."""

    name: str
    said: tuple[str, ...]
    within: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


@entity
class QueryMeasure:
    """A measure that a question gives: `pattern` finds it, with the group `number`; `printed` is how documents print
    it, with {number}."""

    name: str
    pattern: str
    printed: str


@entity
class QueryTopic:
    """A subject, told by one of its `terms`, and the `regulations` that are about it."""

    name: str
    terms: tuple[str, ...]
    regulations: tuple[str, ...] = ()


@entity
class QueryRule:
    """What a question is looked for with besides, where it meets all that the rule names.

    One of the `topics`, one of the `ship_types` (or of those within it), a `measure` of `least` or more and less than
    `below`, one of the `forms`.
    """

    name: str
    topics: tuple[str, ...] = ()
    ship_types: tuple[str, ...] = ()
    measure: str = ""
    least: int | None = None
    below: int | None = None
    forms: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    regulations: tuple[str, ...] = ()


@entity
class QueryRules:
    """`linking_words` only hold a question together. With one of the `relation_forms` a question asks for what belongs
    to a regulation, not for it alone; `complex_forms` make one wide. `depths` says how an intent is looked for:
    broad, normal or precise."""

    term_groups: tuple[TermGroup, ...] = ()
    linking_words: tuple[TermGroup, ...] = ()
    ship_types: tuple[ShipType, ...] = ()
    measures: tuple[QueryMeasure, ...] = ()
    topics: tuple[QueryTopic, ...] = ()
    rules: tuple[QueryRule, ...] = ()
    relation_forms: tuple[str, ...] = ()
    complex_forms: tuple[str, ...] = ()
    depths: dict[str, str] = field(default_factory=dict)
