"""The typed models say exactly what the domain's answers say: a field added to one and not to the other is a fault."""

from dataclasses import fields, is_dataclass

import pytest

from insurance_desktop.domain import answers as domain_answers
from insurance_desktop.domain import conversion
from insurance_desktop.mcp_server import answers as models

MIRRORED = [
    name
    for name, model in vars(models).items()
    if isinstance(model, type)
    and issubclass(model, models.Answer)
    and is_dataclass(getattr(domain_answers, name, None) or getattr(conversion, name, None))
]


def test_every_model_of_an_answer_mirrors_a_dataclass():
    assert {"SearchAnswer", "LookupAnswer", "ExclusionAnswer", "SurrenderAnswer", "Hit", "Table"} <= set(MIRRORED)


@pytest.mark.parametrize("name", MIRRORED)
def test_a_model_has_the_fields_of_its_dataclass(name):
    mirrored = getattr(domain_answers, name, None) or getattr(conversion, name)
    assert set(getattr(models, name).model_fields) == {field.name for field in fields(mirrored)}
