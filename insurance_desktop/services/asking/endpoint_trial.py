"""Tries an endpoint with one sentence, and says what was found: reached or not, the model there or not, how soon it
writes and whether in pieces; and of a voice whether it hears what it says itself."""

from collections.abc import Callable
from difflib import get_close_matches
from time import perf_counter

from insurance_desktop.domain.asking import ChatMessage, Role
from insurance_desktop.domain.endpoints import Endpoint, ModelRole, TokenUse
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.domain.running import CancelCheck, Cancelled, never_cancelled
from insurance_desktop.endpoints.chat import EndpointChat
from insurance_desktop.endpoints.keys import key_of
from insurance_desktop.endpoints.models import model_names
from insurance_desktop.endpoints.speech import EndpointVoice
from insurance_desktop.packs.wording import say, sentence

from .model_settings import read_settings

MOST_TOKENS = 400
"""Enough for a model that thinks before it writes one sentence."""
MOST_NAMES = 5
NOT_REACHED = frozenset(f"endpoints.{name}" for name in ("offline", "unreachable", "late", "not_safe", "extra_missing"))


@entity
class ModelTrial:
    """What one model did. `streams`: its text came in pieces; None and 0 where it never came. `fault` and `hint` are
    sentences, "" where all went well; `names` are models of the server that may have been meant."""

    model: str
    ok: bool
    is_reached: bool
    streams: bool | None = None
    first_word_ms: float | None = None
    total_ms: float | None = None
    said: str = ""
    tokens: TokenUse | None = None
    cost: float | None = None
    currency: str = ""
    fault: str = ""
    hint: str = ""
    names: tuple[str, ...] = ()


@entity
class VoiceTrial:
    """`heard` is what the transcription made of the sentence that the voice spoke; None where it has none of both."""

    ok: bool
    is_reached: bool
    model: str
    total_ms: float | None = None
    heard: str | None = None
    fault: str = ""
    hint: str = ""


@entity
class EndpointTrial:
    endpoint: str
    origin: str
    models: tuple[ModelTrial, ...]
    voice: VoiceTrial | None = None

    @property
    def ok(self) -> bool:
        return all(each.ok for each in (*self.models, *((self.voice,) if self.voice else ())))


def try_endpoint(name: str, is_closed: Callable[[], bool], cancel: CancelCheck = never_cancelled) -> EndpointTrial:
    """One sentence asked of each model of the endpoint, and one spoken. What fails is said, not raised.

    NotFound where none has the name.
    """
    endpoint = read_settings().named(name)
    key = key_of(endpoint)
    roles = {endpoint.model(role): role for role in ModelRole if endpoint.model(role)}
    models = tuple(_try_model(endpoint, role, key, is_closed, cancel) for role in roles.values())
    voice = _try_voice(endpoint, key, is_closed, cancel) if endpoint.speech else None
    return EndpointTrial(endpoint.name, endpoint.origin, models, voice)


def _try_model(
    endpoint: Endpoint, role: ModelRole, key: str, is_closed: Callable[[], bool], cancel: CancelCheck
) -> ModelTrial:
    uses: list[TokenUse] = []
    chat = EndpointChat(endpoint, role, key, is_closed=is_closed, tell=uses.append)
    asked = [ChatMessage(Role.USER, say("endpoints.trial_sentence"))]
    began, first, pieces = perf_counter(), None, list[str]()
    try:
        for piece in chat.stream(asked, most_tokens=MOST_TOKENS, should_stop=cancel):
            first = first or _ms_since(began)
            pieces.append(piece)
    except EndpointError as error:
        names = _likely(endpoint, chat.name, key, is_closed, cancel) if error.key not in NOT_REACHED else ()
        words = sentence(error)
        return ModelTrial(
            chat.name, False, error.key not in NOT_REACHED, fault=words.message, hint=words.hint, names=names
        )
    if cancel():
        raise Cancelled
    (use,) = uses
    price = endpoint.price(role)
    return ModelTrial(
        chat.name,
        ok=True,
        is_reached=True,
        streams=len(pieces) > 1,
        first_word_ms=first,
        total_ms=_ms_since(began),
        said="".join(pieces).strip(),
        tokens=use if use.is_counted else None,
        cost=use.cost(price) if use.is_counted and (price.sent or price.written) else None,
        currency=endpoint.currency,
    )


def _likely(
    endpoint: Endpoint, model: str, key: str, is_closed: Callable[[], bool], cancel: CancelCheck
) -> tuple[str, ...]:
    """Models that the server has and that may have been meant; none where it has this one, or no list."""
    try:
        names = model_names(endpoint, key, is_closed=is_closed, should_stop=cancel)
    except EndpointError:
        return ()
    if model in names:
        return ()
    return tuple(get_close_matches(model, names, MOST_NAMES)) or names[:MOST_NAMES]


def _try_voice(endpoint: Endpoint, key: str, is_closed: Callable[[], bool], cancel: CancelCheck) -> VoiceTrial:
    voice, began = EndpointVoice(endpoint, key, is_closed=is_closed), perf_counter()
    try:
        sound = voice.speak(say("endpoints.trial_spoken"), should_stop=cancel)
        total = _ms_since(began)
        heard = voice.transcribe(sound, "audio/mp3", should_stop=cancel) if endpoint.transcription else None
    except EndpointError as error:
        words = sentence(error)
        return VoiceTrial(False, error.key not in NOT_REACHED, endpoint.speech, fault=words.message, hint=words.hint)
    return VoiceTrial(True, True, endpoint.speech, total, heard)


def _ms_since(began: float) -> float:
    return round((perf_counter() - began) * 1000, 1)
