"""A disk that is really full: a small tmpfs in a mount namespace of its own, where the system allows one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FILL = """
import sys
from pathlib import Path
from insurance_desktop.domain.errors import DiskFull
from insurance_desktop.store.opening import open_database

path = Path(sys.argv[1]) / "library.db"
database, stored = None, 0
try:
    database = open_database(path)
    while True:
        with database.write() as connection:
            connection.run("INSERT INTO settings (key, value) VALUES (?, ?)", (str(stored), "x" * 20_000))
        stored += 1
except DiskFull as error:
    print("full", error.values["path"] == str(path))
if not path.exists():
    print("nothing", [each.name for each in path.parent.iterdir()])
    raise SystemExit
if database is not None:
    with database.read() as connection:
        assert connection.value("PRAGMA integrity_check") == "ok"
    database.close()
(path.parent / "ballast").unlink()
database = open_database(path)
with database.write() as connection:
    print(connection.value("PRAGMA integrity_check"), connection.value("SELECT count(*) FROM settings") == stored)
"""


def on_a_disk_of(kilobytes, folder):
    """What the script says on a disk with that much room beside a ballast of 64 KB that it gives up at the end."""
    mount = f'mount -t tmpfs -o size={kilobytes}k tmpfs "$0" && head -c 65536 /dev/zero > "$0/ballast" && exec "$@"'
    command = ["unshare", "-rm", "sh", "-c", mount, str(folder), sys.executable, "-c", FILL, str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=False)


@pytest.fixture(scope="module")
def disk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("disk")
    try:
        trial = subprocess.run(
            ["unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)],
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        pytest.skip("no unshare here")
    if trial.returncode:
        pytest.skip(f"no mount namespace here: {trial.stderr.decode(errors='replace').strip()}")
    return folder


@pytest.mark.parametrize("kilobytes", [80, 200, 420, 440])
def test_a_disk_too_small_for_a_library_gets_none_or_a_whole_one(disk, kilobytes):
    ended = on_a_disk_of(kilobytes, disk)
    assert ended.returncode == 0, ended.stderr
    first, *rest = ended.stdout.splitlines()
    assert first == "full True"
    assert rest in (["nothing ['ballast']"], ["ok True"])


@pytest.mark.parametrize("kilobytes", [700, 1500])
def test_a_disk_that_fills_up_keeps_every_row_that_was_stored(disk, kilobytes):
    ended = on_a_disk_of(kilobytes, disk)
    assert ended.stdout.splitlines() == ["full True", "ok True"], ended.stderr
