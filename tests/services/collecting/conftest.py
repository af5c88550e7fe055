import pytest
from collected_library import open_collected
from stand_in_site import Site


@pytest.fixture
def site():
    return Site()


@pytest.fixture
def workspace(tmp_path):
    with open_collected(tmp_path / "library.db") as opened:
        yield opened


@pytest.fixture
def library(workspace):
    return workspace.library
