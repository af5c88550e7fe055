"""Questions that were spoken, and answers read aloud, by the voice that a person has set."""

import re
from collections.abc import Callable

from insurance_desktop.domain.errors import EndpointError, UsageError
from insurance_desktop.domain.running import CancelCheck, never_cancelled
from insurance_desktop.endpoints.speech import SOUND_FORMAT, EndpointVoice
from insurance_desktop.services.collecting.settings import offline_switch
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.missing_library import NoLibrary, without_library

from .model_settings import voice
from .speech_text import spoken_form

FORM = SOUND_FORMAT
"""In which an answer is read aloud."""
LARGEST_SOUND = 10_000_000
"""Bytes: a quarter of an hour as a browser records it."""
_MEDIA_TYPE = re.compile(r"(?:audio|video)/[a-z0-9][a-z0-9.+-]{0,40}(?:;[ -~]{0,80})?")


def _heard_without_library(_: NoLibrary, sound: bytes, media_type: str, *, cancel: CancelCheck) -> str:
    return _hear(offline_switch(), sound, media_type, cancel)


def _read_without_library(_: NoLibrary, markdown: str, *, cancel: CancelCheck = never_cancelled) -> bytes:
    return _read(offline_switch(), markdown, cancel)


@without_library(_heard_without_library)
def hear(library: Library, sound: bytes, media_type: str, *, cancel: CancelCheck) -> str:
    """What is said in a sound. UsageError for what is none, or in which nothing is said; EndpointError where nobody
    hears it."""
    return _hear(offline_switch(library), sound, media_type, cancel)


@without_library(_read_without_library)
def read_aloud(library: Library, markdown: str, *, cancel: CancelCheck = never_cancelled) -> bytes:
    """An answer as sound (mp3). UsageError where nothing of it is to be said, EndpointError where nobody says it."""
    return _read(offline_switch(library), markdown, cancel)


def _hear(is_closed: Callable[[], bool], sound: bytes, media_type: str, cancel: CancelCheck) -> str:
    if not sound or len(sound) > LARGEST_SOUND or not _MEDIA_TYPE.fullmatch(media_type):
        raise UsageError("speech.no_sound", megabytes=LARGEST_SOUND // 1_000_000)
    heard = _voice(is_closed).transcribe(sound, media_type, should_stop=cancel)
    if not heard:
        raise UsageError("speech.nothing_heard")
    return heard


def _read(is_closed: Callable[[], bool], markdown: str, cancel: CancelCheck) -> bytes:
    said = spoken_form(markdown)
    if not said:
        raise UsageError("speech.nothing_to_say")
    return _voice(is_closed).speak(said, should_stop=cancel)


def _voice(is_closed: Callable[[], bool]) -> EndpointVoice:
    found = voice(is_closed)
    if found is None:
        raise EndpointError("speech.no_voice")
    return found
