"""A library that holds a verified textbook."""

from collections.abc import Iterator

import pytest
from textbook import TEXTBOOK
from two_products import EMBEDDER

from development.bare_library import add_verified, open_engine
from insurance_desktop.services.search.engine import SearchEngine


@pytest.fixture(scope="session")
def textbook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchEngine]:
    """No test changes it."""
    with open_engine(tmp_path_factory.mktemp("exam") / "library.db", EMBEDDER) as engine:
        with engine.library.database.write() as connection:
            add_verified(connection, TEXTBOOK, engine.library.pack, EMBEDDER)
        yield engine
