"""What was asked for is on record until it has ended."""

from pathlib import Path

import pytest

from insurance_desktop.domain.errors import LibraryReadOnly
from insurance_desktop.services.importing.job_queue import KEPT, end_job, queue_import, waiting_imports
from insurance_desktop.services.library.library import open_library, open_reader


def test_an_import_that_has_not_ended_is_there_after_a_restart(tmp_path):
    with open_library(tmp_path / "library.db") as library:
        done, stopped, failed, cut_off = (
            queue_import(library, [tmp_path / name]).job_id for name in ("a.pdf", "b.pdf", "c.pdf", "d")
        )
        end_job(library, done)
        end_job(library, stopped, stopped=True)
        end_job(library, failed, failure="磁盘已满。")
        end_job(library, failed)
    with open_library(tmp_path / "library.db") as library:
        (waiting,) = waiting_imports(library)
        assert (waiting.job_id, waiting.paths) == (cut_off, (tmp_path / "d",))
        assert waiting.pack == library.pack.name
        with library.database.read() as connection:
            states = connection.rows("SELECT state, message FROM jobs ORDER BY id")
    assert states == [("ended", ""), ("stopped", ""), ("failed", "磁盘已满。"), ("waiting", "")]


def test_paths_are_kept_whole_wherever_the_program_starts_next_and_whatever_they_are_called(library, monkeypatch):
    odd = Path("资料") / "a\udcff'b.pdf"
    queue_import(library, [odd])
    monkeypatch.chdir("/")
    assert waiting_imports(library)[0].paths[0].is_absolute()
    assert waiting_imports(library)[0].paths[0].parts[-2:] == odd.parts


def test_the_queue_is_no_log(library):
    first = queue_import(library, [Path("first.pdf")]).job_id
    for number in range(KEPT + 20):
        end_job(library, queue_import(library, [Path(f"{number}.pdf")]).job_id)
    with library.database.read() as connection:
        assert connection.value("SELECT COUNT(*) FROM jobs") <= KEPT + 2
    assert [each.job_id for each in waiting_imports(library)] == [first]


def test_a_reader_queues_nothing_and_takes_nothing_up(library):
    queue_import(library, [Path("a.pdf")])
    with open_reader(library.path) as reader:
        assert waiting_imports(reader) == ()
        with pytest.raises(LibraryReadOnly):
            queue_import(reader, [Path("b.pdf")])
