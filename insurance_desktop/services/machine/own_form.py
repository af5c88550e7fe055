"""How the program that runs came onto this machine: what its builder wrote down, else by its place."""

import sys
from pathlib import Path

from insurance_desktop import paths
from insurance_desktop.domain.updates import Form

FORM_FILE = "form"
"""Among the resources of a program that was built as more than a wheel: the word for its form."""

PACKAGED = Path("/opt/insurance-desktop")
"""Where the .deb lays its versions."""


def own_form() -> Form:
    """What the builder of this program wrote down. Without a word of his a built folder tells by its place, and all
    else was installed from a wheel."""
    try:
        return Form((paths.resource_root() / FORM_FILE).read_text("utf-8").strip())
    except (OSError, ValueError):
        if not getattr(sys, "frozen", False):
            return Form.WHEEL
        return Form.DEB if Path(sys.executable).is_relative_to(PACKAGED) else Form.ARCHIVE
