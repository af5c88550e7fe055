"""A library of two companies' products, made of hand-written clauses through the real schema."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from two_products import EMBEDDER, documents, medical

from insurance_desktop.services.library import Library, Parts, open_library
from insurance_desktop.tools.bare_library import BareDocument, add_pending, add_verified


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Verified: 平安盈添悦 (annuity), 民生康健 (medical). Pending: 平安福满养老年金. No test changes it."""
    folder: Path = tmp_path_factory.mktemp("search")
    with open_library(folder / "library.db", parts=Parts(embedder=lambda: EMBEDDER)) as library:
        with library.database.write() as connection:
            for document in documents():
                add_verified(connection, document, library.pack, EMBEDDER)
            pending = BareDocument(
                "平安福满养老年金保险", medical()[:1], code="2200", company="平安人寿", category="养老年金保险"
            )
            add_pending(connection, pending, library.pack)
        yield library


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Library]:
    with open_library(tmp_path / "library.db", parts=Parts(embedder=lambda: EMBEDDER)) as library:
        yield library
