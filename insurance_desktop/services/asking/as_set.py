"""`ask` as its person has set it: with the models that were chosen, and with what was said before."""

from insurance_desktop.domain.asking import AskedAnswer, AskRequest
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.services.collecting.settings import offline_switch
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.missing_library import without_library
from insurance_desktop.services.search.engine import SearchEngine

from .ask import ask, ask_without_library
from .checking.answer_checks import AnswerCheck
from .helpers import Helpers, Listener, Writing
from .memory import Memory
from .model_choice import choose
from .model_settings import chat_models


@without_library(ask_without_library)
def ask_as_set(engine: SearchEngine, request: AskRequest, *, listener: Listener | None = None) -> AskedAnswer:
    """The answer, checked and remembered. Without a model it is quoted. Errors as `ask`."""
    writing = writing_as_set(engine.library)
    with Memory(model=None if writing is None else writing.models.get(ModelRole.FAST)) as memory:
        return ask(engine, request, helpers=Helpers(memory, writing), listener=listener)


def writing_as_set(library: Library) -> Writing | None:
    """The models that may write here, each sentence of theirs checked; None where there is none."""
    models = chat_models(offline_switch(library))
    return Writing(models, choose, AnswerCheck) if models else None
