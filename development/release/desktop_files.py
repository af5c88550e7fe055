"""What a Linux desktop shows of the program: menu entry, icon, manual page. All words are the catalogue's."""

import shutil
from contextlib import redirect_stdout, suppress
from io import StringIO
from pathlib import Path

import insurance_desktop
from insurance_desktop import paths
from insurance_desktop.cli.arguments import COMMANDS, PROGRAM
from insurance_desktop.cli.declaring import Command, Group
from insurance_desktop.cli.parser import read_arguments
from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, LANGUAGES, say, sentences_of
from insurance_desktop.services.connecting.link_handlers import MIME

ICON = Path(__file__).with_name(f"{PROGRAM}.svg")
"""The rail's sign of the review page (resources/icons, ISC) in white on the window's accent."""


def write_to(share: Path, command: str) -> None:
    """Lays the files below a share folder; `command` is what the menu starts."""
    for place, text in (
        (f"applications/{paths.APPLICATION}.desktop", menu_entry(command)),
        (f"man/man1/{PROGRAM}.1", manual()),
    ):
        file = share / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    icons = share / "icons" / "hicolor" / "scalable" / "apps"
    icons.mkdir(parents=True)
    shutil.copy(ICON, icons)


def menu_entry(command: str) -> str:
    """In the menu; PDFs can be dropped on it and links lead to it. Its name is the one that the window bears."""
    names = [(each, sentences_of(each)["gui.application"]) for each in LANGUAGES]
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        *(f"Name{'' if each == DEFAULT_LANGUAGE else f'[{each}]'}={name}" for each, name in names),
        f'Exec="{command}" open %U',
        f"Icon={PROGRAM}",
        "Terminal=false",
        "Categories=Office;Viewer;",
        f"MimeType=application/pdf;{MIME};",
        f"StartupWMClass={paths.APPLICATION}",
    )
    return "\n".join(lines) + "\n"


def manual() -> str:
    """The manual page: the help of each command as the program prints it."""
    lines = [
        f'.TH {PROGRAM.upper()} 1 "" "{insurance_desktop.__version__}"',
        ".SH NAME",
        f"{PROGRAM} \\- {_plain(say('gui.application'))}",
        ".SH SYNOPSIS",
        *_printed(_help_of()),
    ]
    for entry in COMMANDS:
        for words in _called(entry):
            lines += [f".SH {_plain(' '.join(words))}", *_printed(_help_of(*words))]
    return "\n".join(lines) + "\n"


def _called(entry: Command | Group) -> list[tuple[str, ...]]:
    if isinstance(entry, Command):
        return [(entry.name,)]
    return [(entry.name, each.name) for each in entry.commands]


def _help_of(*words: str) -> str:
    with redirect_stdout(StringIO()) as printed, suppress(SystemExit):
        read_arguments([*words, "--help"])
    return printed.getvalue()


def _printed(text: str) -> list[str]:
    """Lines as they stand."""
    return [".nf", *map(_plain, text.splitlines()), ".fi"]


def _plain(line: str) -> str:
    """A line of which roff reads nothing as its own."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
