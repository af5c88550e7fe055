"""What a sentence about a clause must share with it: how a pack says which signs carry meaning."""

from insurance_desktop.domain.entity import entity


@entity
class UnitOfMeasure:
    """A unit with its spellings. `counts`: it only counts things, and one of them is no figure (a person, one kind)."""

    name: str
    words: tuple[str, ...]
    counts: bool = False


@entity
class SignGroup:
    """Words that turn, bound or oblige in the same way: where a sentence has one, its clause must have one of them.

    With `against` it is missed only where the clause has a word of the group of that name instead; where it
    `bounds_figures`, only behind a figure. Of the groups `may` and `must` it counts whether a negation turns them, and
    a negation says what the group `except` says.
    """

    name: str
    words: tuple[str, ...]
    against: str = ""
    bounds_figures: bool = False


@entity
class Reading:
    """A word that says several others at once: one that forbids says a negation and a permission."""

    word: str
    says: tuple[str, ...]


@entity
class StatementRules:
    """How sentences about clauses are read.

    `equal` words say the same as the first of their group. The `negations` turn what stands behind them, but for the
    `actors`. Words of the `signs` must stand in the clause as well, and, whatever else does, `strict` words and names
    that end with one of the `name_endings`; `light` words need not, nor those that are `turnable`, unless they are
    negated. `clinging` signs are words of their own where they end a word of two, and negations among them anywhere.
    `figures` is the form of figures: in it {unit} stands for the words of the `units`, and the groups are `ordinal`,
    `percent` with `share` or `share_said`, `over` and `under` (a fraction), `number` with `scale` and `unit`, `said`
    with `said_unit`, and `long`; what stands before one of the `range_signs` has the unit of what follows.
    What matches one of the `aside_forms` is read over. A sentence that has one of the `bare_answers` and no word of its
    own claims what no clause says, one that has a `harmless_forms` form claims nothing, and one of the `absence_forms`
    says that the clauses which were given are silent on the rest. `condition_forms` tell a phrase that what follows
    depends on; an `anaphoric_forms` sentence says something else without the one before it. Behind an `oblique` word
    stands whom something is done to. `joints` join the names of a heading, and parties. `exceptions` are words that
    take something back, `exception_forms` passages that do, beside those of the pack. `inflections` are endings that a
    word may have or lack.
    """

    equal: tuple[tuple[str, ...], ...] = ()
    negations: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    signs: tuple[SignGroup, ...] = ()
    strict: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    clinging: tuple[str, ...] = ()
    name_endings: tuple[str, ...] = ()
    light: tuple[str, ...] = ()
    turnable: tuple[str, ...] = ()
    units: tuple[UnitOfMeasure, ...] = ()
    figures: str = ""
    range_signs: tuple[str, ...] = ()
    aside_forms: tuple[str, ...] = ()
    bare_answers: tuple[str, ...] = ()
    harmless_forms: tuple[str, ...] = ()
    absence_forms: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()
    exception_forms: tuple[str, ...] = ()
    condition_forms: tuple[str, ...] = ()
    anaphoric_forms: tuple[str, ...] = ()
    oblique: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    inflections: tuple[str, ...] = ()
