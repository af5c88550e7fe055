"""A library that holds a verified textbook."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from textbook import TEXTBOOK
from two_products import EMBEDDER

from development.bare_library import add_verified, open_engine
from insurance_desktop.services.search.engine import SearchEngine


@pytest.fixture(scope="session")
def textbook_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """No test opens it but as a copy."""
    path = tmp_path_factory.mktemp("exam") / "library.db"
    with open_engine(path, EMBEDDER) as engine, engine.library.database.write() as connection:
        add_verified(connection, TEXTBOOK, engine.library.pack, EMBEDDER)
    return path


@pytest.fixture(scope="session")
def textbook(textbook_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SearchEngine]:
    """No test changes it."""
    with open_engine(Path(shutil.copy(textbook_file, tmp_path_factory.mktemp("exam"))), EMBEDDER) as engine:
        yield engine


@pytest.fixture
def own_file(textbook_file: Path, tmp_path: Path) -> Path:
    """A test's own, to be changed."""
    return Path(shutil.copy(textbook_file, tmp_path))
