"""What a model is asked beside the answers: a few words that one can do without."""

from insurance_desktop.domain.asking import ChatMessage, ChatModel, Role
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.running import CancelCheck


def short_text(model: ChatModel | None, told: str, asked: str, most_tokens: int, cancel: CancelCheck) -> str:
    """What it writes; "" where there is no model, it cannot be had, or nobody waits for it any more."""
    if model is None:
        return ""
    messages = (ChatMessage(Role.SYSTEM, told), ChatMessage(Role.USER, asked))
    try:
        written = "".join(model.stream(messages, most_tokens=most_tokens, should_stop=cancel)).strip()
    except WorkbenchError:
        return ""
    return "" if cancel() else written
