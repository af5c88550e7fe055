"""Keys of endpoints, in the system's keyring and nowhere else; the environment may bring one where there is none.

A key is given for an origin: an endpoint that is moved to another server needs its key anew, so that nobody gets one by
changing an address in the settings.
"""

import os
from typing import Any

from insurance_desktop.domain.endpoints import Endpoint
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.domain.running import CancelCheck, Cancelled

from .calls import watched
from .connection import EXTRA

SERVICE = "insurance_desktop"
VARIABLE = "INSURANCE_DESKTOP_KEY_"
"""Before the name of an endpoint in capitals, hyphens as underscores: a key for programs that run without a person."""

UNLOCK_SECONDS = 60.0
"""How long a locked keyring may ask its person before the question goes on without it."""

_NO_KEYRINGS = ("keyring.backends.fail", "keyring.backends.null", "keyring.backends.chainer")


def key_of(endpoint: Endpoint) -> str:
    """The key of an endpoint: the environment's, else the keyring's, else ""."""
    named = os.environ.get(variable_of(endpoint), "").strip()
    if named:
        return named
    ring = system_keyring()
    try:
        return (ring.get_password(SERVICE, _place(endpoint)) or "") if ring else ""
    except Exception as error:  # each system's keyring fails in a way of its own
        raise _refused(error) from None


def awaited_key(endpoint: Endpoint, cancel: CancelCheck) -> str:
    """`key_of`, which can be left while a locked keyring asks its person. Cancelled where `cancel`; EndpointError where
    the keyring fails or nobody unlocks it."""
    late = EndpointError("endpoints.keyring_late", seconds=round(UNLOCK_SECONDS))
    for key in watched(lambda _: (key_of(endpoint),), cancel, late, UNLOCK_SECONDS):
        return key
    raise Cancelled


def keep_key(endpoint: Endpoint, key: str) -> None:
    """EndpointError where this system has no keyring, or it did not take the key."""
    ring = system_keyring()
    if ring is None:
        raise EndpointError("endpoints.no_keyring", variable=variable_of(endpoint), extra=EXTRA)
    try:
        ring.set_password(SERVICE, _place(endpoint), key)
    except Exception as error:
        raise _refused(error) from None


def forget_key(endpoint: Endpoint) -> None:
    """Nothing where none is kept."""
    ring = system_keyring()
    try:
        if ring and ring.get_password(SERVICE, _place(endpoint)) is not None:
            ring.delete_password(SERVICE, _place(endpoint))
    except Exception as error:
        raise _refused(error) from None


def variable_of(endpoint: Endpoint) -> str:
    return VARIABLE + endpoint.name.upper().replace("-", "_")


def system_keyring() -> Any:
    """The best of the keyrings that the system itself guards; None where there is none. Others write plain files."""
    try:
        from keyring.backend import get_all_keyring
    except ImportError:
        return None
    guarded = [
        each
        for each in get_all_keyring()
        if type(each).__module__.startswith("keyring.backends.") and type(each).__module__ not in _NO_KEYRINGS
    ]
    return max(guarded, key=lambda each: each.priority, default=None)


def _place(endpoint: Endpoint) -> str:
    return f"{endpoint.name} {endpoint.origin}"


def _refused(error: Exception) -> EndpointError:
    """Its words may hold what it was given: only the kind of failure is told."""
    return EndpointError("endpoints.keyring_refused", kind=type(error).__name__)
