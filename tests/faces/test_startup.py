"""What each face imports: a version must not wait for a window, and a server must never hold a PDF library."""

import json
import subprocess
import sys

import pytest
from command_line import environment

HEAVY = ("PySide6", "pymupdf", "fitz", "onnxruntime", "pypdfium2", "tokenizers", "mcp")


def modules_after(*words: str) -> list[str]:
    """The modules that a process holds after running a command line."""
    script = (
        "import json, sys; from insurance_desktop.__main__ import main; code = main(sys.argv[1:]);"
        "sys.stderr.write(json.dumps(sorted({name.partition('.')[0] for name in sys.modules}))); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        check=True,
        timeout=60,
    )
    return json.loads(done.stderr.splitlines()[-1])


@pytest.mark.parametrize("words", [["--version"], ["--help"]], ids=" ".join)
def test_a_light_command_imports_nothing_heavy(words):
    assert not set(HEAVY) & set(modules_after(*words))


def test_importtime_of_the_module_itself_shows_nothing_heavy():
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "insurance_desktop", "--version"],
        capture_output=True,
        encoding="utf-8",
        env=environment(),
        check=True,
        timeout=60,
    )
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
    assert "insurance_desktop" in imported
    assert not set(HEAVY) & imported
