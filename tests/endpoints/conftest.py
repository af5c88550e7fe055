"""Both protocols, and what is asked in them."""

import pytest

from insurance_desktop.domain.endpoints import EndpointKind


@pytest.fixture(params=EndpointKind, ids=str)
def kind(request: pytest.FixtureRequest) -> EndpointKind:
    pytest.importorskip(request.param.value, reason="the extra [ai] is not installed")
    return request.param
