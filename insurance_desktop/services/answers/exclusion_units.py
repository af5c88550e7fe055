"""What a product refuses, passage by passage, with what takes it back."""

from dataclasses import dataclass

from insurance_desktop.domain.conversion import Item
from insurance_desktop.store.clauses.clauses import ClauseRow


@dataclass(frozen=True, slots=True)
class Exemption:
    """A passage that takes an exclusion back, verbatim, with the clause and the item that it stands in."""

    text: str
    row: ClauseRow
    item: Item | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """One exclusion, verbatim: an item, a sentence, or a clause without either, with the definitions it leans on.

    `kind` says where it stands: one of index.matching.KINDS. `lead_in` are the words that lead into it, verbatim, ""
    where it is whole by itself; `list_number` counts the lists of its clause from 1, where it has several.
    """

    row: ClauseRow
    item: Item | None
    text: str
    kind: str
    definitions: tuple[ClauseRow, ...] = ()
    exceptions: tuple[Exemption, ...] = ()
    lead_in: str = ""
    list_number: int | None = None
