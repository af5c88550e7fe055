"""The commands `endpoints …`: which language models and voices are set, and whether they answer."""

import sys
from argparse import Namespace
from contextlib import ExitStack
from getpass import getpass

from insurance_desktop import paths
from insurance_desktop.domain.endpoints import EndpointKind, Price
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.shapes import shape
from insurance_desktop.packs.wording import say

from .console import Report, stoppable
from .rendering import rendered
from .using import reading, report

GIVEN = {
    "kind": "endpoint_kind",
    "base_url": "endpoint_url",
    "fast": "fast_model",
    "strong": "strong_model",
    "currency": "currency",
    "transcription": "transcription",
    "second_transcription": "second_transcription",
    "speech": "speech",
    "second_speech": "second_speech",
    "voice": "voice",
    "speech_instructions": "speech_instructions",
}
"""The fields of an endpoint, by the arguments that set them."""
PRICES = {"fast_price": "price_fast", "strong_price": "price_strong"}


def list_endpoints(call: Namespace) -> Report:
    from insurance_desktop.services.asking.model_settings import listed_endpoints

    return report(listed_endpoints(), key="endpoints", empty="cli.no_endpoints")


def set_endpoint(call: Namespace) -> Report:
    from insurance_desktop.services.asking import model_settings

    given = {name: getattr(call, place) for name, place in GIVEN.items() if getattr(call, place) is not None}
    given |= {name: Price(*getattr(call, place)) for name, place in PRICES.items() if getattr(call, place)}
    if "kind" in given:
        given["kind"] = EndpointKind(given["kind"])
    endpoint = model_settings.changed(call.endpoint, given)
    key = _typed_key(call.endpoint) if call.key else ""
    model_settings.keep_endpoint(endpoint, key=key, is_used=call.use)
    return list_endpoints(call)


def _typed_key(endpoint: str) -> str:
    """Typed unseen, or the first line of what is piped in: what stands in a command line, others can read."""
    is_person = sys.stdin is not None and sys.stdin.isatty()
    key = getpass(say("cli.key_asked", endpoint=endpoint)) if is_person else sys.stdin.readline()
    if not key.strip():
        raise UsageError("cli.key_empty")
    return key.strip()


def remove_endpoint(call: Namespace) -> Report:
    from insurance_desktop.services.asking import model_settings

    model_settings.remove_endpoint(call.endpoint)
    return list_endpoints(call)


def trial(call: Namespace) -> Report:
    """Exit 1 where one of its models did not answer."""
    from insurance_desktop.services.asking.endpoint_trial import try_endpoint
    from insurance_desktop.services.collecting.settings import offline_switch

    with ExitStack() as stack:
        library = None if paths.is_absent(call.library) else stack.enter_context(reading(call))
        cancel = stack.enter_context(stoppable())
        found = try_endpoint(call.endpoint, offline_switch(library), cancel)
    return Report({**shape(found), "ok": found.ok}, rendered(found), 0 if found.ok else 1)
