"""How a newer version is installed beside the one that runs, and how that one returns, by the form of both."""

import sys
from pathlib import Path

from insurance_desktop import __version__, paths
from insurance_desktop.domain.updates import Form
from insurance_desktop.packs.wording import say

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


def steps(form: Form, file: Path, version: str) -> str:
    """What a person does with a verified file: each line a step."""
    beside = file.parent / "program"
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    own = say(
        f"updates.steps_{form}",
        file=file,
        beside=beside,
        programs=beside / scripts,
        python=sys.executable,
        version=version,
        running=__version__,
        kept=paths.update_folder(),
    )
    return "\n".join((own, say("updates.steps_library", running=__version__)))
