"""The web face as a process of its own on the samples, and a browser or a program that asks it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from development.web_server import WebServer


@pytest.fixture(scope="module")
def face(prepared_library: Path) -> Iterator[WebServer]:
    with WebServer(prepared_library) as server:
        yield server


@pytest.fixture
def stranger(face: WebServer) -> Iterator[httpx.Client]:
    """Who has no token."""
    with httpx.Client(base_url=f"http://{face.address}", trust_env=False, timeout=60) as client:
        yield client


@pytest.fixture
def program(face: WebServer) -> Iterator[httpx.Client]:
    """Who sends the token with each request."""
    headers = {"Authorization": f"Bearer {face.token}"}
    with httpx.Client(base_url=f"http://{face.address}", headers=headers, trust_env=False, timeout=60) as client:
        yield client
