"""The program is killed with all that it started: a sample of what the command tries."""

import pytest
from marks import posix_only

from development.checking.group_kills import kills, operations, prepared

pytestmark = posix_only("Windows has no process groups to kill")
NAMES = ("import", "approve", "edit", "reject", "index", "backup", "migration", "crawl", "window")


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ground")
    prepared(folder)
    return folder


@pytest.mark.parametrize("name", ["approve", "migration"])
def test_the_next_start_finds_what_was_acknowledged_and_nothing_half(ground, name):
    (operation,) = [each for each in operations(ground, "") if each.name == name]
    assert not [kill for kill in kills(ground, operation, 2, 1) if kill.what]


def test_everything_that_changes_a_library_has_its_turn(ground):
    assert tuple(each.name for each in operations(ground, "")) == NAMES
