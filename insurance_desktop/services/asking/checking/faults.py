"""What of a statement does not stand in the clauses that it cites: the first fault, in a sentence."""

from .actor_faults import actor_fault
from .crossed_faults import crossed_fault
from .exception_faults import exception_fault
from .figure_faults import figure_fault
from .sense_faults import negation_fault, sign_fault
from .statement import Statement
from .word_faults import alike_fault, quotation_fault, words_fault

_FAULTS = (figure_fault, negation_fault, sign_fault, words_fault, alike_fault, actor_fault, crossed_fault)


def fault_of(statement: Statement, following: str = "") -> str | None:
    """Why it is not to be shown; None where it stands there. What `following` says of an exception counts, too."""
    found = quotation_fault(statement)
    return found or sense_fault(statement) or exception_fault(statement, following)


def sense_fault(statement: Statement) -> str | None:
    """Why what it says is not what the clauses say; whatever it leaves out."""
    return None if statement.is_verbatim else next(filter(None, (each(statement) for each in _FAULTS)), None)
