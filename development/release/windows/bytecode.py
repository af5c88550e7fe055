"""Bytecode of the folder for Windows, made here of the lines that lie in it.

Without it the first start makes it, file by file, and an AI client waits for that; where the folder cannot be written
every start does. Bytecode is the same on all systems and differs between versions of Python: the one that makes it
must bear the number that the runtime's own bytecode bears.
"""

import shutil
import subprocess
from pathlib import Path

NUMBER = "import importlib.util, sys; sys.stdout.buffer.write(importlib.util.MAGIC_NUMBER)"
HEADER = 4
"""Bytes of the number at the head of a file."""


def compiler(name: str, number: bytes) -> str:
    """The Python that makes it. SystemExit where there is none, or its bytecode is another one's."""
    found = shutil.which(name)
    own = subprocess.run([found, "-I", "-c", NUMBER], check=False, capture_output=True).stdout if found else b""
    if not number or own != number:
        raise SystemExit(f"{name} makes bytecode {own.hex() or 'of no kind'}, the runtime reads {number.hex()}")
    return str(found)


def lay_bytecode(folder: Path, python: str) -> int:
    """Bytecode beside every module below `folder`; returns how many files. It is believed without a look at the lines,
    whose times an installer need not keep, and names its files as they lie in the folder."""
    line = [python, "-I", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "-s", str(folder)]
    subprocess.run([*line, str(folder)], check=True)
    return sum(1 for _ in folder.rglob("*.pyc"))
