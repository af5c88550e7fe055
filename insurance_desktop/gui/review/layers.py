"""What can be made to stand out on both sides: signs easily misread, exclusions, and what the text left out."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QToolButton

from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.context import Desk
from insurance_desktop.gui.look.parts import flat_button
