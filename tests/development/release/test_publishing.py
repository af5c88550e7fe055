"""A release's manifest is made by a command, and signed by a key that the command made."""

import subprocess
import sys
from datetime import date

import pytest

from development.release.publishing import MANIFEST, publish
from development.release.signing import make_key, read_private_key
from insurance_desktop.services.updating.settings import UpdateSettings
from insurance_desktop.services.updating.source import Source
from insurance_desktop.services.updating.updates import check_for_update

NAMES = {
    "insurance_desktop-9.1.0-py3-none-any.whl": ("wheel", ""),
    "insurance-desktop_9.1.0_amd64.deb": ("deb", "linux-x86_64"),
    "insurance-desktop-9.1.0-linux-x86_64.tar.xz": ("archive", "linux-x86_64"),
    "insurance-desktop-9.1.0-windows-x86_64-setup.exe": ("setup", "windows-x86_64"),
    "insurance-desktop-9.1.0-darwin-arm64.zip": ("app", "darwin-arm64"),
}


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "release"
    made.mkdir()
    for name in (*NAMES, "SHA256SUMS"):
        (made / name).write_bytes(name.encode())
    return made


def published(folder, key, password="open sesame"):
    return publish(
        folder, key, password, {"zh": ["“快”了\\"], "en": []}, version="9.1.0", today=date(2026, 11, 29), days=9
    )


def test_the_program_believes_what_the_command_made(folder, tmp_path, monkeypatch):
    from insurance_desktop.services.updating.manifest import read_release

    public = make_key(tmp_path / "key.pem", "open sesame")
    made = published(folder, tmp_path / "key.pem")
    release = read_release(made.read_bytes(), file=made.name)
    assert {each.name: (each.form, each.system) for each in release.files} == NAMES
    assert release.changes == {"zh": ("“快”了\\",), "en": ()}
    settings = UpdateSettings(str(folder / MANIFEST), public)
    assert (
        check_for_update(settings, Source(settings.address, lambda: True), today=date(2026, 12, 1)).version == "9.1.0"
    )


def test_a_key_is_its_user_s_alone_and_never_made_over_another(tmp_path):
    file = tmp_path / "key.pem"
    make_key(file, "open sesame")
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(FileExistsError):
        make_key(file, "again")
    with pytest.raises(ValueError):
        read_private_key(file, "again")


def test_a_folder_without_a_release_is_not_signed(tmp_path):
    make_key(tmp_path / "key.pem", "open sesame")
    (tmp_path / "empty").mkdir()
    with pytest.raises(SystemExit):
        published(tmp_path / "empty", tmp_path / "key.pem")
    assert not list((tmp_path / "empty").glob("*.minisig"))


def test_minisign_itself_believes_it(folder, tmp_path):
    public = make_key(tmp_path / "key.pem", "open sesame")
    made = published(folder, tmp_path / "key.pem")
    try:
        done = subprocess.run(["minisign", "-V", "-P", public, "-m", made], check=False, capture_output=True)
    except FileNotFoundError:
        pytest.skip("minisign is not installed here")
    assert done.returncode == 0, done.stderr


def test_the_command_names_its_steps():
    done = subprocess.run(
        [sys.executable, "-m", "development.release.publishing", "--help"], check=True, capture_output=True, text=True
    )
    assert "sign" in done.stdout
