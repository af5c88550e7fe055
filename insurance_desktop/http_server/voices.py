"""Sound in requests and answers: base64 on the way, bytes and a media type for the services."""

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable
from time import perf_counter
from typing import Any

from insurance_desktop.domain.asking import InputMode
from insurance_desktop.domain.errors import UsageError, WorkbenchError
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.asking.helpers import Listener
from insurance_desktop.services.asking.voices import FORM, LARGEST_SOUND, hear, read_aloud

from .posted import MEDIA_TYPE, Pairs

_SOUND = "audio"
_RECORDED = "audio/webm"
"""What a browser records, where nothing is said of it."""


class Voices:
    """The voice of whoever is asked, on worker threads."""

    def __init__(self, reader: Callable[[], LibraryReader]) -> None:
        self._reader = reader

    def heard(self, pairs: Pairs, listener: Listener) -> Pairs:
        """A question that was spoken as one that was written."""
        given = dict(pairs)
        media_type, sound = given.pop(MEDIA_TYPE, "") or _RECORDED, _bytes(given.pop(_SOUND, ""))
        text = self._reader().ask(hear, sound, media_type, cancel=listener.cancel)
        return list({**given, "text": text, "input_mode": InputMode.VOICE.value}.items())

    def said(self, pairs: Pairs) -> dict[str, Any]:
        """A text as sound."""
        sound = self._reader().ask(read_aloud, dict(pairs).get("text", ""))
        return {"answer_audio_base64": b64encode(sound).decode(), "audio_format": FORM}

    def of_answer(self, markdown: str, listener: Listener) -> dict[str, Any]:
        """The same of an answer, and how long it took; where it cannot be had the answer stands, and why."""
        began = perf_counter()
        try:
            sound = self._reader().ask(read_aloud, markdown, cancel=listener.cancel)
        except WorkbenchError as error:
            told = {"audio_fault": str(sentence(error))}
        else:
            told = {"answer_audio_base64": b64encode(sound).decode(), "audio_format": FORM}
        return {**told, "tts_ms": round(1000 * (perf_counter() - began), 1)}


def _bytes(given: str) -> bytes:
    try:
        return b64decode(given, validate=True)
    except (binascii.Error, ValueError) as fault:
        raise UsageError("speech.no_sound", megabytes=LARGEST_SOUND // 1_000_000) from fault
