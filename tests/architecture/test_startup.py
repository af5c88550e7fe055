"""What each face imports: a version must not wait for a window, and a server must never hold a PDF library."""

import json
import subprocess
import sys

import pytest
from command_line import environment
from marks import needs_qt

from insurance_desktop import paths
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.workspace import open_workspace

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


WINDOW = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QEventLoop
from insurance_desktop.gui import context
from insurance_desktop.gui.application import make_application, make_window, open_workspace
from insurance_desktop.gui.window_settings import WindowSettings

library, settings = map(Path, sys.argv[1:])
held, drawn = [], []

context.load_pack = lambda _name: held.extend(sys.modules)  # the first work that waits for the page
kept = WindowSettings(settings)
application = make_application(kept.scale)
window = make_window(application, kept, open_workspace, library)
window.context.ask_of_ranking = window.background["crawl"].look = lambda: None
window.context.settled.connect(lambda: drawn.append(window.review.page.view.paper.has_picture))
window.show()
window.open_library(library)
while not (drawn and window.context.jobs.is_idle):
    application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 20)
window.context.close()
sys.stderr.write(json.dumps([drawn, sorted({name.partition(".")[0] for name in held})]))
"""


@needs_qt
def test_the_window_shows_the_last_page_before_it_imports_what_only_other_work_needs(tmp_path):
    """The ranking, the pack's patterns and the daily check begin when the page is drawn, not before."""
    from insurance_desktop.gui.window_settings import WindowSettings

    sample = min((paths.resource_root() / "samples").glob("*.pdf"))
    with open_workspace(tmp_path / "library.db") as workspace:
        (taken,) = import_paths(workspace.library, workspace.converter, [sample])
    settings = WindowSettings(tmp_path / "window.ini")
    settings.page = "review"
    settings.keep_place("review", str(tmp_path / "library.db"), f"{taken.document.document_id}:1")
    settings.save()
    done = subprocess.run(
        [sys.executable, "-c", WINDOW, str(tmp_path / "library.db"), str(tmp_path / "window.ini")],
        capture_output=True,
        encoding="utf-8",
        env={**environment(), "QT_QPA_PLATFORM": "offscreen"},
        check=True,
        timeout=60,
    )
    drawn, held = json.loads(done.stderr.splitlines()[-1])
    assert drawn == [True]
    assert "PySide6" in held
    assert not {"numpy", "onnxruntime", "tokenizers", "pymupdf", "pypdfium2", "httpx", "mcp"} & set(held)
