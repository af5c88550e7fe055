"""The built folder: a clean clone, an environment of pinned wheels, PyInstaller, and nothing that tells who built."""

import os
import shutil
import stat
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path

REQUIREMENTS = Path("development") / "release" / "requirements-linux.txt"
PROGRAM = "insurance-desktop"
WINDOW = "insurance-desktop-window"
STRIPPED = (
    "libpython3*",
    "python3*/lib-dynload/*.so",
    "cryptography/**/*.so",
    "pymupdf/*.so*",
    "pypdfium2_raw/*.so",
    "rjieba/*.so",
    "selectolax/*.so",
    "tokenizers/*.so",
    "yaml/*.so",
)
"""What strip leaves whole; it breaks what patchelf laid out anew (numpy, Qt)."""


def built_folder(checkout: Path, out: Path, moment: int) -> Path:
    """The folder of the program, made from what is committed. `moment`: seconds that stand for now in what is built."""
    work = out / "work"
    shutil.rmtree(work, ignore_errors=True)
    source, environment = work / "source", work / "environment"
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", checkout, source], check=True)
    surroundings = {**os.environ, "SOURCE_DATE_EPOCH": str(moment), "PYTHONHASHSEED": "1"}
    python = _environment(environment, source, surroundings)
    places = ("--distpath", str(work / "dist"), "--workpath", str(work / "steps"))
    subprocess.run(
        [python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *places, "build.spec"],
        check=True,
        cwd=source,
        env=surroundings,
    )
    folder = out / PROGRAM
    shutil.rmtree(folder, ignore_errors=True)
    (work / "dist" / PROGRAM).rename(folder)
    finish(folder)
    return folder


def _environment(place: Path, source: Path, surroundings: Mapping[str, str]) -> Path:
    """Only what the list names, each by its hash; then the program itself, which brings nothing along."""
    venv.create(place, with_pip=True, symlinks=True)
    python = place / "bin" / "python"
    install: list[str | Path] = [
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-compile",
        "--disable-pip-version-check",
    ]
    subprocess.run([*install, "--require-hashes", "-r", source / REQUIREMENTS], check=True, env=surroundings)
    subprocess.run([*install, "--no-build-isolation", source], check=True, env=surroundings)
    return python


def finish(folder: Path) -> None:
    """No symbols for a debugger, everybody's rights, and the window's name: on Linux both programs are one."""
    inside = folder / "_internal"
    files = sorted({file for pattern in STRIPPED for file in inside.glob(pattern) if file.is_file()})
    subprocess.run(["strip", "--strip-unneeded", *files], check=True)
    if sys.platform == "linux" and not (folder / WINDOW).exists():
        (folder / WINDOW).symlink_to(PROGRAM)
    for each in (folder, *folder.rglob("*")):
        if not each.is_symlink():
            each.chmod(rights(each.stat().st_mode))


def rights(mode: int) -> int:
    """For everybody to read, and to run what its owner may run, whatever umask it was made under."""
    return 0o755 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0o644
