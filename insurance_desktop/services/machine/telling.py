"""Tells a person who started the program by a double-click why there is no window: nobody sees stderr there."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import platformdirs

from insurance_desktop.packs.wording import Sentence, say

_PATIENCE = 60.0
"""Seconds that a message may stay on the screen before the program ends without an answer."""

Run = Callable[[Sequence[str]], bool]


def tell(words: Sentence) -> None:
    """By whatever is there; a file on the desktop where nothing is. In a terminal stderr says it."""
    if sys.platform != "linux" or _has_terminal():
        return
    tell_by(words, _ran, Path(platformdirs.user_desktop_dir()))


def tell_by(words: Sentence, run: Run, desktop: Path) -> None:
    """The ways in their order; `run` says whether a program was there and did it."""
    title, text = say("machine.title"), str(words)
    ways = (
        ("kdialog", "--title", title, "--error", text),
        ("zenity", "--error", "--no-markup", f"--title={title}", f"--text={text}"),
        ("xmessage", "-center", "-title", title, text),
        ("notify-send", "--urgency=critical", title, text),
    )
    if not any(run(way) for way in ways) and desktop.is_dir():
        (desktop / say("machine.file")).write_text(f"{text}\n", encoding="utf-8")


def _ran(way: Sequence[str]) -> bool:
    if not shutil.which(way[0]):
        return False
    try:
        return subprocess.run(way, check=False, timeout=_PATIENCE, capture_output=True).returncode == 0
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False


def _has_terminal() -> bool:
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True
