"""The power goes, or the disk has no room, while a library is changed: a sample of what the command tries."""

from random import Random

import pytest
from marks import posix_only
from stand_ins import CharacterEmbedder, PaperWorkers, clause_text, paper

from development.checking.power_loss.disk import Change, Disk, Kind, Loss
from development.checking.power_loss.operations import Operation, operations, prepared
from development.checking.power_loss.runs import all_runs

pytestmark = posix_only("Windows syncs the names of a folder by itself")
CHANGES = ("import", "approve", "edit", "reject", "fact", "backup", "migration", "a day")
REPAIRS = ("repair of log", "repair of original", "repair of text", "repair of clauses")
NAMES = (*CHANGES, *REPAIRS)
RUNS = 2


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ground")
    files = [folder / f"{name}.pdf" for name in ("甲产品", "乙产品", "丙产品")]
    for file in files:
        text = clause_text(("1.1", "犹豫期", "您有15日的犹豫期。"), ("1.2", "退保", "您可以退保。"), title=file.stem)
        file.write_bytes(paper(text, name=file.stem))
    return prepared(folder, files, PaperWorkers(), CharacterEmbedder())


@pytest.mark.parametrize("name", NAMES)
def test_what_was_acknowledged_is_there_after_any_fault_and_what_was_not_is_whole_or_absent(ground, name):
    (operation,) = [each for each in operations(ground) if each.name == name]
    assert not [run for run in all_runs(ground, operation, RUNS) if run.what]


def test_every_operation_has_its_sample(ground):
    assert tuple(each.name for each in operations(ground)) == NAMES


def test_a_library_that_does_not_wait_for_the_disk_is_found_out(ground):
    (reject,) = [each for each in operations(ground) if each.name == "reject"]

    def hasty(workspace):
        workspace.library.database.connection().run("PRAGMA synchronous = OFF")
        reject.steps[0](workspace)

    runs = list(all_runs(ground, Operation("hasty", (hasty,)), 8))
    wrong = [run for run in runs if run.what]
    assert {run.fault for run in wrong} >= {Loss.FORGETS}
    assert not [run for run in wrong if run.fault is Loss.KEEPS]


def write(content, at=0):
    return Change(Kind.WRITE, 1, at, content)


@pytest.mark.parametrize(
    ("loss", "left"), [(Loss.KEEPS, b"aabbCCdd"), (Loss.FORGETS, b"aabb"), (Loss.TEARS, b"aabbCCd")]
)
def test_a_loss_leaves_what_was_synced_and_its_own_part_of_the_rest(loss, left):
    disk = Disk({"a": 1}, {1: b"aa"})
    for change in (write(b"bb", 2), Change(Kind.SYNC, 1), write(b"CC", 4), write(b"dd", 6)):
        disk.take(change)
    assert disk.left(loss, Random(1)) == {"a": left}


def test_a_name_that_nobody_synced_is_forgotten_with_its_file():
    disk = Disk({"a": 1}, {1: b"aa"})
    disk.take(Change(Kind.NAMES, names={"a": 1, "b": 2}))
    disk.take(Change(Kind.WRITE, 2, 0, b"bb"))
    disk.take(Change(Kind.SYNC, 2))
    assert disk.left(Loss.FORGETS, Random(1)) == {"a": b"aa"}
    disk.take(Change(Kind.SYNC_NAMES))
    assert disk.left(Loss.FORGETS, Random(1)) == {"a": b"aa", "b": b"bb"}


def test_scattered_writes_are_the_same_for_the_same_seed():
    disk = Disk({"a": 1}, {1: b""})
    for place in range(20):
        disk.take(write(b"xx", 2 * place))
    assert disk.left(Loss.SCATTERS, Random(7)) == disk.left(Loss.SCATTERS, Random(7))
    assert disk.left(Loss.SCATTERS, Random(7)) != disk.left(Loss.SCATTERS, Random(8))
