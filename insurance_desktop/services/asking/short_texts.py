"""What a model is asked beside the answers: a few words that one can do without."""

from insurance_desktop.domain.asking import ChatMessage, ChatModel, Role
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.domain.running import never_cancelled


def short_text(model: ChatModel | None, told: str, asked: str, most_tokens: int) -> str:
    """What it writes; "" where there is no model, or it cannot be had."""
    if model is None:
        return ""
    messages = (ChatMessage(Role.SYSTEM, told), ChatMessage(Role.USER, asked))
    try:
        return "".join(model.stream(messages, most_tokens=most_tokens, should_stop=never_cancelled)).strip()
    except WorkbenchError:
        return ""
