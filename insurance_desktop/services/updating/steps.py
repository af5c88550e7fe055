"""How a newer version is installed beside the one that runs, and how that one returns, by the form of both."""

import sys
from pathlib import Path

from insurance_desktop import __version__, paths
from insurance_desktop.domain.updates import Form
from insurance_desktop.packs.wording import say


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
