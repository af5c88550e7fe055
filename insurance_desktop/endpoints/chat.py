"""A language model at an endpoint, as `domain.asking.ChatModel`: what it writes, in the pieces that arrive."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from insurance_desktop.domain.asking import ChatMessage, Role
from insurance_desktop.domain.endpoints import Endpoint, EndpointKind, ModelRole, TokenUse
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.domain.running import never_cancelled

from .faults import refuse_closed
from .requesting import requested
from .thoughts import without_thoughts
from .wishes import granted

_CUT = ("length", "max_tokens")
_WITHHELD = ("content_filter", "refusal")


def _tell_nobody(_use: TokenUse) -> None:
    return


class EndpointChat:
    """`is_closed` says before each request whether no connection may be opened; `tell` hears what each answer took."""

    def __init__(
        self,
        endpoint: Endpoint,
        role: ModelRole,
        key: str,
        *,
        is_closed: Callable[[], bool] = never_cancelled,
        tell: Callable[[TokenUse], None] = _tell_nobody,
    ) -> None:
        self._endpoint = endpoint
        self._key = key
        self._is_closed = is_closed
        self._tell = tell
        self.name = endpoint.model(role)

    def stream(
        self, messages: Sequence[ChatMessage], *, most_tokens: int, should_stop: Callable[[], bool] = never_cancelled
    ) -> Iterator[str]:
        """See ChatModel. A text that breaks off ends in EndpointError, never as if it were whole."""
        refuse_closed(self._endpoint, self._is_closed)
        has_said = False
        for piece in without_thoughts(self._pieces(messages, most_tokens, should_stop)):
            has_said = has_said or bool(piece.strip())
            yield piece
        if not has_said and not should_stop():
            raise EndpointError("endpoints.nothing_said", endpoint=self._endpoint.name, model=self.name)

    def _pieces(
        self, messages: Sequence[ChatMessage], most_tokens: int, should_stop: Callable[[], bool]
    ) -> Iterator[str]:
        use = TokenUse(self.name)
        write = _write_anthropic if self._endpoint.kind is EndpointKind.ANTHROPIC else _write_openai

        def ask(client: Any) -> Iterator[str | TokenUse]:
            return write(client, self._endpoint, self.name, messages, most_tokens)

        try:
            for piece in requested(self._endpoint, self.name, self._key, ask, should_stop=should_stop):
                if isinstance(piece, TokenUse):
                    use = piece
                else:
                    yield piece
        finally:
            self._tell(use)


def _write_openai(
    client: Any, endpoint: Endpoint, model: str, messages: Sequence[ChatMessage], most_tokens: int
) -> Iterator[str | TokenUse]:
    wishes = {"max_tokens": most_tokens, "temperature": 0, "stream_options": {"include_usage": True}}
    turns = [{"role": each.role.value, "content": each.text} for each in messages]
    reason, usage, is_stream = None, None, False
    with granted(client.chat.completions.create, wishes, model=model, messages=turns, stream=True) as stream:
        for chunk in stream:
            is_stream = True
            usage = chunk.usage or usage
            for choice in (chunk.choices or ())[:1]:
                reason = choice.finish_reason or reason
                if choice.delta.content:
                    yield _text(choice.delta.content)
    _refuse_half(endpoint, model, reason, is_stream)
    sent, written = (usage.prompt_tokens, usage.completion_tokens) if usage else (None, None)
    yield _use(model, sent, written, reason)


def _write_anthropic(
    client: Any, endpoint: Endpoint, model: str, messages: Sequence[ChatMessage], most_tokens: int
) -> Iterator[str | TokenUse]:
    system = "\n\n".join(each.text for each in messages if each.role is Role.SYSTEM)
    turns = [{"role": each.role.value, "content": each.text} for each in messages if each.role is not Role.SYSTEM]
    told = {"system": system} if system else {}
    reason, sent, written, is_stream = None, None, None, False
    with client.messages.create(model=model, max_tokens=most_tokens, messages=turns, stream=True, **told) as stream:
        for event in stream:
            is_stream = True
            if event.type == "message_start":
                sent = event.message.usage.input_tokens
            elif event.type == "content_block_delta" and event.delta.type == "text_delta":
                yield _text(event.delta.text)
            elif event.type == "message_delta":
                reason, written = event.delta.stop_reason or reason, event.usage.output_tokens
    _refuse_half(endpoint, model, reason, is_stream)
    yield _use(model, sent, written, reason)


def _text(content: object) -> str:
    if not isinstance(content, str):
        raise TypeError("a piece of text that is none")
    return content


def _refuse_half(endpoint: Endpoint, model: str, reason: str | None, is_stream: bool) -> None:
    """EndpointError where the model did not come to an end of its own or at the limit: the text is not whole."""
    told = {"endpoint": endpoint.name, "model": model, "origin": endpoint.origin}
    if not is_stream:
        raise EndpointError("endpoints.nonsense", **told)
    if reason is None:
        raise EndpointError("endpoints.cut_off", **told)
    if reason in _WITHHELD:
        raise EndpointError("endpoints.withheld", **told)


def _use(model: str, sent: object, written: object, reason: str | None) -> TokenUse:
    is_cut = reason in _CUT
    if isinstance(sent, int) and isinstance(written, int):
        return TokenUse(model, sent, written, is_counted=True, is_cut=is_cut)
    return TokenUse(model, is_cut=is_cut)
