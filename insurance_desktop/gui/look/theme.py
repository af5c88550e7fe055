"""Light and dark: one set of named colours each, turned into a palette and a style sheet."""

from dataclasses import asdict
from string import Template

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from insurance_desktop import paths
from insurance_desktop.domain.entity import entity

from .fonts import lend_font

FONT_FAMILIES = (
    "Microsoft YaHei UI",
    "PingFang SC",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Noto Sans SC",
    "WenQuanYi Micro Hei",
    "sans-serif",
)
POINTS = 10.0


@entity
class Colours:
    """Contrast of text on its ground is at least 4.5 : 1 in both sets, that of `field` and `focus` 3 : 1 (tested).

    `field` is the edge of what can be typed in, ticked or dragged, `border` that of what only lies there.
    """

    window: str
    surface: str
    stripe: str
    text: str
    muted: str
    border: str
    field: str
    accent: str
    on_accent: str
    accent_soft: str
    good: str
    warning: str
    danger: str
    focus: str
    mark: str


LIGHT = Colours(
    window="#f2f4f7",
    surface="#ffffff",
    stripe="#f7f9fb",
    text="#1b2430",
    muted="#556070",
    border="#d3d9e1",
    field="#808a99",
    accent="#1d5cb8",
    on_accent="#ffffff",
    accent_soft="#e1ebf9",
    good="#17693f",
    warning="#855800",
    danger="#b02a20",
    focus="#1d5cb8",
    mark="#ffd75e",
)
DARK = Colours(
    window="#171a20",
    surface="#20242c",
    stripe="#252a33",
    text="#e7eaf0",
    muted="#a7b0be",
    border="#3b424f",
    field="#727c8c",
    accent="#7db1ff",
    on_accent="#0e1726",
    accent_soft="#2a3d5c",
    good="#6fd19b",
    warning="#f0bd58",
    danger="#ff9489",
    focus="#7db1ff",
    mark="#75590a",
)

