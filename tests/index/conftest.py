"""The shipped model, loaded once for all tests of this folder."""

import pytest

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder, shipped_embedder
from insurance_desktop.packs.loader import load_pack


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return shipped_embedder()


@pytest.fixture(scope="session")
def pack() -> DomainPack:
    return load_pack("insurance")
