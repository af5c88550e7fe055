"""Newer versions: where they are published and by whose key, what changed, the verified file, and its installation."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit

from insurance_desktop.domain.updates import UpdateStatus
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import MARGIN, STRETCH, button, column, label, row, set_role
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.late_imports import imported_when_used
from insurance_desktop.packs.wording import say

from .newest_choice import NewestChoice

with imported_when_used():
    from insurance_desktop.services.collecting import settings as collecting_settings
    from insurance_desktop.services.updating import installing, source, updates
    from insurance_desktop.services.updating import settings as update_settings

if TYPE_CHECKING:
    from insurance_desktop.domain.running import CancelCheck
    from insurance_desktop.domain.updates import FetchedUpdate, StandingVersion, UpdateReport
    from insurance_desktop.services.updating.settings import UpdateSettings
    from insurance_desktop.services.updating.source import Source
    from insurance_desktop.services.workspace import Workspace

LANE = "updates"


class UpdatesCard(QFrame):
    """Nothing is looked for before a person presses the button; only the version that was shown is fetched, and it is
    installed once what will happen was said, on one more press."""

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        set_role(self, "card")
        self._context = context
        self._choice = NewestChoice(context, LANE)
        self._settings: UpdateSettings | None = None
        self._version = ""
        self._fetched: FetchedUpdate | None = None
        self.address = _field("updates.card_address")
        self.key = _field("updates.card_key")
        self.keep = button(say("updates.card_keep"), self._keep)
        self.check = button(say("updates.card_check"), self._check, primary=True)
        self.fetch = button("", self._fetch)
        self.install = button("", self._install)
        self.open = button(say("updates.card_open"), self._open)
        self.state = label("", wrap=True)
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setLayout(
            column(
                label(say("updates.card_title"), "heading"),
                label(say("updates.card_text"), "muted", wrap=True),
                self._fields(),
                self.state,
                row(self.check, self.fetch, self.install, self.open, STRETCH),
                margin=MARGIN,
            )
        )
        for each in (self.address, self.key):
            each.textChanged.connect(lambda _text: self._offer())
        self._tell("")
        self._offer()

    def _fields(self) -> QGridLayout:
        """Each as wide as the other, whatever they are called."""
        grid = QGridLayout()
        for line, (words, field) in enumerate((("updates.card_address", self.address), ("updates.card_key", self.key))):
            grid.addWidget(label(say(words)), line, 0)
            grid.addWidget(field, line, 1)
        grid.addWidget(self.keep, 1, 2)
        return grid

    def look(self) -> None:
        """How it stands now."""
        if self._context.is_open:
            self._choice.make(update_settings.read_update_settings, self._show, self._context.notice_failure)

    def _show(self, settings: "UpdateSettings") -> None:
        self._settings = settings
        for field, text in ((self.address, settings.address), (self.key, settings.key)):
            field.setText(text)
            field.setReadOnly(settings.is_given)
        if settings.is_given and not self.state.text():
            self._tell(say("updates.set_by_others"))
        self._offer()

    def _offer(self) -> None:
        """What can be pressed: to look, an address that was saved; to fetch, a newer version that was shown; to
        install, one that was fetched and can be laid beside."""
        kept = self._settings
        typed = (self.address.text().strip(), self.key.text().strip())
        is_kept = kept is not None and typed == (kept.address, kept.key)
        self.keep.setEnabled(kept is not None and not kept.is_given and not is_kept)
        self.check.setEnabled(is_kept and bool(typed[0]))
        self.fetch.setVisible(bool(self._version) and is_kept)
        self.fetch.setText(say("updates.card_fetch", version=self._version))
        fetched = self._fetched
        self.install.setVisible(fetched is not None and fetched.is_installable)
        self.install.setText(say("updates.card_install", version=fetched.version if fetched else ""))
        self.open.setVisible(fetched is not None)

    def _tell(self, text: str) -> None:
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def _keep(self) -> None:
        address, key = self.address.text(), self.key.text()
        self._begin("")
        self._choice.make(
            lambda: update_settings.set_update_address(address, key), self._show, self._context.notice_failure
        )

    def _begin(self, said: str) -> None:
        """What was shown before holds no more."""
        self._version, self._fetched = "", None
        self._tell(said)
        self._offer()

    def _check(self) -> None:
        def work(workspace: "Workspace", _progress: object, cancel: "CancelCheck") -> "UpdateReport":
            return updates.check_for_update(*_published(workspace, cancel))

        self._begin(say("updates.card_checking"))
        title = say("updates.card_checking")
        self._context.run(title, work, self._checked, self._failed, stopped=self._stopped, lane=LANE)

    def _checked(self, report: "UpdateReport") -> None:
        said = [say(f"updates.is_{report.status}", it=report), say("updates.signed", it=report)]
        if report.changes:
            said += [say("updates.changes"), *report.changes]
        if report.status is UpdateStatus.AVAILABLE and report.file:
            self._version = report.version
        self._tell("\n".join(said))
        self._offer()

    def _fetch(self) -> None:
        version = self._version

        def work(workspace: "Workspace", _progress: object, cancel: "CancelCheck") -> "FetchedUpdate":
            settings, way = _published(workspace, cancel)
            return updates.fetch_update(settings, way, version)

        self._begin(say("updates.card_fetching", version=version))
        title = say("updates.card_fetching", version=version)
        self._context.run(title, work, self._ready, self._failed, stopped=self._stopped, lane=LANE)

    def _ready(self, found: "FetchedUpdate") -> None:
        """What will happen is said once, and waits for a press; where the program cannot do it, the steps are."""
        self._fetched = found
        if found.is_installable:
            self._tell(say("updates.ready", it=found))
        else:
            self._tell("\n".join((say("updates.fetched", it=found), found.steps)))
        self._offer()

    def _install(self) -> None:
        fetched = self._fetched
        if fetched is None:
            return

        def work(_workspace: "Workspace", _progress: object, cancel: "CancelCheck") -> "StandingVersion":
            return installing.install_update(fetched, cancel=cancel)

        def again() -> None:
            """What is still there can be tried once more."""
            if Path(fetched.path).is_file():
                self._ready(fetched)
            else:
                self._begin("")

        def failed(failure: Failure) -> None:
            again()
            self._context.notice_failure(failure)

        title = say("updates.card_installing", version=fetched.version)
        self._begin(title)
        self._context.run(title, work, self._installed, failed, stopped=again, lane=LANE)

    def _installed(self, found: "StandingVersion") -> None:
        self._begin("\n".join((say(f"updates.{found.action}", it=found), found.steps)))

    def _failed(self, failure: Failure) -> None:
        self._stopped()
        self._context.notice_failure(failure)

    def _stopped(self) -> None:
        self._begin("")

    def _open(self) -> None:
        if self._fetched:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(self._fetched.path).parent)))


def _published(workspace: "Workspace", cancel: "CancelCheck") -> "tuple[UpdateSettings, Source]":
    """What was set, and a way there that obeys the offline switch."""
    settings = update_settings.read_update_settings()
    offline = collecting_settings.offline_switch(workspace.library)
    return settings, source.Source(settings.address, offline, cancel)


def _field(words: str) -> QLineEdit:
    made = QLineEdit()
    made.setAccessibleName(say(words))
    made.setPlaceholderText(say(f"{words}_hint"))
    return made
