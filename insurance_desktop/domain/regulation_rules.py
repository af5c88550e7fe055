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

    `units` are the names of the units that a citation counts, from the outside in.
    """

    name: str
    kind: str
    units: tuple[str, ...]
    aliases: tuple[str, ...] = ()


@entity
class RegulationRules:
    """`units` from the widest to the narrowest. `fillers` say nothing in a citation.

    A pointer with one of the `amending_words` right before it changes what it points at; one with `interpreting_words`
    says how that is to be read.
    """

    units: tuple[CitedUnit, ...] = ()
    instruments: tuple[Instrument, ...] = ()
    fillers: tuple[str, ...] = ()
    amending_words: tuple[str, ...] = ()
    interpreting_words: tuple[str, ...] = ()
