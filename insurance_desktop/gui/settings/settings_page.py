"""The settings page: what is remembered of the user on this machine, never in a library."""

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLayout, QLineEdit, QWidget

from insurance_desktop import paths
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.look.parts import (
    MARGIN,
    STRETCH,
    Chooser,
    button,
    card,
    column,
    copy_text,
    label,
    row,
    scrolling,
)
from insurance_desktop.gui.notices import Notice
from insurance_desktop.gui.page import Page
from insurance_desktop.gui.process.crash import log_file
from insurance_desktop.packs.wording import language, say

from .backup_card import BackupCard
from .components_card import ComponentsCard
from .fields_card import FieldsCard
from .keys_card import KeysCard
from .licences_card import LicencesCard
from .links_card import LinksCard
from .memory_card import MemoryCard
from .models_card import ModelsCard
from .rule_card import RuleCard
from .updates_card import UpdatesCard
from .web_card import WebCard

THEMES = (("system", "gui.theme_system"), ("light", "gui.theme_light"), ("dark", "gui.theme_dark"))
LANGUAGES = (("zh", "gui.language_zh"), ("en", "gui.language_en"))
SCALES = (90, 100, 110, 125, 150, 175, 200)
WIDEST = 860


class SettingsPage(Page):
    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._scale_at_start = context.settings.scale
        self.reviewer = QLineEdit(context.settings.reviewer)
        self.theme = self._chooser("gui.setting_theme")
        self.language = self._chooser("gui.setting_language")
        self.scale = self._chooser("gui.setting_scale")
        self.restart = button(say("gui.restart_now"), context.restart_wanted.emit, primary=True)
        self.restart_text = label(say("gui.restart_needed"), "muted", wrap=True)
        self.network = self._chooser("gui.setting_network")
        self.reset = button(say("gui.layout_reset"), self._reset)
        self.keys = KeysCard(context.shortcuts)
        self.links = LinksCard(context)
        self.web = WebCard(context)
        self.models = ModelsCard(context)
        self.memory = MemoryCard(context)
        self.backup = BackupCard(context)
        self.rule = RuleCard(context)
        self.updates = UpdatesCard(context)
        self.licences = LicencesCard(context)
        self.fields = FieldsCard(context)
        self.components = ComponentsCard(context)
        cards = (self.fields, self.components, self.links, self.models, self.memory)
        self._looking = (*cards, self.rule, self.backup, self.updates, self.licences)
        self._fill()
        self._lay_out()
        self._connect()
        self._offer_restart()
        context.read_only.changing(self.network)

    # --- building ---------------------------------------------------------------------------------------------
    def _chooser(self, words: str) -> Chooser:
        made = Chooser(self.context.theme)
        made.setAccessibleName(say(words))
        made.setMinimumWidth(200)
        return made

    def _fill(self) -> None:
        settings = self.context.settings
        self.reviewer.setPlaceholderText(say("gui.reviewer_placeholder"))
        self.reviewer.setAccessibleName(say("gui.ask_reviewer"))
        self.reviewer.setAccessibleDescription(say("gui.start_reviewer_text"))
        self.reviewer.setMaxLength(60)
        for chooser, options, chosen in (
            (self.theme, THEMES, settings.theme),
            (self.language, LANGUAGES, settings.language),
        ):
            for value, words in options:
                chooser.addItem(say(words), value)
            chooser.setCurrentIndex(max(chooser.findData(chosen), 0))
        for percent in SCALES:
            self.scale.addItem(f"{percent} %", percent)
        self.scale.setCurrentIndex(max(self.scale.findData(settings.scale), 0))

    def _lay_out(self) -> None:
        self._cards = column(
            label(say("gui.page_settings"), "title"),
            self._person(),
            self._look(),
            self.fields,
            self.rule,
            self.backup,
            self._network(),
            self.components,
            self.models,
            self.memory,
            self.web,
            self.keys,
            self.links,
            self.updates,
            self._records(),
            self.licences,
            STRETCH,
            gap=MARGIN,
        )
        self.area = scrolling(self._cards, widest=WIDEST)
        self.setLayout(column((self.area, 1), margin=MARGIN))

    def _person(self) -> QFrame:
        inner = column(
            label(say("gui.ask_reviewer"), "heading"),
            self.reviewer,
            label(say("gui.start_reviewer_text"), "muted", wrap=True),
            margin=MARGIN,
        )
        return _card(inner)

    def _look(self) -> QFrame:
        grid = QGridLayout()
        grid.setHorizontalSpacing(MARGIN)
        grid.setColumnStretch(2, 1)
        for line, (words, chooser) in enumerate(
            (
                ("gui.setting_theme", self.theme),
                ("gui.setting_language", self.language),
                ("gui.setting_scale", self.scale),
            )
        ):
            named = label(say(words))
            named.setBuddy(chooser)
            grid.addWidget(named, line, 0)
            grid.addWidget(chooser, line, 1)
        again = row((self.restart_text, 1), self.restart)
        arranged = row((label(say("gui.layout_reset_text"), "muted", wrap=True), 1), self.reset)
        inner = column(label(say("gui.setting_look"), "heading"), grid, again, arranged, margin=MARGIN)
        return _card(inner)

    def _network(self) -> QFrame:
        for words, offline in (("gui.setting_online", False), ("gui.setting_offline", True)):
            self.network.addItem(say(words), offline)
        self.network.setAccessibleDescription(say("gui.setting_offline_text"))
        self._show_network(self.context.is_offline)
        inner = column(
            label(say("gui.setting_network"), "heading"),
            self.network,
            label(say("gui.setting_offline_text"), "muted", wrap=True),
            margin=MARGIN,
        )
        return _card(inner)

    def _show_network(self, offline: bool) -> None:
        self.network.setCurrentIndex(self.network.findData(offline))

    def _records(self) -> QFrame:
        folder = log_file().parent
        place = label(say("gui.log_place", path=log_file()), wrap=True)
        place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line = row(
            button(say("gui.open_folder"), lambda: self._open(folder)),
            button(say("gui.copy_path"), lambda: copy_text(str(log_file()))),
            STRETCH,
        )
        inner = column(
            label(say("gui.setting_log"), "heading"),
            place,
            label(say("gui.nothing_sent"), "muted", wrap=True),
            line,
            margin=MARGIN,
        )
        return _card(inner)

    def _connect(self) -> None:
        self.reviewer.editingFinished.connect(self._keep_reviewer)
        self.theme.activated.connect(self._choose_theme)
        self.language.activated.connect(self._keep_language)
        self.scale.activated.connect(self._keep_scale)
        self.network.activated.connect(lambda _index: self.context.set_offline(self.network.currentData()))
        self.context.network_changed.connect(self._show_network)

    # --- what the window asks ---------------------------------------------------------------------------------
    def catch_up(self) -> None:
        for each in self._looking:
            each.look()

    def arrive(self) -> None:
        for each in self._looking:
            each.look()
        if not self.reviewer.hasFocus():
            self.reviewer.setText(self.context.settings.reviewer)
        self.reviewer.setFocus()

    def panes(self) -> tuple[QWidget, ...]:
        return (self.reviewer, self.theme, self.keys.table)

    def show_section(self, heading: str) -> None:
        """The card with this heading, as its key; the keyboard is in the first of its controls that can be used."""
        card = next(each for each in self.area.findChildren(QFrame) if _heading_of(each) == say(heading))
        self._bring(card)
        self.context.jobs.idle.connect(lambda: self._bring(card), Qt.ConnectionType.SingleShotConnection)

    def _bring(self, card: QWidget) -> None:
        """To the upper edge, with the keyboard; once more when what was still being read stands there."""
        self._cards.activate()
        self.area.verticalScrollBar().setValue(card.y())
        usable = (each for each in card.findChildren(QWidget) if each.isEnabledTo(card) and each.isVisibleTo(card))
        first = next((each for each in usable if each.focusPolicy() & Qt.FocusPolicy.TabFocus), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_keys(self) -> None:
        self.area.ensureWidgetVisible(self.keys, 0, 0)
        self.keys.table.setFocus()

    # --- choices ----------------------------------------------------------------------------------------------
    def _keep_reviewer(self) -> None:
        self.context.name_reviewer(self.reviewer.text())

    def _choose_theme(self) -> None:
        self.context.settings.theme = self.theme.currentData()
        self.context.theme.choose(self.theme.currentData())

    def _keep_language(self) -> None:
        """Another window takes the place of this one, where the reader was."""
        self.context.settings.language = self.language.currentData()
        if self.context.settings.language != language():
            self.context.language_chosen.emit()

    def _keep_scale(self) -> None:
        self.context.settings.scale = self.scale.currentData()
        self._offer_restart()

    def _offer_restart(self) -> None:
        """The size is set once, when the program starts."""
        differs = self.context.settings.scale != self._scale_at_start
        self.restart.setVisible(differs)
        self.restart_text.setVisible(differs)

    def _reset(self) -> None:
        self.context.layout_reset.emit()
        self.context.noticed.emit(Notice("good", say("gui.layout_is_reset")))

    def _open(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self.context.noticed.emit(Notice("information", say("gui.log_place", path=paths.state_folder())))


def _heading_of(card: QFrame) -> str:
    """ "" for a frame that is no card."""
    own = (each for each in card.children() if isinstance(each, QLabel) and each.property("role") == "heading")
    return next((each.text() for each in own), "")


def _card(inner: QLayout) -> QFrame:
    made = card()
    made.setLayout(inner)
    return made
