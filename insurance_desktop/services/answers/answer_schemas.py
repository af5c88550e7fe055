"""JSON Schema of what each tool answers, derived beforehand from the use cases' answer types
(`development.making.answer_schemas`): a start derives nothing."""

import json
from functools import cache
from typing import Any

from insurance_desktop import paths


@cache
def answer_schemas() -> dict[str, dict[str, Any]]:
    """By the tool's name."""
    file = paths.resource_root() / "mcp" / "answer_schemas.json"
    schemas: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return schemas
