"""What a killed process left half written goes with the next one that writes; what somebody still writes stays."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from marks import posix_only

from insurance_desktop import paths
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.library.new_file import put_new
from insurance_desktop.store.opening import open_database
from insurance_desktop.unfinished import OLD, place_beside

ROOT = Path(__file__).parents[2]
POSIX = posix_only("there the age alone decides")

DYING_COPY = """
import os, sys
from pathlib import Path
from insurance_desktop.store import database
from insurance_desktop.store.opening import open_database

database.publish = lambda unfinished, target: os.kill(os.getpid(), 9)  # the copy is whole and has no name yet
open_database(Path(sys.argv[1])).copy_to(Path(sys.argv[2]))
"""

DYING_EXPORT = """
import os, sys
from pathlib import Path
from insurance_desktop import unfinished
from insurance_desktop.services.library.new_file import put_new

unfinished.publish = lambda beside, target: os.kill(os.getpid(), 9)
put_new(b"whole" * 1000, Path(sys.argv[1]))
"""


def killed(program, target, *arguments):
    """What the program leaves that dies while it writes `target`."""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments), str(target)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        timeout=60,
    )
    assert done.returncode != 0
    (left,) = target.parent.glob(f".{target.name}.*")
    assert left.stat().st_size > 4096
    return left


def killed_while_it_copies(library, target):
    return killed(DYING_COPY, target, library)


def others(folder, *ours):
    return sorted(each.name for each in folder.iterdir() if each not in ours)


@POSIX
@pytest.mark.parametrize("name", ["备份.db", "library.db.before-schema-10.backup"])
def test_a_killed_copy_goes_with_the_next_writer(tmp_path, name):
    path = tmp_path / "library.db"
    open_database(path).close()
    left = killed_while_it_copies(path, tmp_path / name)
    open_database(path, read_only=True).close()
    assert left.exists()
    open_database(path).close()
    assert others(tmp_path) == ["library.db"]


@POSIX
def test_a_killed_copy_elsewhere_goes_with_the_next_copy_there(tmp_path):
    folder = tmp_path / "备份"
    folder.mkdir()
    path = tmp_path / "library.db"
    open_database(path).close()
    killed_while_it_copies(path, folder / "1.db")
    database = open_database(path)
    database.copy_to(folder / "2.db")
    database.close()
    assert others(folder) == ["2.db"]


@POSIX
def test_a_killed_export_has_no_name_and_goes_with_the_next_one_there(tmp_path):
    killed(DYING_EXPORT, tmp_path / "对比.xlsx")
    assert not (tmp_path / "对比.xlsx").exists()
    put_new(b"whole", tmp_path / "回执.csv")
    assert others(tmp_path) == ["回执.csv"]


@POSIX
def test_what_a_running_process_writes_stays_however_old_it_is(tmp_path):
    mine = place_beside(tmp_path / "library.db", "copying")
    mine.write_bytes(b"half")
    os.utime(mine, (0, 0))
    open_database(tmp_path / "library.db").close()
    assert mine.exists()


def test_of_another_machine_or_version_the_age_decides(tmp_path):
    def left(name, age):
        file = tmp_path / name
        file.write_bytes(b"half")
        os.utime(file, (time.time() - age,) * 2)
        return file

    old = [
        left(".library.db.00000000-1-0123456789ab.copying", OLD + 60),
        left(".library.db.0123456789ab.copying-journal", OLD + 60),
    ]
    kept = [
        left(".library.db.00000000-1-ba9876543210.copying", OLD - 60),
        left(".library.db.ba9876543210.creating", OLD - 60),
        left("mine.copying", OLD + 60),
        left(".mine.unfinished", OLD + 60),
    ]
    open_database(tmp_path / "library.db").close()
    assert not any(each.exists() for each in old)
    assert all(each.exists() for each in kept)


def test_a_long_name_leaves_room_for_what_hides_it(tmp_path):
    name = "条" * 80 + ".db"
    assert len(place_beside(tmp_path / name, "copying").name.encode()) < 255 - len("-journal")
    database = open_database(tmp_path / "library.db")
    assert database.copy_to(tmp_path / name)
    database.close()


def test_half_files_of_the_cache_go_too(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "cache_folder", lambda: tmp_path / "cache")
    (tmp_path / "cache" / "models").mkdir(parents=True)
    old = [
        tmp_path / "cache" / "tmpx1_y2.unfinished",
        tmp_path / "cache" / "models" / ".m.onnx.0123456789ab.unfinished",
    ]
    for each in old:
        each.write_bytes(b"half")
        os.utime(each, (0, 0))
    whole = tmp_path / "cache" / "models" / "m.0123456789abcdef.onnx"
    whole.write_bytes(b"whole")
    open_library(tmp_path / "library.db").close()
    assert [each for each in old if each.exists()] == []
    assert whole.exists()
