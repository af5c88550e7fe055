"""Kill -9 at fifty moments of a collection: no document twice, no half file, and the next run goes on."""

import random
from collections import Counter

import dying_collector
import pytest
from collected_library import filing, open_collected
from lives import said_until_killed
from stand_in_site import FakeClock, Site, on_loopback

from insurance_desktop.services.collecting import alarms, records, runs
from insurance_desktop.services.collecting.session import CollectionRequest, Outside
from insurance_desktop.services.library import documents
from insurance_desktop.store.works import originals

MOMENTS = 50


@pytest.fixture
def stocked():
    """A site with more files than fifty runs can bring before they are killed."""
    site = Site()
    site.per_page = 5
    for code in range(100, 140):
        site.lists(str(code), numbers=(1, 2))
        for number in (1, 2):
            site.serves(str(code), 1, number, filing(f"{code}-{number}", code=str(code)))
    return site


def killed_at(library, base_url, step, count):
    """Whether the child reached its COUNT-th statement, and was killed there."""
    return said_until_killed(dying_collector.main, library, base_url, step, count) == [("inside",)]


def check(path, site):
    """The file by itself: whole originals of the site's own, each once, and attachments that say so."""
    with open_collected(path) as workspace, workspace.library.database.read() as connection:
        assert connection.value("PRAGMA integrity_check") == "ok"
        assert connection.rows("PRAGMA foreign_key_check") == []
        served = set(site.files.values())
        for (sha256,) in connection.rows("SELECT sha256 FROM originals"):
            content = originals.content(connection, sha256)
            assert content in served
            assert originals.sha256_of(content) == sha256
        held = connection.rows("SELECT document_id, sha256 FROM attachments WHERE state = 'held'")
        assert len(set(held)) == len(held)
        assert set(held) == set(connection.rows("SELECT id, original_sha256 FROM documents"))
        listed = connection.rows("SELECT edition_id, document_type, url FROM attachments")
        assert len(set(listed)) == len(listed)
        return len(held)


@pytest.mark.requirement("FR-003", "FR-007")
def test_fifty_kills_leave_no_half_file_and_nothing_twice(tmp_path, stocked):
    path = tmp_path / "library.db"
    open_collected(path).close()
    source = random.Random(2026)
    had, kills = 0, 0
    with on_loopback(stocked) as base_url:
        for moment in range(MOMENTS):
            # The first ones while the list is read, or soon after; the others among the files.
            step, last = ("run", 400) if moment < 15 else ("acquire", 24)
            kills += killed_at(path, base_url, step, source.randint(1, last))
            now = check(path, stocked)
            assert now >= had
            had = now
        with open_collected(path) as workspace:
            request = CollectionRequest("pingan-life", base_url=base_url)
            report = runs.run(workspace.library, workspace.converter, request, outside=Outside(clock=FakeClock()))
            assert report.acquisition.failed == ()
            receipts = records.receipts(workspace.library)
            assert len(documents.list_documents(workspace.library)) == 80
    assert kills == MOMENTS
    assert 0 < had < 80
    assert check(path, stocked) == 80
    unended = sum(each.outcome == "sent" for each in receipts)
    assert 0 < unended <= MOMENTS
    asked = Counter(each.url for each in stocked.asked if each.kind == "file")
    assert sum(asked.values()) <= 80 + kills  # only what a kill cut off was asked for twice


@pytest.mark.requirement("FR-003", "C12d")
def test_a_kill_leaves_no_changed_file_without_its_alarm(tmp_path):
    path = tmp_path / "library.db"
    site = Site()
    site.lists("100")
    site.serves("100", 1, 1, filing("as it was", code="100"))
    with on_loopback(site) as base_url:
        request = CollectionRequest("pingan-life", base_url=base_url)
        with open_collected(path) as workspace:
            runs.run(workspace.library, workspace.converter, request, outside=Outside(clock=FakeClock()))
        for moment in range(16, 40, 3):  # before, within and after the file is stored
            site.serves("100", 1, 1, filing(f"changed {moment}", code="100"))
            killed_at(path, base_url, "acquire", moment)
            with open_collected(path) as workspace:
                found = {each.document_id for each in documents.list_documents(workspace.library)}
                told = {each.document_id for each in alarms.open_alarms(workspace.library)}
                assert found - told == {1}
        with open_collected(path) as workspace:
            runs.acquire(workspace.library, workspace.converter, request, outside=Outside(clock=FakeClock()))
            changed = [each for each in documents.list_documents(workspace.library) if each.document_id != 1]
    assert len(changed) > 2
    assert {each.findings.blocking for each in changed} == {1}
    assert len({each.edition for each in changed}) == len(changed)