STYLE = Template("""
* { outline: none; }
QToolTip { color: $text; background: $surface; border: 1px solid $border; padding: 4px 6px; }
QMainWindow, QDialog { background: $window; }
QLabel[role="title"] { font-size: 15pt; font-weight: 600; }
QLabel[role="heading"] { font-size: 11pt; font-weight: 600; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="danger"] { color: $danger; }
QLabel[role="warning"] { color: $warning; }
QLabel[role="good"] { color: $good; }
QFrame[role="card"] { background: $surface; border: 1px solid $border; border-radius: 8px; }
QFrame[role="weak"] { background: $surface; border: 2px dashed $warning; border-radius: 8px; }
QFrame[role="card"]:focus, QFrame[role="weak"]:focus { border: 2px solid $focus; }
QFrame[role="rail"] { background: $surface; border: none; border-right: 1px solid $border; }
QFrame[role="bar"] { background: $surface; border: none; border-bottom: 1px solid $border; }
QFrame[role="notice"] { background: $accent_soft; border: 1px solid $accent; border-left: 5px solid $accent;
    border-radius: 6px; }
QFrame[role="notice"][kind="error"] { border-color: $danger; }
QFrame[role="notice"][kind="warning"] { border-color: $warning; }
QFrame[role="notice"][kind="good"] { border-color: $good; }
QFrame[role="drop"] { background: $accent_soft; border: 2px dashed $accent; border-radius: 12px; }
QFrame[role="drop"] QLabel { font-size: 15pt; font-weight: 600; }
QToolButton[role="rail"] {
    border: 2px solid transparent; border-radius: 8px; padding: 8px 2px; color: $muted; background: transparent;
}
QToolButton[role="rail"][tight="true"] { padding: 2px; }
QToolButton[role="rail"]:hover { background: $window; color: $text; }
QToolButton[role="rail"]:checked { background: $accent_soft; color: $accent; font-weight: 600; }
QToolButton[role="rail"]:focus { border-color: $focus; }
QToolButton[role="rail"]::menu-indicator { image: none; }
QPushButton, QToolButton[role="button"] {
    background: $surface; border: 1px solid $border; border-radius: 6px; padding: 5px 14px; min-height: 20px;
}
QPushButton:hover, QToolButton[role="button"]:hover { border-color: $accent; }
QPushButton:pressed, QToolButton[role="button"]:pressed { background: $accent_soft; }
QPushButton:focus, QToolButton[role="button"]:focus { border: 2px solid $focus; padding: 4px 13px; }
QPushButton:disabled, QToolButton[role="button"]:disabled { color: $muted; background: $window; }
QPushButton[primary="true"], QToolButton[primary="true"] {
    background: $accent; color: $on_accent; border-color: $accent; font-weight: 600;
}
QPushButton[primary="true"]:focus, QToolButton[primary="true"]:focus { border: 2px solid $text; }
QPushButton[primary="true"]:disabled { background: $window; color: $muted; border-color: $border; }
QPushButton[danger="true"] { color: $danger; border-color: $danger; }
QPushButton[danger="true"]:disabled { color: $muted; border-color: $border; }
QToolButton[role="button"] { padding-right: 26px; }
QToolButton[role="button"]:focus { padding-right: 25px; }
QToolButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: right center; right: 8px; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: none; width: 24px; }
QToolButton[role="flat"] { border: 2px solid transparent; border-radius: 6px; padding: 3px 6px;
    background: transparent; }
QToolButton[role="flat"][popupMode="2"] { padding-right: 24px; }
QToolButton[role="flat"]:hover { background: $accent_soft; }
QToolButton[role="flat"]:checked { background: $accent_soft; color: $accent; }
QToolButton[role="flat"]:focus { border-color: $focus; }
QToolButton[role="flat"]:disabled { color: $muted; }
QLineEdit, QComboBox, QPlainTextEdit, QTextEdit, QTextBrowser {
    background: $surface; border: 1px solid $field; border-radius: 6px; padding: 5px 8px;
    selection-background-color: $accent; selection-color: $on_accent;
}
QLineEdit, QComboBox { min-height: 20px; }
QCheckBox, QRadioButton { border: 2px solid transparent; border-radius: 6px; padding: 2px 4px; }
QCheckBox:focus, QRadioButton:focus { border-color: $focus; }
QCheckBox::indicator:unchecked, QRadioButton::indicator:unchecked {
    width: 13px; height: 13px; border: 1px solid $muted; border-radius: 3px; background: $surface;
}
QRadioButton::indicator:unchecked { border-radius: 7px; }
QCheckBox::indicator:checked { width: 13px; height: 13px; border: 1px solid $accent; border-radius: 3px;
    background: $accent; image: url("$tick"); }
QCheckBox::indicator:checked:disabled { border-color: $field; background: $field; }
QRadioButton::indicator:checked { width: 13px; height: 13px; border: 1px solid $accent; border-radius: 7px;
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 $on_accent, stop: 0.4 $on_accent, stop: 0.5 $accent, stop: 1 $accent); }
QCheckBox::indicator:unchecked:disabled, QRadioButton::indicator:unchecked:disabled { border-color: $border; }
QLineEdit:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus, QTextBrowser:focus {
    border: 2px solid $focus; padding: 4px 7px;
}
QComboBox QAbstractItemView { background: $surface; border: 1px solid $border; selection-background-color: $accent_soft;
    selection-color: $text; }
QAbstractItemView { background: $surface; alternate-background-color: $stripe; border: 1px solid $border;
    border-radius: 6px; selection-background-color: $accent_soft; selection-color: $text; }
QAbstractItemView:focus { border-color: $focus; }
QTableView::item { padding: 0 8px; }
QTableView::item:selected { background: $accent_soft; color: $text; }
QListView::item { padding: 6px 8px; }
QTreeView::item { padding: 4px 2px; }
QListView::item:selected, QTreeView::item:selected { background: $accent_soft; color: $text; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section {
    background: $surface; color: $muted; border: none; border-bottom: 1px solid $border; padding: 6px 11px;
}
QTableCornerButton::section { background: $surface; border: none; border-bottom: 1px solid $border; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollArea { border: none; background: transparent; }
QScrollArea > QWidget > QWidget[role="canvas"] { background: transparent; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: $accent_soft; }
QStatusBar { background: $surface; border-top: 1px solid $border; }
QStatusBar::item { border: none; }
QTabWidget::pane { border: none; }
QTabBar::tab { background: transparent; color: $muted; padding: 6px 10px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar[role="narrow"]::tab { padding: 6px 5px; }
QTabBar::tab:selected { color: $accent; border-bottom: 2px solid $accent; font-weight: 600; }
QTabBar::tab:disabled { color: $field; }
QTabBar::tab:focus { border: 2px solid $focus; }
QProgressBar { background: $window; border: 1px solid $border; border-radius: 4px; text-align: center; min-height: 14px;
    max-height: 14px; font-size: 8pt; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QProgressBar[textVisible="true"]::chunk { background: $accent_soft; border: 1px solid $accent; }
QMenu { background: $surface; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 22px; border-radius: 4px; }
QMenu::item:selected { background: $accent_soft; }
QScrollBar:vertical { width: 12px; background: transparent; }
QScrollBar:horizontal { height: 12px; background: transparent; }
QScrollBar::handle { background: $field; border-radius: 4px; margin: 2px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
""")


