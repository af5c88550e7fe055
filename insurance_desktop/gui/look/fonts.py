"""A Chinese font for systems that have none: without it every sign is an empty box."""

from PySide6.QtGui import QFontDatabase

from insurance_desktop import paths

LENT = "NotoSansCJKsc-GBK.otf"


def lend_font() -> bool:
    """Whether the font that ships had to be lent; the system's own are better known to its user."""
    if QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese):
        return False
    return QFontDatabase.addApplicationFont(str(paths.resource_root() / "fonts" / LENT)) != -1
