"""What the program is made of, and under which licences: for whoever passes it on, and whoever checks it."""

from pathlib import Path

from .entity import entity
from .updates import Form


@entity
class Part:
    """One thing inside the program. `home` is where it comes from; `requires` are the names of other parts."""

    name: str
    version: str
    licence: str
    home: str
    is_library: bool
    requires: tuple[str, ...] = ()


@entity
class LicenceText:
    """A text as it came with the part, or the common one of its licence; `file` says which it was."""

    file: str
    text: str


@entity
class LicensedPart:
    """A part with all its texts."""

    part: Part
    texts: tuple[LicenceText, ...]


@entity
class Installation:
    """A program that lies in a folder and is not the one that runs. `site` holds its libraries with their metadata,
    `form` is how it comes onto a machine, `python` the version of the Python inside."""

    site: Path
    form: Form
    python: str
