"""Which endpoints a person has set, and which of them answers: of this user on this machine, never of a library.

Keys are no part of it (`endpoints/keys.py`): the file can be read, copied and lost without harm.
"""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from insurance_desktop import paths
from insurance_desktop.domain.addresses import is_loopback, is_nearby
from insurance_desktop.domain.endpoints import Endpoint, EndpointKind, ListedEndpoint, ModelRole, Price
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import NotFound, UsageError
from insurance_desktop.domain.running import CancelCheck, never_cancelled
from insurance_desktop.endpoints import keys
from insurance_desktop.endpoints.chat import EndpointChat
from insurance_desktop.endpoints.speech import EndpointVoice
from insurance_desktop.lasting import write_whole
from insurance_desktop.packs.system_reasons import system_refused

FILE = "endpoints.json"
LONGEST_TEXT = 400

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")


@entity
class ModelSettings:
    """`in_use` is the name of the endpoint that answers; "" where no language model does."""

    endpoints: tuple[Endpoint, ...] = ()
    in_use: str = ""

    def named(self, name: str) -> Endpoint:
        """NotFound where none has the name."""
        found = next((each for each in self.endpoints if each.name == name), None)
        if found is None:
            raise NotFound("endpoints.unknown", name=name, names=", ".join(each.name for each in self.endpoints) or "-")
        return found


def settings_file() -> Path:
    return paths.state_folder() / FILE


def read_settings() -> ModelSettings:
    """UsageError where the file is not one of this program's."""
    file = settings_file()
    if paths.is_absent(file):
        return ModelSettings()
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        return ModelSettings(tuple(_endpoint(each) for each in kept["endpoints"]), str(kept["in_use"]))
    except OSError as error:
        raise system_refused(error) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UsageError("endpoints.settings_damaged", file=file) from error


def listed_endpoints() -> tuple[ListedEndpoint, ...]:
    settings = read_settings()
    return tuple(
        ListedEndpoint(each, each.name == settings.in_use, bool(keys.key_of(each))) for each in settings.endpoints
    )


def changed(name: str, given: Mapping[str, Any]) -> Endpoint:
    """The endpoint of that name with what is given by field; a new one where there is none. It is not kept yet.

    UsageError where a new one lacks what it needs.
    """
    known = next((each for each in read_settings().endpoints if each.name == name), None)
    if known is not None:
        return replace(known, **given)
    if "kind" not in given or "base_url" not in given:
        raise UsageError("endpoints.kind_wanted", name=name)
    return Endpoint(name=name, **given)


def keep_endpoint(endpoint: Endpoint, *, key: str = "", is_used: bool = False) -> ModelSettings:
    """Sets an endpoint, in place of one of the same name; the first one is used. "" leaves the key that is kept.

    UsageError where it cannot be. EndpointError where the key could not be kept; the endpoint is set then.
    """
    endpoint = replace(endpoint, base_url=endpoint.base_url.strip().rstrip("/"))
    refuse(endpoint)
    if not (key.isascii() and key.isprintable()):
        raise UsageError("endpoints.key_unusable", name=endpoint.name)
    before = read_settings()
    others = tuple(each for each in before.endpoints if each.name != endpoint.name)
    for each in set(before.endpoints) - set(others):
        if each.origin != endpoint.origin:
            keys.forget_key(each)  # it was given for another server
    kept = _keep((*others, endpoint), endpoint.name if is_used or not before.endpoints else before.in_use)
    if key:
        keys.keep_key(endpoint, key)
    return kept


def remove_endpoint(name: str) -> ModelSettings:
    """With its key. NotFound where none has the name."""
    before = read_settings()
    keys.forget_key(before.named(name))
    left = tuple(each for each in before.endpoints if each.name != name)
    return _keep(left, "" if before.in_use == name else before.in_use)


