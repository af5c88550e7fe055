"""Whose account of the machine this is: the name that a first start proposes to whoever reviews."""

import ctypes
import os
import sys

_SHARED = frozenset({"root", "admin", "administrator", "guest", "user"})
"""Accounts that name nobody: what they decide must not be signed with them unasked."""


def person_of_account() -> str:
    """The full name that the system knows of its user, else the account's; "" where it tells nobody's."""
    full, account = _of_windows() if sys.platform == "win32" else _of_unix()
    return "" if account.lower() in _SHARED else proposed(full, account)


def proposed(full: str, account: str) -> str:
    """A name to be proposed: of the full one what stands before a comma, where offices and telephones follow."""
    return full.partition(",")[0].strip() or account.strip()


def _of_unix() -> tuple[str, str]:
    import pwd  # noqa: PLC0415 (Windows has none)

    try:
        entry = pwd.getpwuid(os.getuid())
    except KeyError:  # a number without a name, as in containers
        return "", ""
    return entry.pw_gecos, entry.pw_name


def _of_windows() -> tuple[str, str]:
    """GetUserNameEx tells the name that is shown (3, NameDisplay) only where there is one."""
    size = ctypes.c_ulong(256)
    buffer = ctypes.create_unicode_buffer(size.value)
    secur32 = ctypes.WinDLL("secur32")  # type: ignore[attr-defined,unused-ignore]  # of Windows alone
    found = secur32.GetUserNameExW(3, buffer, ctypes.byref(size))
    return buffer.value if found else "", os.environ.get("USERNAME", "")
