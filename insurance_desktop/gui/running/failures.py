"""What a person reads when something went wrong: one sentence, one advice, and the details for a report."""

import traceback

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.packs.retelling import retold
from insurance_desktop.packs.system_reasons import system_refused
from insurance_desktop.packs.wording import say, sentence


@entity
class Failure:
    """`message` and `hint` are for reading, `details` is for 复制详情. `error` is what a page may ask about."""

    message: str
    hint: str
    details: str
    error: Exception
    expected: bool


def failure_of(error: Exception) -> Failure:
    """An exception in words. Errors of the tree and of the system are expected; all else is our fault and says so."""
    details = "".join(traceback.format_exception(error))
    if isinstance(error, OSError):
        error = system_refused(error)
    if isinstance(error, WorkbenchError):
        words = sentence(error)
        return Failure(retold(words.message), retold(words.hint), details, error, expected=True)
    named = f"{type(error).__name__}: {error}"
    return Failure(say("gui.unexpected", error=named), say("gui.unexpected_hint"), details, error, expected=False)
