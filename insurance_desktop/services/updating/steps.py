"""How a person installs a newer version beside the one that runs, and how that one returns, by the form of both."""

import sys
from pathlib import Path

from insurance_desktop import __version__, paths
from insurance_desktop.domain.updates import Form
from insurance_desktop.packs.wording import say

from .versions import can_lay_beside


def steps(form: Form, file: Path, version: str) -> str:
    """What a person does with a verified file: each line a step."""
    beside = file.parent / "program"
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    own = say(
        f"updates.steps_{_way(form)}",
        file=file,
        beside=beside,
        programs=beside / scripts,
        python=sys.executable,
        folder=Path(sys.executable).parent,
        version=version,
        running=__version__,
        kept=paths.update_folder(),
    )
    return "\n".join((own, say("updates.steps_library", running=__version__)))


def _way(form: Form) -> str:
    """An archive is told of by where the program that runs was unpacked."""
    if form is Form.ARCHIVE and paths.portable_folder() is not None:
        return "portable"
    return "beside" if form is Form.ARCHIVE and can_lay_beside() else form
