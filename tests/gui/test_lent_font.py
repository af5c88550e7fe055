"""A system without a Chinese font is lent one: its user reads signs, not empty boxes."""

import os
import subprocess
import sys

from marks import linux_only

DRAWN = """
from PySide6.QtGui import QFont, QFontMetrics, QRawFont, QFontDatabase
from insurance_desktop.gui.application import make_application
application = make_application()
raw = QRawFont.fromFont(application.font(), QFontDatabase.WritingSystem.SimplifiedChinese)
print(raw.familyName(), all(raw.supportsCharacter(ord(sign)) for sign in "核验条款《》①￥镕囍"))
"""
FONTCONFIG = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>{}</dir></fontconfig>'


@linux_only("other systems have Chinese fonts of their own")
def test_signs_are_drawn_where_the_system_has_no_font(tmp_path):
    (tmp_path / "fonts.conf").write_text(FONTCONFIG.format(tmp_path), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", DRAWN],
        env={**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == "Noto Sans CJK SC True", done.stderr