class ThemeSwitch(QObject):
    """Follows the system, or stays on `light` or `dark`. `changed` brings the colours now in use."""

    changed = Signal(object)

    def __init__(self, application: QApplication, choice: str = "system") -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        self.colours = LIGHT
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)
        self.choose(choice)

    def choose(self, choice: str) -> None:
        """`system`, `light` or `dark`."""
        self._choice = choice
        self._apply(DARK if choice == "dark" or (choice == "system" and _system_is_dark()) else LIGHT)

    @property
    def is_dark(self) -> bool:
        return self.colours is DARK

    def _follow(self) -> None:
        if self._choice == "system":
            self.choose("system")

    def _apply(self, colours: Colours) -> None:
        self.colours = colours
        style = style_of(colours)
        if self._application.styleSheet() != style:  # Qt dresses every widget again, also in what it wears already
            self._application.setPalette(palette_of(colours))
            self._application.setStyleSheet(style)
        self.changed.emit(colours)


def dress(application: QApplication) -> None:
    """The style and the fonts, the same on every system; a Chinese family is named for each of them."""
    application.setStyle(QStyleFactory.create("Fusion"))
    lend_font()
    font = QFont()
    font.setFamilies(list(FONT_FAMILIES))
    font.setPointSizeF(POINTS)
    application.setFont(font)


def style_of(colours: Colours) -> str:
    tick = paths.resource_root() / "look" / f"tick-{'dark' if colours is DARK else 'light'}.svg"
    return STYLE.substitute(asdict(colours), tick=tick.as_posix())


def palette_of(colours: Colours) -> QPalette:
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: colours.window,
        QPalette.ColorRole.WindowText: colours.text,
        QPalette.ColorRole.Base: colours.surface,
        QPalette.ColorRole.AlternateBase: colours.stripe,
        QPalette.ColorRole.Text: colours.text,
        QPalette.ColorRole.PlaceholderText: colours.muted,
        QPalette.ColorRole.Button: colours.surface,
        QPalette.ColorRole.ButtonText: colours.text,
        QPalette.ColorRole.Highlight: colours.accent,
        QPalette.ColorRole.HighlightedText: colours.on_accent,
        QPalette.ColorRole.ToolTipBase: colours.surface,
        QPalette.ColorRole.ToolTipText: colours.text,
        QPalette.ColorRole.Link: colours.accent,
        QPalette.ColorRole.Mid: colours.border,
    }
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.muted))
    return palette


def _system_is_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
