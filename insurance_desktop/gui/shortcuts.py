"""Every key of the window: what it does, where it counts, and what the user has put in its place.

A modifier or a function key belongs to each: an input method may be composing in any field.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from insurance_desktop.packs.wording import say

from .pages import SPACE, Command, entries, keyed
from .window_settings import WindowSettings

EVERYWHERE = "gui.keys_everywhere"
IMPORT, FIND, REFRESH, KEYS, JOBS, PALETTE = "Ctrl+O", "Ctrl+F", "F5", "F1", "Ctrl+J", "Ctrl+K"
NEXT_PANE, PREVIOUS_PANE = "F6", "Shift+F6"
CONFIRM = "Ctrl+Return"
REGULATION = "Ctrl+Shift+R"
SAFE = re.compile(r"(Shift\+)?F\d+|((Ctrl|Alt|Meta)\+)+(Shift\+)?.+|Shift\+((Ctrl|Alt|Meta)\+)+.+")


COMMANDS = (
    *(Command(key, each.words, EVERYWHERE) for each, key in keyed()),
    Command(PALETTE, "gui.palette", EVERYWHERE),
    Command(NEXT_PANE, "gui.key_next_pane", EVERYWHERE),
    Command(PREVIOUS_PANE, "gui.key_previous_pane", EVERYWHERE),
    Command(IMPORT, "gui.import_files", EVERYWHERE),
    Command(FIND, "gui.key_find", EVERYWHERE),
    Command(REFRESH, "gui.key_refresh", EVERYWHERE),
    Command(JOBS, "gui.jobs", EVERYWHERE),
    Command(KEYS, "gui.keys", EVERYWHERE),
    Command(REGULATION, "regulation_window.show_tip", EVERYWHERE),
    Command(CONFIRM, "gui.key_confirm", "gui.keys_dialogs", fixed=True),
    *(command for page in entries() for command in page.commands),
)


class Shortcuts(QObject):
    """Pages bind actions to commands by their default key; a change by the user reaches them at once."""

    changed = Signal()

    def __init__(self, settings: WindowSettings, commands: Iterable[Command] = COMMANDS) -> None:
        super().__init__()
        self._settings = settings
        self.commands = tuple(commands)
        self._bound: list[tuple[Command, QShortcut]] = []

    def bind(
        self,
        default: str,
        owner: QWidget,
        action: Callable[[], object],
        *,
        whole_window: bool = False,
        repeats: bool = True,
    ) -> QShortcut:
        """The command's key does `action` while `owner` or a child has the keyboard, or anywhere in its window.

        KeyError for a key that is not among the commands: each one stands on the page of keys.
        """
        command = self.named(default)
        shortcut = QShortcut(QKeySequence(self.key(command)), owner)
        if not whole_window:
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.setAutoRepeat(repeats)
        shortcut.activated.connect(action)
        self._bound.append((command, shortcut))
        shortcut.destroyed.connect(lambda: self._forget(shortcut))
        return shortcut

    def bind_all(self, owner: QWidget, actions: Mapping[str, Callable[[], object]], once: Collection[str] = ()) -> None:
        """Actions by the keys as they ship, those of `once` not again while they are held down.

        A command's bare letter does the same where nothing is typed: an editor takes the letter first.
        """
        for default, action in actions.items():
            self.bind(default, owner, action, repeats=default not in once)
            letter = self.named(default).letter
            if letter and letter != SPACE:
                shortcut = QShortcut(QKeySequence(letter), owner)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.setAutoRepeat(False)
                shortcut.activated.connect(action)

    def doable(self) -> Iterator[tuple[Command, Callable[[], object]]]:
        """The commands that do something where the window stands now, in their order."""
        found = {}
        for command, shortcut in self._bound:
            owner = shortcut.parent()
            if isinstance(owner, QWidget) and owner.isVisible() and owner.isEnabled():
                found[command.default, command.scope] = shortcut.activated.emit
        for command in self.commands:
            if (command.default, command.scope) in found:
                yield command, found[command.default, command.scope]

    def key(self, command: Command | str) -> str:
        """The key in use, in Qt's portable form."""
        named = self.named(command) if isinstance(command, str) else command
        return named.default if named.fixed else self._settings.key(named.words) or named.default

    def shown(self, command: Command | str) -> str:
        """The key in use as this system writes it."""
        return QKeySequence(self.key(command)).toString(QKeySequence.SequenceFormat.NativeText)

    def with_letter(self, command: Command) -> str:
        """The key in use, and the bare letter that does the same where nothing can be typed."""
        return f"{self.shown(command)}  {command.letter}".strip()

    def refusal(self, command: Command, wanted: QKeySequence) -> str:
        """Why the command cannot have this key, as a sentence; "" where it can."""
        if command.fixed:
            return say("gui.key_fixed")
        portable = wanted.toString(QKeySequence.SequenceFormat.PortableText)
        if wanted.count() != 1 or not _is_safe(portable):
            return say("gui.key_bare")
        for other in self.commands:
            if other is not command and _meet(other, command) and QKeySequence(self.key(other)) == wanted:
                return say("gui.key_taken", command=say(other.words))
        return ""

    def assign(self, command: Command, wanted: QKeySequence) -> str:
        """Give the command this key; the sentence of `refusal` where it cannot have it."""
        refused = self.refusal(command, wanted)
        if not refused:
            portable = wanted.toString(QKeySequence.SequenceFormat.PortableText)
            self._settings.keep_key(command.words, "" if portable == command.default else portable)
            self._apply()
        return refused

    def reset(self) -> None:
        """Every command has the key it ships with."""
        for command in self.commands:
            self._settings.keep_key(command.words, "")
        self._apply()

    def _apply(self) -> None:
        for command, shortcut in self._bound:
            shortcut.setKey(QKeySequence(self.key(command)))
        self.changed.emit()

    def _forget(self, gone: QShortcut) -> None:
        self._bound = [(command, each) for command, each in self._bound if each is not gone]

    def named(self, default: str) -> Command:
        """The command that ships with this key; KeyError where there is none."""
        found = next((each for each in self.commands if each.default == default and not each.fixed), None)
        if found is None:
            raise KeyError(default)
        return found


def _meet(one: Command, other: Command) -> bool:
    """Whether both keys can count at the same moment."""
    return one.scope == other.scope or EVERYWHERE in (one.scope, other.scope)


def _is_safe(chord: str) -> bool:
    """No letter that an input method would take, and nothing that a reader moves or types with."""
    return SAFE.fullmatch(chord) is not None
