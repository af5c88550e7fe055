"""A voice at an endpoint: what was said as text, and a text as sound; a second model where the first one fails."""

from collections.abc import Callable
from typing import Any, TypeVar

from insurance_desktop.domain.endpoints import Endpoint
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.domain.running import Cancelled, never_cancelled

from .faults import refuse_closed
from .requesting import requested
from .wishes import granted

Answer = TypeVar("Answer")

SOUND_FORMAT = "mp3"
LONGEST_SECONDS = 120.0
"""Who has spoken waits, and who wants to hear does, too."""


class EndpointVoice:
    """`is_closed` says before each request whether no connection may be opened. Both calls raise Cancelled where
    `should_stop`, EndpointError where neither model brings anything."""

    def __init__(self, endpoint: Endpoint, key: str, *, is_closed: Callable[[], bool] = never_cancelled) -> None:
        self._endpoint = endpoint
        self._key = key
        self._is_closed = is_closed

    def transcribe(
        self,
        sound: bytes,
        media_type: str,
        *,
        language: str = "",
        should_stop: Callable[[], bool] = never_cancelled,
    ) -> str:
        """What is said in the sound. `language` is an ISO 639-1 code, "" lets the model find out."""
        form = media_type.partition(";")[0].rpartition("/")[2].removeprefix("x-")
        told = {"language": language} if language else {}

        def ask(client: Any, model: str) -> str:
            file = (f"sound.{form}", sound, media_type)
            text = client.audio.transcriptions.create(model=model, file=file, **told).text
            if not isinstance(text, str):
                raise TypeError("a transcription without text")
            return text.strip()

        return self._first((self._endpoint.transcription, self._endpoint.second_transcription), ask, should_stop)

    def speak(self, text: str, *, should_stop: Callable[[], bool] = never_cancelled) -> bytes:
        """The text as sound, in SOUND_FORMAT."""
        instructions = self._endpoint.speech_instructions
        wishes = {"instructions": instructions} if instructions else {}

        def ask(client: Any, model: str) -> bytes:
            request = {"model": model, "voice": self._endpoint.voice, "input": text, "response_format": SOUND_FORMAT}
            answer = granted(client.audio.speech.create, wishes, **request)
            sound = answer.content
            if not sound or answer.response.headers.get("content-type", "").startswith(("text/", "application/json")):
                raise ValueError("no sound")
            return bytes(sound)

        return self._first((self._endpoint.speech, self._endpoint.second_speech), ask, should_stop)

    def _first(
        self, models: tuple[str, ...], ask: Callable[[Any, str], Answer], should_stop: Callable[[], bool]
    ) -> Answer:
        """The answer of the first of the models that has one."""
        refuse_closed(self._endpoint, self._is_closed)
        fault = EndpointError("endpoints.no_voice", endpoint=self._endpoint.name)
        for model in filter(None, models):
            try:
                return self._asked(model, ask, should_stop)
            except EndpointError as error:
                fault = error
        raise fault

    def _asked(self, model: str, ask: Callable[[Any, str], Answer], should_stop: Callable[[], bool]) -> Answer:
        def answers(client: Any) -> tuple[Answer]:
            return (ask(client, model),)

        for answer in requested(
            self._endpoint, model, self._key, answers, should_stop=should_stop, seconds=LONGEST_SECONDS
        ):
            return answer
        raise Cancelled
