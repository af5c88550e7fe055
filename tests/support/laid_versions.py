"""A home in which the program that runs lies as install.sh lays it, and archives of versions to be laid beside it. The
program is a script that tells its version."""

import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from development.release.packing import archive
from insurance_desktop import __version__
from insurance_desktop.services.updating.unpacking import CAN_UNPACK
from insurance_desktop.services.updating.versions import SHELL, lead_to, program_name, program_of, versions_folder

ARCHIVE = "insurance-desktop-9.1.0-linux-x86_64.tar.gz"


@pytest.fixture(scope="session")
def release_tree(tmp_path_factory):
    """What the archive of a release holds, around a program of one line."""
    made = tmp_path_factory.mktemp("release")
    folder = made / "insurance-desktop"
    folder.mkdir()
    write_program(folder / "insurance-desktop", __version__)
    (folder / "insurance-desktop-window").symlink_to("insurance-desktop")
    (made / "unpacked").mkdir()
    subprocess.run(["tar", "-xzf", archive(folder, made, 1_700_000_000), "-C", made / "unpacked"], check=True)
    return next((made / "unpacked").iterdir())


def write_program(file, version, *, status=0):
    file.write_text(f"#!/bin/sh\necho {version}\nexit {status}\n", encoding="utf-8")
    file.chmod(0o755)


class LaidVersions:
    """The versions in a home, and whoever makes archives of others."""

    def __init__(self, tree: Path, scratch: Path):
        self._tree, self._scratch = tree, scratch

    @property
    def started(self):
        """What the name in ~/.local/bin starts."""
        return subprocess.run([program_name()], capture_output=True, text=True, check=True).stdout.strip()

    def starts(self, version):
        said = subprocess.run([program_of(version)], capture_output=True, text=True, check=True).stdout
        return said.strip() == version

    def tree(self, version="9.1.0", *, status=0, script=None):
        """The folder of a version, to be changed and packed; its program ends with `status`."""
        made = self._scratch / version
        shutil.rmtree(made, ignore_errors=True)
        shutil.copytree(self._tree, made, symlinks=True)
        (made / "version").write_text(f"{version}\n", encoding="utf-8")
        write_program(made / "program" / "insurance-desktop", version, status=status)
        if script is not None:
            (made / "install.sh").write_text(script, encoding="utf-8")
        return made

    def packed(self, version="9.1.0", *, members=(), **tree):
        """The bytes of a version's archive; `members` (of tarfile) stand in it besides."""
        content = io.BytesIO()
        with tarfile.open(fileobj=content, mode="w:gz", compresslevel=1) as pack:
            pack.add(self.tree(version, **tree), f"insurance-desktop-{version}")
            for each in members:
                pack.addfile(each)
        return content.getvalue()

    def lay(self, version):
        """By install.sh itself, as a person does it."""
        environment = {"HOME": os.environ["HOME"], "PATH": os.environ["PATH"], "LANG": "en_GB.UTF-8"}
        subprocess.run([SHELL, self.tree(version) / "install.sh"], env=environment, capture_output=True, check=True)


@pytest.fixture
def laid(release_tree, user_home, tmp_path, monkeypatch):
    """The program that runs is one that lies in the home as install.sh lays it."""
    if not SHELL.is_file() or sys.platform != "linux":
        pytest.skip("install.sh is for Linux")
    if not CAN_UNPACK:
        pytest.skip("this Python's tarfile has no filters")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    made = LaidVersions(release_tree, tmp_path / "trees")
    shutil.copytree(release_tree / "program", versions_folder() / __version__, symlinks=True)
    program_name().parent.mkdir()
    lead_to(__version__)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(versions_folder() / __version__ / "insurance-desktop"))
    return made