def use_endpoint(name: str) -> ModelSettings:
    """The endpoint that answers from now on; "" = none, answers are extracts. NotFound where none has the name."""
    before = read_settings()
    return _keep(before.endpoints, before.named(name).name if name else "")


def chat_models(is_closed: Callable[[], bool], cancel: CancelCheck = never_cancelled) -> dict[ModelRole, EndpointChat]:
    """The models that a person set, by their roles; none where no language model answers. Errors as `read_settings` and
    `keys.awaited_key`."""
    endpoint = _used(lambda each: bool(each.fast or each.strong))
    if endpoint is None:
        return {}
    key = keys.awaited_key(endpoint, cancel)
    return {role: EndpointChat(endpoint, role, key, is_closed=is_closed) for role in ModelRole}


def voice(is_closed: Callable[[], bool]) -> EndpointVoice | None:
    """What hears and speaks: of the endpoint that answers, else of the first that can; None where none can."""
    endpoint = _used(lambda each: bool(each.transcription or each.speech), or_another=True)
    return None if endpoint is None else EndpointVoice(endpoint, keys.key_of(endpoint), is_closed=is_closed)


def refuse(endpoint: Endpoint) -> None:
    """UsageError for what cannot be an endpoint."""
    if not _NAME.fullmatch(endpoint.name):
        raise UsageError("endpoints.name_unusable", name=endpoint.name)
    _refuse_address(endpoint.base_url)
    texts = [value for value in asdict(endpoint).values() if isinstance(value, str)]
    if any(len(each) > LONGEST_TEXT or not each.isprintable() for each in texts):
        raise UsageError("endpoints.text_unusable", longest=LONGEST_TEXT)
    voices = endpoint.transcription or endpoint.speech
    if not (endpoint.fast or endpoint.strong or voices):
        raise UsageError("endpoints.no_model", name=endpoint.name)
    if voices and endpoint.kind is EndpointKind.ANTHROPIC:
        raise UsageError("endpoints.kind_has_no_voice", name=endpoint.name)
    if endpoint.speech and not endpoint.voice:
        raise UsageError("endpoints.voice_wanted", name=endpoint.name)
    prices = [*asdict(endpoint.fast_price).values(), *asdict(endpoint.strong_price).values()]
    if not all(math.isfinite(each) and each >= 0 for each in prices):
        raise UsageError("endpoints.price_unusable")


def _refuse_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or port == 0 or parts.scheme not in ("https", "http") or not url.isascii() or " " in url:
        raise UsageError("endpoints.not_an_address")
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise UsageError("endpoints.address_with_secrets")
    if parts.scheme == "http" and not (is_loopback(host) or is_nearby(host)):
        raise UsageError("endpoints.not_https", host=host)


def _used(fits: Callable[[Endpoint], bool], *, or_another: bool = False) -> Endpoint | None:
    settings = read_settings()
    in_order: Iterable[Endpoint] = sorted(settings.endpoints, key=lambda each: each.name != settings.in_use)
    fitting = (each for each in in_order if fits(each) and (or_another or each.name == settings.in_use))
    return next(fitting, None)


def _keep(endpoints: tuple[Endpoint, ...], in_use: str) -> ModelSettings:
    content = {"in_use": in_use, "endpoints": [asdict(each) for each in endpoints]}
    try:
        write_whole(settings_file(), json.dumps(content, ensure_ascii=False, indent=2).encode("utf-8"))
    except OSError as error:
        raise system_refused(error) from error
    return ModelSettings(endpoints, in_use)


def _endpoint(kept: dict[str, Any]) -> Endpoint:
    """TypeError or ValueError where it is none."""
    prices = {name: Price(**kept[name]) for name in ("fast_price", "strong_price")}
    found = Endpoint(**{**kept, **prices, "kind": EndpointKind(kept["kind"])})
    try:
        refuse(found)  # nobody else may have written an address that this program would not have taken
    except UsageError as error:
        raise ValueError from error
    return found
