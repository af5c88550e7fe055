"""What a network was asked once is not asked again by a later test of the same process: tests ask a few questions of
the same samples, and a network answers the same to the same signs.

A network is loaded once, for one core: beside another worker of pytest the threads of a second one mostly wait.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from insurance_desktop.index import embedding, reranker
from insurance_desktop.index.inference import open_session

Inputs = dict[str, npt.NDArray[np.int64]]
KEPT = 20_000  # answers, of some 2 kB each


class RememberingNetwork:
    """Stands for an ONNX session. Keeps the first row of what it says for each text: that is all that is read of it."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._said: dict[tuple[Any, ...], list[npt.NDArray[np.float32]]] = {}

    def run(self, outputs: list[str], inputs: Inputs) -> list[npt.NDArray[np.float32]]:
        key = (*outputs, *((name, each.shape, each.tobytes()) for name, each in inputs.items()))
        if key not in self._said:
            if len(self._said) >= KEPT:
                self._said.clear()
            self._said[key] = [each[:, :1].copy() for each in self._session.run(outputs, inputs)]
        return self._said[key]


@cache
def _kept(path: Path, _written: int) -> RememberingNetwork:
    return RememberingNetwork(open_session(path, threads=1))


def _shared(path: Path, threads: int) -> Any:
    return _kept(path, path.stat().st_mtime_ns) if path.is_file() else open_session(path, threads)


@pytest.fixture(scope="session", autouse=True)
def shared_networks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for module in (embedding, reranker):
            patched.setattr(module, "open_session", _shared)
        yield


@pytest.fixture
def networks_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of the loading itself."""
    for module in (embedding, reranker):
        monkeypatch.setattr(module, "open_session", open_session)
