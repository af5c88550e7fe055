"""Every fault that a person may meet, as one tree.

WorkbenchError                 a sentence: what happened, why, what to do
├── UsageError                 the call itself is wrong (exit 2)
├── LibraryError               the file as a whole
│   ├── NotALibrary            another program's file
│   ├── LibraryTooNew          written by a later version
│   ├── LibraryTooOld          written before the first release
│   ├── LibraryMissing         its folder has gone, and nobody asked for a new library
│   ├── LibraryReadOnly        folder or file cannot be written
│   ├── LibraryBusy            another process holds the write lock
│   ├── LibraryDamaged         SQLite says the file is malformed
│   └── DiskFull               no room left; nothing was changed
├── PackError                  a pack's TOML has faults, all of them listed
├── SiteError                  a site's TOML has faults, all of them listed
├── SourceError                one original cannot be read (a value in a batch)
├── ReviewRefused              a decision that the rules do not allow now
├── NotFound                   an id or name that is not there
├── SystemRefused              the operating system did not allow a step: a folder, a name, a drive
├── WindowUnavailable          the system lacks what a window needs: a library, a display
├── ModelError                 the embedding model is missing or does not fit
├── UpdateRefused              a newer version that is not believed, or not for this machine
├── EndpointError              a language model or voice that someone set cannot be reached, or answers nonsense
└── CollectionError            collecting from a site had to stop, or one request of it failed
    ├── Offline                the offline switch is on
    ├── CollectionBusy         another run is collecting for this library
    ├── DomainClosed           the site asked for rest: no request before a stated time
    ├── CaptchaAsked           the site asks for a person
    ├── RobotsRefused          robots.txt forbids the address, or cannot be read
    ├── RequestRefused         an address that the rules of collecting forbid
    ├── SiteChanged            a list that cannot be read any more
    └── AnswerFailed           one request without a usable answer
        └── ServerFault        the server's own fault: another try may help

An error names its sentence by `key` (`<room>.<name>` in resources/i18n) and brings the values for it; the faces
turn it into words with `packs.wording.sentence`. So the core holds no wording and a second language is a file.
"""


class WorkbenchError(Exception):
    """An expected failure. `code` is the stable name in JSON answers; `values` fill the catalogue's sentence."""

    code = "error"

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.key}({shown})"


class UsageError(WorkbenchError):
    code = "usage"


class LibraryError(WorkbenchError):
    code = "library"


class NotALibrary(LibraryError):
    code = "not_a_library"


class LibraryTooNew(LibraryError):
    code = "library_too_new"


class LibraryTooOld(LibraryError):
    code = "library_too_old"


class LibraryMissing(LibraryError):
    code = "library_missing"


class LibraryReadOnly(LibraryError):
    code = "library_read_only"


class LibraryBusy(LibraryError):
    code = "library_busy"


class LibraryDamaged(LibraryError):
    code = "library_damaged"


class DiskFull(LibraryError):
    code = "disk_full"


class PackError(WorkbenchError):
    """`faults` are lines of the form `file: key: reason`."""

    code = "pack"

    def __init__(self, key: str, faults: tuple[str, ...]) -> None:
        super().__init__(key, faults="\n".join(faults))
        self.faults = faults


class SiteError(WorkbenchError):
    """`faults` are lines of the form `file: key: reason`."""

    code = "site"

    def __init__(self, key: str, faults: tuple[str, ...]) -> None:
        super().__init__(key, faults="\n".join(faults))
        self.faults = faults


class SourceError(WorkbenchError):
    """One original that cannot be read; `stage` and `page` (from 1, None = the whole file) say where."""

    code = "source"

    def __init__(self, key: str, *, stage: str = "", page: int | None = None, **values: object) -> None:
        super().__init__(key, **values)
        self.stage = stage
        self.page = page


class ReviewRefused(WorkbenchError):
    code = "review_refused"


class NotFound(WorkbenchError):
    code = "not_found"


class SystemRefused(WorkbenchError):
    code = "system"


class WindowUnavailable(WorkbenchError):
    code = "window_unavailable"


class ModelError(WorkbenchError):
    code = "model"


class EndpointError(WorkbenchError):
    code = "endpoint"


class UpdateRefused(WorkbenchError):
    code = "update"


class CollectionError(WorkbenchError):
    code = "collection"


class Offline(CollectionError):
    code = "offline"


class CollectionBusy(CollectionError):
    code = "collection_busy"


class DomainClosed(CollectionError):
    code = "domain_closed"


class CaptchaAsked(CollectionError):
    code = "captcha"


class RobotsRefused(CollectionError):
    code = "robots"


class RequestRefused(CollectionError):
    code = "request_refused"


class SiteChanged(CollectionError):
    code = "site_changed"


class AnswerFailed(CollectionError):
    code = "answer_failed"


class ServerFault(AnswerFailed):
    code = "server_fault"
