"""`ask` as its person has set it: with the models that were chosen, and with what was said before."""

from collections.abc import Mapping

from insurance_desktop.domain.asking import AskedAnswer, AskRequest, ChatModel
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.services.collecting.settings import offline_switch
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.missing_library import without_library
from insurance_desktop.services.search.engine import SearchEngine

from .ask import ask, ask_without_library
from .checking.answer_checks import AnswerCheck
from .helpers import Helpers, Listener, Writing
from .lost_models import LostModel
from .memory import Memory
from .model_choice import choose
from .model_settings import chat_models


@without_library(ask_without_library)
def ask_as_set(engine: SearchEngine, request: AskRequest, *, listener: Listener | None = None) -> AskedAnswer:
    """The answer, checked and remembered. Without a model, and where what was set cannot be used, it is quoted. Errors
    as `ask`."""
    listener = listener or Listener()
    writing = None if request.extractive else writing_as_set(engine.library, listener)
    with Memory(model=writing and writing.models.get(ModelRole.FAST), cancel=listener.cancel) as memory:
        return ask(engine, request, helpers=Helpers(memory, writing), listener=listener)


def writing_as_set(library: Library, listener: Listener) -> Writing | None:
    """The models that may write here, each sentence of theirs checked; None where there is none."""
    models = _models(library, listener)
    return Writing(models, choose, AnswerCheck) if models else None


def _models(library: Library, listener: Listener) -> Mapping[ModelRole, ChatModel]:
    """The models that were set; such as tell why they are lost where the settings or the key cannot be read."""
    try:
        return chat_models(offline_switch(library), listener.cancel)
    except WorkbenchError as error:
        return dict.fromkeys(ModelRole, LostModel(error))
