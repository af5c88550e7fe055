"""The program is killed with all that it started: a sample of what the command tries."""

import dataclasses
import shutil
from pathlib import Path

import pytest
from httpx import Client
from marks import posix_only
from stand_in_site import Site, as_transport

from development.checking.group_kills.kills import killed, kills, undisturbed
from development.checking.group_kills.lives import Moment, listen
from development.checking.group_kills.looking import State, look
from development.checking.group_kills.older_schema import take_back
from development.checking.group_kills.operations import operations, prepared
from development.checking.group_kills.witnesses import Scene, crawled
from insurance_desktop.services.library.library import open_library
from insurance_desktop.store.database import Database
from insurance_desktop.store.migrations import MIGRATIONS, version_of

pytestmark = posix_only("Windows has no process groups to kill")
CHANGES = ("import", "approve", "edit", "reject", "fact", "index", "repair", "migration", "crawl", "window")
NAMES = {*CHANGES, "backup", "compare", "serve"}


@pytest.fixture(scope="module")
def ground(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ground")
    prepared(folder)
    return folder


@pytest.mark.parametrize("name", ["fact", "migration"])
def test_the_next_start_finds_what_was_acknowledged_and_nothing_half(ground, name):
    (operation,) = [each for each in operations(ground) if each.name == name]
    assert not [kill for kill in kills(ground, operation, 2, 1) if kill.what]


def test_everything_that_changes_a_library_has_its_turn(ground):
    assert {each.name for each in operations(ground)} == NAMES


def test_a_decision_that_was_acknowledged_and_is_lost_is_found_out(ground):
    (approve,) = [each for each in operations(ground) if each.name == "approve"]
    talker = dataclasses.replace(approve, asking=lambda process: listen(process) or b"approved\n")
    kill = killed(ground, talker, undisturbed(ground, approve), Moment(seconds=0))
    assert kill.what[0].startswith("1 acknowledged, there is no")


def test_what_a_site_was_asked_for_and_nobody_put_on_record_is_found_out(tmp_path):
    open_library(tmp_path / "library.db").close()
    site = Site()
    with Client(transport=as_transport(site), base_url="http://site") as client:
        client.get("/robots.txt")
    scene = Scene(tmp_path, b"", State(frozenset(), frozenset()), site)
    assert ["robots.txt" in each for each in crawled(scene)] == [True]


def test_a_library_whose_schema_was_taken_back_holds_the_same_once_it_is_opened_again(ground, tmp_path):
    path = Path(shutil.copy(ground / "library.db", tmp_path / "library.db"))
    before = look(path)
    take_back(path, MIGRATIONS[:-1])
    older = Database(path, read_only=True)
    assert version_of(older.connection()) == MIGRATIONS[-2].number
    older.close()
    after = look(path)
    assert after.rows == before.rows
    assert all(each.startswith("altered") for each in after.faults), "the older release had no facts"
    assert [each.name for each in tmp_path.glob("*.backup")] == [
        f"library.db.before-schema-{MIGRATIONS[-1].number}.backup"
    ]
