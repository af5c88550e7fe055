"""Writes and signs the manifest of a release, from the folder that holds its files.

    python -m development.release.publishing key KEY.pem
    python -m development.release.publishing sign FOLDER --key KEY.pem --changes zh.txt en.txt [--days 90] [--version N]

`key` prints the public key that users set with the address. `sign` writes insurance-desktop.toml with every file of
the folder whose form its name tells, and its signature; the folder goes as it is to a web server or a network drive.
The password comes from INSURANCE_DESKTOP_SIGNING_PASSWORD, or is asked for. A release that is still the newest when
its days run out is signed again: after them nobody believes it.
"""

import argparse
import getpass
import hashlib
import json
import os
import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from insurance_desktop import __version__
from insurance_desktop.domain.updates import Form, ReleaseFile
from insurance_desktop.services.updating.manifest import read_release

from .signing import make_key, read_private_key, sign

MANIFEST = "insurance-desktop.toml"
PASSWORD = "INSURANCE_DESKTOP_SIGNING_PASSWORD"
DAYS = 90
"""A manifest is believed for so long: who holds updates back is noticed within it."""

FORMS = (
    (r".+-py3-none-any\.whl", Form.WHEEL, lambda found: ""),
    (r".+_(?P<machine>amd64|arm64)\.deb", Form.DEB, lambda found: f"linux-{_machine(found['machine'])}"),
    (r".+-(?P<system>linux-\w+)\.tar\.(xz|zst|gz)", Form.ARCHIVE, lambda found: found["system"]),
    (r".+-(?P<system>windows-\w+)-setup\.exe", Form.SETUP, lambda found: found["system"]),
    (r".+-(?P<system>darwin-\w+)\.(zip|dmg)", Form.APP, lambda found: found["system"]),
)
"""What the names of a release's files tell: form, and machine."""


def _machine(debian: str) -> str:
    return {"amd64": "x86_64"}.get(debian, debian)


def release_files(folder: Path) -> Iterable[ReleaseFile]:
    """The files of a folder that are of a release, by name."""
    for file in sorted(folder.iterdir()):
        for pattern, form, system in FORMS:
            found = re.fullmatch(pattern, file.name)
            if found:
                content = file.read_bytes()
                sha256 = hashlib.sha256(content).hexdigest()
                yield ReleaseFile(file.name, form, len(content), sha256, system(found))


def manifest(files: Iterable[ReleaseFile], changes: dict[str, list[str]], version: str, today: date, days: int) -> str:
    """The manifest's TOML. JSON's texts and lists are TOML's, too."""
    head = [
        f"version = {json.dumps(version)}",
        f"published = {today.isoformat()}",
        f"valid_until = {(today + timedelta(days)).isoformat()}",
    ]
    body = [
        "\n".join(
            ["[[files]]", *(f"{name} = {json.dumps(getattr(each, name))}" for name in ReleaseFile.__dataclass_fields__)]
        )
        for each in files
    ]
    told = [f"{name} = {json.dumps(lines, ensure_ascii=False)}" for name, lines in changes.items()]
    return "\n\n".join(["\n".join(head), *body, "\n".join(["[changes]", *told])]) + "\n"


def publish(
    folder: Path, key: Path, secret: str, changes: dict[str, list[str]], *, version: str, today: date, days: int
) -> Path:
    """Writes manifest and signature into the folder, and reads them as the program will."""
    files = tuple(release_files(folder))
    if not files:
        raise SystemExit(f"{folder} holds no file of a release: nothing is signed")
    file = folder / MANIFEST
    file.write_text(manifest(files, changes, version, today, days), encoding="utf-8")
    release = read_release(file.read_bytes(), file=file.name)
    sign(file, read_private_key(key, secret), f"insurance-desktop {release.version} {release.published}")
    return file


def password() -> str:
    """Of the private key."""
    return os.environ.get(PASSWORD) or getpass.getpass("password of the private key: ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    places = parser.add_subparsers(dest="what", required=True)
    key = places.add_parser("key")
    key.add_argument("key", type=Path)
    signing = places.add_parser("sign")
    signing.add_argument("folder", type=Path)
    signing.add_argument("--key", type=Path, required=True)
    signing.add_argument("--changes", type=Path, nargs=2, required=True, metavar=("ZH", "EN"), help="a sentence a line")
    signing.add_argument("--days", type=int, default=DAYS)
    signing.add_argument("--version", default=__version__, help="what the files are, where another checkout built them")
    call = parser.parse_args()
    if call.what == "key":
        print(make_key(call.key, password()))
        return
    changes = {
        name: [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        for name, file in zip(("zh", "en"), call.changes, strict=True)
    }
    today = datetime.now(UTC).date()
    print(publish(call.folder, call.key, password(), changes, version=call.version, today=today, days=call.days))


if __name__ == "__main__":
    main()
