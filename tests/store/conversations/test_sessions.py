"""Whatever is said, forgotten and expired in whatever order: what is kept is what was promised."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from insurance_desktop.domain.answers import ClauseLink
from insurance_desktop.domain.asking import Role, Turn
from insurance_desktop.store.conversations import sessions
from insurance_desktop.store.conversations.conversation_file import open_conversations

DAY = 24 * 3600
NAMES = st.sampled_from(["session-a", "session-b", "session-c"])
WORDS = st.text(max_size=20)
CLAUSES = st.lists(st.builds(ClauseLink, st.sampled_from("abcdefg"), WORDS, WORDS), max_size=25).map(tuple)


class Sessions(RuleBasedStateMachine):
    """The store beside a model of it: what was said in each session, and when last."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.database, _ = open_conversations(Path(self.folder.name) / "c.db")
        self.now = 0.0
        self.said: dict[str, list[Turn]] = {}
        self.last: dict[str, float] = {}
        self.count = 0

    def teardown(self) -> None:
        self.database.close()
        self.folder.cleanup()

    @rule(name=NAMES, content=WORDS, cited=CLAUSES, role=st.sampled_from(Role))
    def add(self, name: str, content: str, cited: tuple[ClauseLink, ...], role: Role) -> None:
        if self.now - self.last.get(name, self.now) >= DAY:
            self.said.pop(name)
        self.count += 1
        turn = Turn(str(self.count), role, content, "", cited=cited)
        with self.database.write() as connection:
            sessions.expire(connection, until=self.now - DAY)
            sessions.add(connection, name, (turn, turn), now=self.now)
        self.said.setdefault(name, []).append(turn)
        self.last[name] = self.now

    @rule(name=NAMES)
    def forget(self, name: str) -> None:
        with self.database.write() as connection:
            sessions.forget(connection, name)
        self.said.pop(name, None)
        self.last.pop(name, None)

    @rule()
    def forget_all(self) -> None:
        with self.database.write() as connection:
            sessions.forget_all(connection)
        self.said.clear()
        self.last.clear()

    @rule(seconds=st.sampled_from([1.0, DAY / 2, DAY]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule(name=NAMES, whole=st.integers(0, 3))
    def sum_up(self, name: str, whole: int) -> None:
        with self.database.write() as connection:
            before = sessions.conversation(connection, name, since=float("-inf")).summary
            old, through = sessions.older_turns(connection, name, whole=whole)
            if not old:
                return
            assert not sessions.fold(connection, name, through, before=before + "x", summary="late")
            assert sessions.fold(connection, name, through, before=before, summary=before + "s")
        self.said[name] = self.said[name][len(old) :]

    @invariant()
    def what_is_kept_is_what_was_said_within_a_day(self) -> None:
        live = [name for name, last in self.last.items() if self.now - last < DAY]
        with self.database.read() as connection:
            kept = {each.session_id: each.turns for each in sessions.sessions(connection, since=self.now - DAY)}
            assert kept == {name: len(self.said[name]) for name in live}
            for name in live:
                found = sessions.conversation(connection, name, since=self.now - DAY)
                assert found.turns == tuple(self.said[name])
                assert len(found.active_clauses) <= sessions.ACTIVE_CLAUSES
                if found.turns and found.turns[-1].cited:
                    newest = tuple(dict.fromkeys(found.turns[-1].cited))
                    assert found.active_clauses[: len(newest)] == newest[: sessions.ACTIVE_CLAUSES]


Sessions.TestCase.settings = settings(max_examples=40, stateful_step_count=20, deadline=None)
test_any_sequence_keeps_the_promises = Sessions.TestCase
