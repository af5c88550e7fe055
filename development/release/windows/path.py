"""Puts the folder of the console program on this user's PATH, or takes it off: `python.exe path.py add|remove`.

Travels with the program. The value is written as it was found otherwise, with its kind: variables in it stay variables.
"""

import ctypes
import sys
from pathlib import Path
from typing import Any

KEY, NAME = "Environment", "Path"


def changed(value: str, folder: str, *, add: bool) -> str:
    """The PATH with the folder at its end, or without it; other entries keep order and spelling."""
    entries = [each for each in value.split(";") if each and each.rstrip("\\").lower() != folder.lower()]
    return ";".join([*entries, folder] if add else entries)


def change(registry: Any, folder: str, *, add: bool) -> None:
    """`registry` is the module winreg, or in tests something with its functions."""
    rights = registry.KEY_READ | registry.KEY_WRITE
    with registry.CreateKeyEx(registry.HKEY_CURRENT_USER, KEY, 0, rights) as key:
        try:
            value, kind = registry.QueryValueEx(key, NAME)
        except FileNotFoundError:
            value, kind = "", registry.REG_EXPAND_SZ
        registry.SetValueEx(key, NAME, 0, kind, changed(value, folder, add=add))


def tell_the_others() -> None:
    """Windows that are open learn of it: WM_SETTINGCHANGE to all, two seconds at most for each."""
    if sys.platform == "win32":
        ctypes.windll.user32.SendMessageTimeoutW(0xFFFF, 0x1A, 0, "Environment", 2, 2000, None)


def main() -> None:
    import winreg  # noqa: PLC0415 (a module of Windows alone; tests import this one anywhere)

    change(winreg, str(Path(__file__).resolve().parent), add=sys.argv[1] == "add")
    tell_the_others()


if __name__ == "__main__":
    main()
