"""Pictures of every page, light and dark, in Chinese and English, at 100 and 150 %, for looking at and for the README.

`python -m development.making.screenshots --library FILE --out FOLDER [--question TEXT] [--only SCENE…] [--size WxH]
[--theme light] [--language zh --scale 150]`, on a display (Xvfb will do; Qt's offscreen platform works too, if it
finds a Chinese font). What is shown is a copy of the library, with settings of its own: nothing is changed in the
library, and nothing of its questions is remembered. They are answered as where nobody has set a language model.
Language and scale are set when a program starts, so each pair of them is a process of its own.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.gui.application import make_application, make_window, open_workspace
from insurance_desktop.gui.frame.window import MainWindow
from insurance_desktop.gui.window_settings import WindowSettings
from insurance_desktop.packs.wording import LANGUAGES, sentence, speak

from .window_scenes import scenes, settle, wait

SIZE = "1280x800"
THEMES = ("light", "dark")
LOOKS = tuple((language, scale) for language in LANGUAGES for scale in (100, 150))
QUESTION = "犹豫期有几天？"
REVIEWERS = {"zh": "王敏", "en": "Wang Min"}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="screenshots", description=__doc__)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--question", default=QUESTION)
    parser.add_argument("--only", nargs="*", help="scenes whose name begins so")
    parser.add_argument("--size", default=SIZE, help="of the window, in the pixels that --scale multiplies")
    parser.add_argument("--theme", nargs="*", choices=THEMES, default=THEMES)
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--scale", type=int, default=100)
    wanted = parser.parse_args(arguments)
    wanted.out.mkdir(parents=True, exist_ok=True)
    if wanted.language is None:
        return max(_take_look(sys.argv[1:] if arguments is None else arguments, *look) for look in LOOKS)
    speak(wanted.language)
    try:
        for picture in take_all(wanted):
            sys.stdout.write(f"{picture}\n")
    except (WorkbenchError, TimeoutError) as error:
        sys.stderr.write(f"{sentence(error) if isinstance(error, WorkbenchError) else error}\n")
        return 1
    return 0


def _take_look(words: Sequence[str], language: str, scale: int) -> int:
    command = [sys.executable, "-m", "development.making.screenshots", *words]
    return subprocess.run([*command, "--language", language, "--scale", str(scale)], check=False).returncode


def take_all(wanted: argparse.Namespace) -> Iterator[Path]:
    """One window for all pictures of a language and a scale; it is closed at the end."""
    application = make_application(wanted.scale)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"XDG_CACHE_HOME": folder, "XDG_STATE_HOME": folder}  # conversations and settings of a person
        library = Path(folder) / wanted.library.name
        shutil.copy(wanted.library, library)
        settings = WindowSettings(Path(folder) / "window.ini")
        settings.reviewer = REVIEWERS[wanted.language]
        settings.language, settings.scale = wanted.language, wanted.scale
        window = make_window(application, settings, open_workspace, library)
        window.resize(QSize(*map(int, wanted.size.split("x"))))
        window.show()
        try:
            window.ask()
            yield from _in_both_lights(window, "start", lambda _: None, wanted)
            window.open_library(library)
            wait(lambda: window.context.is_listed and bool(window.context.documents))
            for name, arrange in scenes(wanted.question):
                if not wanted.only or name.startswith(tuple(wanted.only)):
                    yield from _in_both_lights(window, name, arrange, wanted)
        finally:
            window.context.close()
            window.close()


def _in_both_lights(
    window: MainWindow, name: str, arrange: Callable[[MainWindow], QWidget | None], wanted: argparse.Namespace
) -> Iterator[Path]:
    shown = arrange(window) or window
    settle(window)
    for theme in wanted.theme:
        window.context.theme.choose(theme)
        settle(window)
        file = wanted.out / f"{name}-{theme}-{wanted.language}-{wanted.scale}.png"
        shown.grab().save(str(file), "PNG")
        yield file
    if shown is not window:
        shown.close()


if __name__ == "__main__":
    sys.exit(main())
