import pytest
from stand_in_site import Site


@pytest.fixture
def site():
    return Site()
