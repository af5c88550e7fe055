"""The .deb: the folder below /opt, both programs on PATH, menu entry, manual, and the packages that it needs."""

import hashlib
import os
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import insurance_desktop
from development.release import desktop_files
from development.release.folder import PROGRAM, WINDOW, rights
from development.release.sizes import glibc_needed
from insurance_desktop import paths
from insurance_desktop.services.machine import system_libraries

SCRIPTS = Path(__file__).with_name("debian")
OPT = Path("opt") / PROGRAM
RUNTIME = ("libstdc++6", "libgcc-s1")
"""What the wheels stand on beside the C library; every Debian has them."""


def debian_package(folder: Path, out: Path, moment: int, version: str = insurance_desktop.__version__) -> Path:
    """Each version has a folder of its own: what runs is not written over (debian/preinst)."""
    root = out / "work" / "deb"
    shutil.rmtree(root, ignore_errors=True)
    place = root / OPT / version
    shutil.copytree(folder, place, symlinks=True)
    for name in (PROGRAM, WINDOW):
        link = root / "usr" / "bin" / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(Path("/") / OPT / version / name)
    desktop_files.write_to(root / "usr" / "share", f"/usr/bin/{PROGRAM}")
    papers = root / "usr" / "share" / "doc" / PROGRAM
    papers.mkdir(parents=True)
    shutil.copy(paths.resource_root().parent / "LICENSE", papers / "copyright")
    _control(root, version, folder)
    _settle(root, moment)
    target = out / f"{PROGRAM}_{version}_amd64.deb"
    # zstd: what xz would save costs minutes here and at each installation; Debian 12 and Ubuntu 22.04 read it
    build: list[str | Path] = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z12", "--build", root, target]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(moment)})
    return target


def dependencies(folder: Path) -> tuple[list[str], list[str]]:
    """Debian's packages that the program needs, and those that only Wayland needs; nothing that the folder brings."""
    table = tomllib.loads((paths.resource_root() / "system_libraries.toml").read_text(encoding="utf-8"))
    brought = {file.name for file in (folder / "_internal").iterdir()}

    def packages(*groups: str) -> Iterator[str]:
        for group in groups:
            yield from (row[0] for library, row in table[group].items() if library not in brought)

    needed = dict.fromkeys(
        [f"libc6 (>= {glibc_needed(folder)})", *RUNTIME, *packages(system_libraries.WINDOW, system_libraries.X11)]
    )
    return list(needed), [each for each in dict.fromkeys(packages(system_libraries.WAYLAND)) if each not in needed]


def _control(root: Path, version: str, folder: Path) -> None:
    needed, helpful = dependencies(folder)
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file() and not file.is_symlink())
    fields = {
        "Package": PROGRAM,
        "Version": version,
        "Architecture": "amd64",
        "Maintainer": "insurance-desktop <insurance-desktop@localhost>",
        "Installed-Size": str(size // 1024),
        "Depends": ", ".join(needed),
        "Recommends": ", ".join(helpful),
        "Section": "text",
        "Priority": "optional",
        "Description": "verified clauses of insurance contracts, quoted with page and source",
    }
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text("".join(f"{key}: {value}\n" for key, value in fields.items()), encoding="utf-8")
    for script in SCRIPTS.iterdir():
        shutil.copy(script, control / script.name)
    files = sorted(
        file for file in root.rglob("*") if file.is_file() and not file.is_symlink() and control not in file.parents
    )
    sums = (f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(root)}\n" for file in files)
    (control / "md5sums").write_text("".join(sums), encoding="utf-8")


def _settle(root: Path, moment: int) -> None:
    """Rights and times that do not depend on who builds, and when."""
    for each in (*sorted(root.rglob("*"), reverse=True), root):
        if not each.is_symlink():
            each.chmod(rights(each.stat().st_mode))
        os.utime(each, (moment, moment), follow_symlinks=False)
