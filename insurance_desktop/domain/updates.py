"""A release as its publisher describes it, and what a check of it says."""

from datetime import date
from enum import StrEnum

from .entity import entity


class Form(StrEnum):
    """How a program came onto a machine; the release of that form is the one that replaces it."""

    WHEEL = "wheel"
    ARCHIVE = "archive"
    DEB = "deb"
    SETUP = "setup"
    APP = "app"


class UpdateStatus(StrEnum):
    CURRENT = "current"
    AVAILABLE = "available"
    AHEAD = "ahead"
    """What runs is newer than what was published."""
    STANDING = "standing"
    """It is installed, and starts once what runs is closed."""


class UpdateAction(StrEnum):
    """What was done."""

    FETCHED = "fetched"
    INSTALLED = "installed"
    RETURNED = "returned"
    """To the version before, which lies beside."""
    FORWARDED = "forwarded"
    """To the version after it again."""


@entity
class ReleaseFile:
    """One file of a release, beside its manifest. `system` is the machine that it is for (`this_system`), "" = any."""

    name: str
    form: Form
    bytes: int
    sha256: str
    system: str = ""


@entity
class Release:
    """What a signed manifest says. After `valid_until` it is too old to be believed.

    `changes` are sentences by language.
    """

    version: str
    published: date
    valid_until: date
    files: tuple[ReleaseFile, ...]
    changes: dict[str, tuple[str, ...]]


@entity
class UpdateReport:
    """`file` is the one for this machine and form, None where the release has none. `signed_by` is the key's id."""

    status: UpdateStatus
    running: str
    version: str
    published: date
    valid_until: date
    changes: tuple[str, ...]
    file: ReleaseFile | None
    signed_by: str


@entity
class FetchedUpdate:
    """A verified file in the user's own folder; `steps` say how it is installed, and how the former version returns.

    `is_installable`: the program can lay it beside itself (`install_update`), without root.
    """

    version: str
    former: str
    form: Form
    path: str
    sha256: str
    steps: str
    is_installable: bool
    action: UpdateAction = UpdateAction.FETCHED


@entity
class StandingVersion:
    """What `program` starts from now on; `running` goes on until it is closed.

    `former` is the version that it started before, "" where none is left; `former_program` starts that. `steps` say
    what that means to a person, `said` is what install.sh said ("" where none was run).
    """

    action: UpdateAction
    version: str
    running: str
    former: str
    program: str
    former_program: str
    steps: str
    said: str
