"""Why the system refused a file or a program, in the language that is spoken: its own words are in its own language."""

import errno

from insurance_desktop.domain.errors import SystemRefused

from .wording import say

REASONS = {
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.ESRCH: "missing",
    errno.EISDIR: "folder",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read_only",
    errno.EBUSY: "in_use",
    errno.ETXTBSY: "in_use",
    errno.ENAMETOOLONG: "name",
    errno.EINVAL: "name",
    errno.EILSEQ: "name",
    errno.ELOOP: "loop",
    errno.EMFILE: "too_many",
    errno.ENFILE: "too_many",
    errno.EIO: "broken",
    errno.ENXIO: "gone",
    errno.ENODEV: "gone",
    errno.ESTALE: "gone",
    errno.EHOSTDOWN: "gone",
    errno.EHOSTUNREACH: "gone",
    errno.ENETUNREACH: "gone",
    errno.ETIMEDOUT: "gone",
    errno.ECONNREFUSED: "refused",
    errno.EADDRINUSE: "address_in_use",
    errno.EADDRNOTAVAIL: "address",
    errno.ENOEXEC: "no_program",
    errno.ENOMEM: "memory",
}
SHARED = 32
"""Windows's number for a file that another program keeps to itself; Python calls that a want of permission."""


def reason_of(error: OSError) -> str:
    """A clause without a full stop, for the brackets of a sentence; the system's number where it is a rare one."""
    if getattr(error, "winerror", None) == SHARED:
        return say("system.in_use")
    known = REASONS.get(error.errno or 0)
    return say(f"system.{known}") if known else say("system.other", number=error.errno or str(error))


def system_refused(error: OSError) -> SystemRefused:
    """An error of the operating system that nobody knew more about, as one of the tree."""
    return SystemRefused("store.system_refused", detail=reason_of(error), file=error.filename or "")
