"""What is remembered of a conversation, for how long, and that it can be switched off and forgotten."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from insurance_desktop.domain.answers import ClauseLink
from insurance_desktop.domain.asking import ChatMessage, InputMode, Role, Turn
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.services.asking.memory import LASTS, WHOLE_TURNS, Memory
from insurance_desktop.services.asking.memory_settings import (
    MemorySettings,
    keep_memory_settings,
    read_memory_settings,
)

WAITING = ClauseLink("c-22", "2.2", "等待期")
ON, COUNTING, OFF = MemorySettings(), MemorySettings(counts_often=True), MemorySettings(remembers=False)


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Summarizer:
    """A model that writes one sentence, whatever it is asked."""

    name = "fake"

    def __init__(self, says: str) -> None:
        self._says = says
        self.asked: list[ChatMessage] = []

    def stream(self, messages, *, most_tokens, should_stop) -> Iterator[str]:
        self.asked += messages
        yield from self._says


def said(number: int, text: str = "", *, cites: tuple[ClauseLink, ...] = ()) -> tuple[Turn, Turn]:
    at = "2026-01-01T00:00:00+00:00"
    asked = Turn(f"u{number}", Role.USER, text or f"第{number}问", at, InputMode.VOICE, f"enhanced {number}")
    return asked, Turn(f"a{number}", Role.ASSISTANT, f"第{number}答", at, cited=cites, entities=(("product", "甲"),))


def test_what_was_said_is_there_after_the_file_was_closed(tmp_path: Path) -> None:
    turns = said(1, cites=(WAITING,))
    with Memory(tmp_path / "c.db", settings=ON) as memory:
        name = memory.of(None).session_id
        memory.add(name, *turns)
    with Memory(tmp_path / "c.db", settings=ON) as memory:
        found = memory.of(name)
    assert found.turns == turns
    assert found.active_clauses == (WAITING,) and found.active_topics == ("等待期",)
    assert found.entities == (("product", "甲"),)


def test_a_day_after_its_last_turn_a_session_is_forgotten(tmp_path: Path) -> None:
    clock = Clock()
    with Memory(tmp_path / "c.db", settings=ON, clock=clock) as memory:
        memory.add("session-1", *said(1))
        clock.now += LASTS - 1
        assert len(memory.of("session-1").turns) == 2
        clock.now += 1
        assert memory.of("session-1").turns == () and memory.sessions() == ()


def test_ten_questions_are_kept_whole_and_those_before_in_short(tmp_path: Path) -> None:
    with Memory(tmp_path / "c.db", settings=ON) as memory:
        for number in range(12):
            memory.add("session-1", *said(number, cites=(WAITING,)))
        found = memory.of("session-1")
    assert len(found.turns) == WHOLE_TURNS and found.turns[0].content == "第2问"
    assert found.summary.splitlines() == ["问：第0问", "引：2.2 等待期", "问：第1问", "引：2.2 等待期"]


def test_a_model_writes_the_summary_and_what_it_cannot_write_is_listed(tmp_path: Path) -> None:
    for says, summary in (("谈过等待期。", "谈过等待期。"), ("长" * 3000, "问：第0问")):
        with Memory(tmp_path / f"{len(says)}.db", settings=ON, model=Summarizer(says)) as memory:
            for number in range(11):
                memory.add("session-1", *said(number))
            assert memory.of("session-1").summary == summary


def test_a_summary_that_nobody_waits_for_is_listed_instead(tmp_path: Path) -> None:
    model = Summarizer("谈过")
    with Memory(tmp_path / "c.db", settings=ON, model=model, cancel=lambda: bool(model.asked)) as memory:
        for number in range(11):
            memory.add("session-1", *said(number))
        assert memory.of("session-1").summary == "问：第0问"


def test_one_session_or_all_can_be_forgotten_and_their_words_are_gone_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "c.db"
    with Memory(file, settings=ON) as memory:
        memory.add("session-1", *said(1, "secret-one"))
        memory.add("session-2", *said(2, "secret-two"))
        assert memory.forget("session-1") and not memory.forget("session-1")
        assert [each.session_id for each in memory.sessions()] == ["session-2"]
        assert memory.forget_all() == 1 and memory.sessions() == ()
    assert b"secret" not in file.read_bytes()


def test_switched_off_nothing_is_written(tmp_path: Path) -> None:
    with Memory(tmp_path / "c.db", settings=OFF) as memory:
        memory.add("session-1", *said(1))
        assert memory.of("session-1").turns == () and "关闭" in memory.note
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["short", "../../passwd", "a" * 65, "会话会话会话会话", "abc def gh", "abcdefgh\n"])
def test_what_is_no_session_id_is_refused(tmp_path: Path, name: str) -> None:
    with Memory(tmp_path / "c.db", settings=ON) as memory, pytest.raises(UsageError):
        memory.of(name)


@pytest.mark.parametrize("content", [b"not a database at all", b"SQLite format 3\x00" + b"\xff" * 4000])
def test_a_damaged_file_is_begun_anew_and_that_is_said(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "c.db"
    file.write_bytes(content)
    with Memory(file, settings=ON) as memory:
        assert "重新开始" in memory.note
        memory.add("session-1", *said(1))
        assert len(memory.of("session-1").turns) == 2


def test_where_no_folder_can_be_made_it_answers_without_memory_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with Memory(tmp_path / "file" / "c.db", settings=ON) as memory:
        memory.add("session-1", *said(1))
        assert memory.of("session-1").turns == () and "不记对话" in memory.note


def test_fifty_sessions_at_once_lose_and_cross_nothing(tmp_path: Path) -> None:
    with Memory(tmp_path / "c.db", settings=ON) as memory:

        def talk(place: int) -> None:
            for number in range(3):
                memory.add(f"session-{place}", *said(number, f"{place}/{number}"))

        threads = [threading.Thread(target=talk, args=(place,)) for place in range(50)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        for place in range(50):
            asked = [each.content for each in memory.of(f"session-{place}").turns if each.role is Role.USER]
            assert asked == [f"{place}/{number}" for number in range(3)]


def test_what_is_asked_often_is_counted_only_where_that_was_chosen(tmp_path: Path) -> None:
    with Memory(tmp_path / "off.db", settings=ON) as memory:
        memory.add("session-1", *said(1, cites=(WAITING,)))
        assert memory.often() == ()
    with Memory(tmp_path / "on.db", settings=COUNTING) as memory:
        for number in range(3):
            memory.add("session-1", *said(number, cites=(WAITING,)))
        assert [(each.name, each.times) for each in memory.often()] == [("等待期", 3), ("甲", 3)]
        memory.forget_often()
        assert memory.often() == () and memory.sessions() != ()


def test_the_choice_is_kept_and_one_that_cannot_be_read_means_no(tmp_path: Path) -> None:
    file = tmp_path / "memory.json"
    assert read_memory_settings(file) == MemorySettings(remembers=True, counts_often=False)
    keep_memory_settings(COUNTING, file)
    assert read_memory_settings(file) == COUNTING
    file.write_text('{"remembers": 1')
    assert not read_memory_settings(file).remembers


TALKER = """
import sys
from pathlib import Path
from insurance_desktop.domain.asking import Role, Turn
from insurance_desktop.services.asking.memory import Memory
from insurance_desktop.services.asking.memory_settings import MemorySettings
memory = Memory(Path(sys.argv[1]), settings=MemorySettings())
for number in range(10_000):
    memory.add("session-1", Turn(f"u{number}", Role.USER, f"{number}", ""))
    sys.stdout.write(f"{number}\\n")
    sys.stdout.flush()
"""


def test_a_kill_takes_no_finished_turn_away(tmp_path: Path) -> None:
    file = tmp_path / "c.db"
    with subprocess.Popen([sys.executable, "-c", TALKER, str(file)], stdout=subprocess.PIPE, text=True) as talker:
        assert talker.stdout is not None
        finished = [next(talker.stdout) for _ in range(7)][-1].strip()
        talker.kill()
        finished = (talker.stdout.read().split() or [finished])[-1]
    with Memory(file, settings=ON) as memory:
        kept = [each.content for each in memory.of("session-1").turns]
    assert memory.note == "" and finished in kept
