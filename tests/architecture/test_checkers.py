"""Formatting, lint and types are part of the tests, so that one command says whether a change may go in."""

import subprocess
import sys

import pytest
from package_source import ROOT


@pytest.mark.parametrize(
    "arguments",
    [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy", "--strict")],
    ids=["lint", "format", "types"],
)
def test_the_checker_has_nothing_to_say(arguments):
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, check=False, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
