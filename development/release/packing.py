"""The archive that a person without root unpacks, and the sums that tell whether a file arrived whole."""

import gzip
import hashlib
import shlex
import shutil
import tarfile
import tomllib
from collections.abc import Iterable
from pathlib import Path

import insurance_desktop
from development.release import desktop_files

PROGRAM = "insurance-desktop"
INSTALLER = Path(__file__).with_name("install.sh")
WORDS = Path(__file__).with_name("install_words.toml")


def archive(folder: Path, out: Path, moment: int) -> Path:
    """A .tar.gz, which every system unpacks: the program, what a menu shows of it, and an installer for one user."""
    name = f"{PROGRAM}-{insurance_desktop.__version__}"
    beside = out / "work" / "beside"
    shutil.rmtree(beside, ignore_errors=True)
    _lay_beside(beside)
    target = out / f"{name}-linux-x86_64.tar.gz"
    with (
        target.open("wb") as file,
        gzip.GzipFile("", "wb", compresslevel=9, fileobj=file, mtime=moment) as pressed,
        tarfile.open(mode="w", fileobj=pressed, format=tarfile.PAX_FORMAT) as pack,
    ):
        for root, place in ((beside, name), (folder, f"{name}/program")):
            for each in sorted(root.rglob("*")):
                pack.add(
                    each, f"{place}/{each.relative_to(root)}", recursive=False, filter=lambda i: _neutral(i, moment)
                )
    return target


def _lay_beside(place: Path) -> None:
    place.mkdir(parents=True)
    shutil.copy(INSTALLER, place / "install.sh")
    (place / "version").write_text(f"{insurance_desktop.__version__}\n", encoding="utf-8")
    desktop_files.write_to(place / "share", f"@BIN@/{PROGRAM}")
    for language, sentences in tomllib.loads(WORDS.read_text(encoding="utf-8")).items():
        shell = "".join(f"{key}={shlex.quote(text)}\n" for key, text in sentences.items())
        (place / f"words.{language}").write_text(shell, encoding="utf-8")


def _neutral(entry: tarfile.TarInfo, moment: int) -> tarfile.TarInfo:
    """Nobody's, of one moment, and for everybody to read: the same bytes whoever builds."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = moment
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry


def checksums(out: Path, files: Iterable[Path]) -> Path:
    """SHA256SUMS as `sha256sum -c` reads it; what another system's build said of its files there stays."""
    sums = out / "SHA256SUMS"
    said = sums.read_text(encoding="ascii").splitlines() if sums.exists() else []
    known = {name: sha256 for sha256, _, name in (line.partition("  ") for line in said) if (out / name).exists()}
    known.update({each.name: _sha256(each) for each in files})
    sums.write_text("".join(f"{sha256}  {name}\n" for name, sha256 in sorted(known.items())), encoding="ascii")
    return sums


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
