"""`ask` as its person has set it: with the models that were chosen, and with what was said before."""

from insurance_desktop.domain.asking import AskRequest, CheckedAnswer
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.services.collecting.settings import offline_switch
from insurance_desktop.services.library.missing_library import without_library
from insurance_desktop.services.search.engine import SearchEngine

from .ask import ask, ask_without_library
from .checking.answer_checks import AnswerCheck
from .helpers import Helpers, Listener, Writing
from .memory import Memory
from .model_choice import choose
from .model_settings import chat_model


@without_library(ask_without_library)
def ask_as_set(engine: SearchEngine, request: AskRequest, *, listener: Listener | None = None) -> CheckedAnswer:
    """The answer, checked and remembered. Without a model it is quoted. Errors as `ask`."""
    is_closed = offline_switch(engine.library)
    found = {role: chat_model(role, is_closed) for role in ModelRole}
    models = {role: model for role, model in found.items() if model is not None}
    writing = Writing(models, choose, AnswerCheck) if models else None
    with Memory(model=models.get(ModelRole.FAST)) as memory:
        return ask(engine, request, helpers=Helpers(memory, writing), listener=listener)
