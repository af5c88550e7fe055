"""What was said before: sessions of a day, their last turns whole, and in short what was said before those."""

import re
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self, TypeVar

from insurance_desktop import paths
from insurance_desktop.domain.asking import (
    ChatModel,
    Conversation,
    OftenAsked,
    RememberedSession,
    Role,
    Turn,
)
from insurance_desktop.domain.errors import LibraryDamaged, UsageError, WorkbenchError
from insurance_desktop.domain.running import CancelCheck, never_cancelled
from insurance_desktop.packs.wording import say, sentence
from insurance_desktop.store.conversations import sessions
from insurance_desktop.store.conversations.conversation_file import open_conversations
from insurance_desktop.store.database import Connection, Database

from .memory_settings import MemorySettings, keep_memory_settings, read_memory_settings
from .short_texts import short_text

LASTS = 24 * 3600
"""Seconds after the last turn: then a session is forgotten."""

WHOLE_TURNS = 20
"""Ten questions with their answers."""

LONGEST_SUMMARY = 2000
MOST_OFTEN = 20
CLAUSE = "clause"
"""The kind of what is asked often that every pack has."""

_SUMMARY_TOKENS = 200
_SESSION_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")

Answer = TypeVar("Answer")


def session_id_of(given: str | None) -> str:
    """The id that a face was given, or a new one. UsageError for what cannot be one."""
    if given is None:
        return uuid.uuid4().hex
    if not _SESSION_ID.fullmatch(given):
        raise UsageError("memory.no_session_id")
    return given


class Memory:
    """The file of conversations, open. Give it to any thread.

    Without a file (the switch is off, no folder can be written) it keeps nothing, answers all the same, and `note` says
    why. A damaged file is begun anew, and `note` says so. A summary that the model is still writing when `cancel` says
    so is done without.
    """

    def __init__(
        self,
        file: Path | None = None,
        *,
        settings: MemorySettings | None = None,
        model: ChatModel | None = None,
        cancel: CancelCheck = never_cancelled,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._file = file or paths.conversation_file()
        self._settings = settings or read_memory_settings()
        self._model = model
        self._cancel = cancel
        self._clock = clock
        self._database: Database | None = None
        self.note = ""
        if self._settings.remembers:
            self._open()
        else:
            self.note = say("memory.switched_off")

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def of(self, session_id: str | None) -> Conversation:
        """The session's conversation; a new one where there is none of this id. UsageError for what is no id."""
        name = session_id_of(session_id)
        found = self._ask(lambda it: sessions.conversation(it, name, since=self._oldest()))
        return found or Conversation(name)

    def add(self, session_id: str, *turns: Turn) -> None:
        """Keeps turns that are finished: once this returns, no kill takes them away."""
        name, now = session_id_of(session_id), self._clock()

        def keep(connection: Connection) -> None:
            sessions.expire(connection, until=now - LASTS)
            sessions.add(connection, name, turns, now=now)
            if self._settings.counts_often:
                sessions.count_often(connection, _asked_about(turns))

        self._do(keep)
        self._sum_up(name)

    def forget(self, session_id: str) -> bool:
        """Whether there was such a session."""
        name = session_id_of(session_id)
        return bool(self._erase(lambda it: sessions.forget(it, name)))

    def forget_all(self) -> int:
        """Every session, and what is asked often; how many sessions there were."""
        return self._erase(sessions.forget_all) or 0

    def sessions(self) -> tuple[RememberedSession, ...]:
        """The newest first."""
        return self._ask(lambda it: sessions.sessions(it, since=self._oldest())) or ()

    def often(self) -> tuple[OftenAsked, ...]:
        """What is asked about often, if the user wants that counted."""
        return self._ask(lambda it: sessions.often(it, MOST_OFTEN)) or ()

    def forget_often(self) -> None:
        self._erase(sessions.forget_often)

    def _oldest(self) -> float:
        return self._clock() - LASTS

    def _sum_up(self, session_id: str) -> None:
        """Puts a summary in the place of what is older than the last turns; a model writes it outside any
        transaction."""
        found = self._ask(
            lambda it: (
                sessions.conversation(it, session_id, since=self._oldest()).summary,
                *sessions.older_turns(it, session_id, whole=WHOLE_TURNS),
            )
        )
        if found is None or not found[1]:
            return
        before, old, through = found
        summary = self._written(before, old) or _listed(before, old)
        self._do(lambda it: sessions.fold(it, session_id, through, before=before, summary=summary))

    def _written(self, before: str, old: Sequence[Turn]) -> str:
        """The model's summary; "" where it writes none, or one that is too long."""
        asked = "\n".join((before, *(each.content for each in old))).strip()
        written = short_text(self._model, say("memory.sum_up"), asked, _SUMMARY_TOKENS, self._cancel)
        return written if len(written) <= LONGEST_SUMMARY else ""

    def _open(self) -> None:
        try:
            self._database, was_damaged = open_conversations(self._file)
        except WorkbenchError as error:
            self._lose(error)
        else:
            self.note = say("memory.begun_anew") if was_damaged else ""

    def _lose(self, error: WorkbenchError) -> None:
        self.close()
        self.note = say("memory.not_kept", reason=sentence(error).message)

    def _ask(self, question: Callable[[Connection], Answer]) -> Answer | None:
        return self._run(question, writes=False)

    def _do(self, step: Callable[[Connection], Answer]) -> Answer | None:
        return self._run(step, writes=True)

    def _erase(self, step: Callable[[Connection], Answer]) -> Answer | None:
        """The step, after which the log beside the file holds nothing of what it deleted, either."""
        answer = self._do(step)
        if self._database is not None:
            self._database.connection().run("PRAGMA wal_checkpoint(TRUNCATE)")
        return answer

    def _run(self, step: Callable[[Connection], Answer], *, writes: bool) -> Answer | None:
        """The step's answer in a transaction; None without a file. A file that turns out damaged is begun anew."""
        for _attempt in range(2):
            database = self._database
            if database is None:
                return None
            try:
                with database.write() if writes else database.read() as connection:
                    return step(connection)
            except LibraryDamaged:
                database.close()
                self._open()
            except WorkbenchError as error:
                self.note = say("memory.not_kept", reason=sentence(error).message)
                return None
        return None


def choose(settings: MemorySettings, *, settings_file: Path | None = None, file: Path | None = None) -> None:
    """Keeps the user's choice. What is not to be remembered any more is forgotten at once."""
    keep_memory_settings(settings, settings_file)
    place = file or paths.conversation_file()
    if (settings.remembers and settings.counts_often) or paths.is_absent(place):
        return
    with Memory(place, settings=MemorySettings()) as memory:
        if settings.remembers:
            memory.forget_often()
        else:
            memory.forget_all()


def _listed(before: str, old: Sequence[Turn]) -> str:
    """What was asked and cited, in the words of the turns, the newest kept where there is not room for all."""
    lines = [before] if before else []
    for turn in old:
        if turn.role is Role.USER:
            lines.append(say("memory.was_asked", question=turn.content))
        elif turn.cited:
            named = dict.fromkeys(f"{each.section_id} {each.section_title}".strip() for each in turn.cited)
            lines.append(say("memory.was_cited", clauses=", ".join(named)))
    return "\n".join(lines)[-LONGEST_SUMMARY:]


def _asked_about(turns: Sequence[Turn]) -> list[tuple[str, str]]:
    """The clauses and entities that these turns are about, each once."""
    clauses = [(CLAUSE, each.section_title) for turn in turns for each in turn.cited if each.section_title]
    return list(dict.fromkeys((*clauses, *(pair for turn in turns for pair in turn.entities))))
