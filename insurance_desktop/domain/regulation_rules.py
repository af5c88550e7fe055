"""How the regulations of a field are cited: what a pack says of its conventions, their units and their names."""

from .entity import entity


@entity
class CitedUnit:
    """A unit of regulations. Its number stands behind one of the `words`, or before one of the `signs`.

    In an id `label` stands before the number, but for a unit that `stands_alone` where its instrument counts it. What
    is inside a unit that is `closed` counts for itself: 2 of an appendix is no regulation 2. A unit that is
    `printed_plain` may have headings with a bare number. `is_part`: a paragraph, or a part of one.
    """

    name: str
    label: str = ""
    words: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    stands_alone: bool = False
    closed: bool = False
    printed_plain: bool = False
    is_part: bool = False


@entity
class Instrument:
    """A convention or a code, as it is cited (`name`), and what else it is called (`aliases`, the title among them).

    `units` are the names of the units that a citation counts, from the outside in; `years` those of its own text before
    anybody changed it.
    """

    name: str
    kind: str
    units: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    years: tuple[str, ...] = ()


@entity
class Concept:
    """A subject of the field: `name` as documents print it, the other `words` for it, and the `regulations` about it
    as they are cited, each with its title: what bears the number in another edition is not meant. One without a title
    is meant in all editions. A chapter stands for all that is in it."""

    name: str
    words: tuple[str, ...]
    regulations: dict[str, str]


@entity
class RegulationDemo:
    """What the demonstration of a field asks its samples: regulations by their citations (`cited`), one that is not
    there, and a `question` that practice is about."""

    cited: tuple[str, ...]
    missing: str
    question: str


@entity
class RegulationRules:
    """`units` from the widest to the narrowest. `fillers` say nothing in a citation.

    A pointer with one of the `amending_words` right before it changes what it points at; one with `interpreting_words`
    says how that is to be read. Of documents that are named after an instrument, those with one of the
    `amending_titles` in their names change it, those with `interpreting_titles` interpret it, and those with
    `guiding_titles` speak of it: none of them is the instrument. Behind a pointer the `year_form` finds the year of the
    edition that is meant (group `year`), the `amended_form` that it is one with all changes.
    """

    units: tuple[CitedUnit, ...] = ()
    instruments: tuple[Instrument, ...] = ()
    fillers: tuple[str, ...] = ()
    amending_words: tuple[str, ...] = ()
    interpreting_words: tuple[str, ...] = ()
    amending_titles: tuple[str, ...] = ()
    interpreting_titles: tuple[str, ...] = ()
    guiding_titles: tuple[str, ...] = ()
    year_form: str = "(?!)"
    amended_form: str = "(?!)"
