"""`ask` as its person has set it: with the models that were chosen, and with what was said before."""

from insurance_desktop.domain.asking import AskedAnswer, AskRequest
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.services.collecting.settings import offline_switch
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
    models = chat_models(offline_switch(engine.library))
    writing = Writing(models, choose, AnswerCheck) if models else None
    with Memory(model=models.get(ModelRole.FAST)) as memory:
        return ask(engine, request, helpers=Helpers(memory, writing), listener=listener)
