"""The verbs of conversations. Nothing commits. Moments are seconds since 1970, so that they compare as numbers."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from insurance_desktop.domain.answers import ClauseLink
from insurance_desktop.domain.asking import Conversation, InputMode, OftenAsked, RememberedSession, Role, Turn
from insurance_desktop.store.database import Connection
from insurance_desktop.store.json_forms import dump

Value = TypeVar("Value")

ACTIVE_CLAUSES = 20
ACTIVE_TOPICS = 20

_TURN = "turn_id, role, content, at, input_mode, enhanced_query, cited, entities"
_SESSION = "summary, active_clauses, topics, entities"


def conversation(connection: Connection, session_id: str, *, since: float) -> Conversation:
    """What is kept of a session that was spoken in after `since`; an empty one where there is none."""
    kept = connection.row(f"SELECT {_SESSION} FROM session WHERE session_id = ? AND last_at > ?", (session_id, since))
    if kept is None:
        return Conversation(session_id)
    summary, clauses, topics, entities = kept
    return Conversation(
        session_id,
        tuple(turn for _, turn in _numbered_turns(connection, session_id)),
        summary,
        _links(clauses),
        tuple(json.loads(topics)),
        _pairs(entities),
    )


def _numbered_turns(connection: Connection, session_id: str) -> list[tuple[int, Turn]]:
    rows = connection.rows(f"SELECT number, {_TURN} FROM turn WHERE session_id = ? ORDER BY number", (session_id,))
    return [(number, _turn(row)) for number, *row in rows]


def add(connection: Connection, session_id: str, turns: Sequence[Turn], *, now: float) -> None:
    """Keeps turns; one that is there stays as it is. Their clauses, topics and entities become the session's newest."""
    before = conversation(connection, session_id, since=float("-inf"))
    clauses, topics, entities = before.active_clauses, before.active_topics, before.entities
    for turn in turns:
        clauses = _newest((*turn.cited, *clauses), ACTIVE_CLAUSES)
        topics = _newest((*(each.section_title for each in turn.cited if each.section_title), *topics), ACTIVE_TOPICS)
        said = {kind for kind, _ in turn.entities}
        entities = (*turn.entities, *(each for each in entities if each[0] not in said))
    connection.run(
        f"INSERT INTO session (session_id, last_at, {_SESSION}) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (session_id)"
        " DO UPDATE SET last_at = max(last_at, excluded.last_at), active_clauses = excluded.active_clauses,"
        " topics = excluded.topics, entities = excluded.entities",
        (session_id, now, before.summary, dump(clauses), dump(topics), dump(entities)),
    )
    connection.run_many(
        f"INSERT INTO turn (session_id, {_TURN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (session_id, turn_id) DO NOTHING",
        [
            (
                *(session_id, each.turn_id, each.role.value, each.content, each.at, each.input_mode.value),
                *(each.enhanced_query, dump(each.cited), dump(each.entities)),
            )
            for each in turns
        ],
    )


def older_turns(connection: Connection, session_id: str, *, whole: int) -> tuple[tuple[Turn, ...], int]:
    """The turns before the last `whole` ones, and the number of the last of them (0 where there are none)."""
    numbered = _numbered_turns(connection, session_id)
    old = numbered[: max(len(numbered) - whole, 0)]
    return tuple(turn for _, turn in old), old[-1][0] if old else 0


def fold(connection: Connection, session_id: str, through: int, *, before: str, summary: str) -> bool:
    """Puts a summary in the place of the turns through a number. False: somebody else has summed up meanwhile."""
    connection.run(
        "UPDATE session SET summary = ? WHERE session_id = ? AND summary = ?"
        " AND EXISTS (SELECT 1 FROM turn WHERE session_id = session.session_id AND number = ?)",
        (summary, session_id, before, through),
    )
    if not connection.changed:
        return False
    connection.run("DELETE FROM turn WHERE session_id = ? AND number <= ?", (session_id, through))
    return True


def sessions(connection: Connection, *, since: float) -> tuple[RememberedSession, ...]:
    """Those spoken in after `since`, the newest first."""
    rows = connection.rows(
        "SELECT session_id, last_at, topics, (SELECT count(*) FROM turn WHERE turn.session_id = session.session_id)"
        " FROM session WHERE last_at > ? ORDER BY last_at DESC, session_id",
        (since,),
    )
    return tuple(
        RememberedSession(name, _iso(last), turns, tuple(json.loads(topics))) for name, last, topics, turns in rows
    )


def expire(connection: Connection, *, until: float) -> None:
    """Forgets the sessions that nobody spoke in after `until`."""
    _for_good(connection)
    connection.run("DELETE FROM session WHERE last_at <= ?", (until,))


def forget(connection: Connection, session_id: str) -> bool:
    """Whether there was such a session."""
    _for_good(connection)
    connection.run("DELETE FROM session WHERE session_id = ?", (session_id,))
    return connection.changed > 0


def forget_all(connection: Connection) -> int:
    """How many sessions there were. What is asked often goes, too."""
    forget_often(connection)
    connection.run("DELETE FROM session")
    return connection.changed


def count_often(connection: Connection, asked: Sequence[tuple[str, str]]) -> None:
    """One more for each of these, by kind."""
    connection.run_many(
        "INSERT INTO often (kind, name, times) VALUES (?, ?, 1)"
        " ON CONFLICT (kind, name) DO UPDATE SET times = times + 1",
        asked,
    )


def often(connection: Connection, most: int) -> tuple[OftenAsked, ...]:
    rows = connection.rows("SELECT kind, name, times FROM often ORDER BY times DESC, kind, name LIMIT ?", (most,))
    return tuple(OftenAsked(*row) for row in rows)


def forget_often(connection: Connection) -> None:
    _for_good(connection)
    connection.run("DELETE FROM often")


def _for_good(connection: Connection) -> None:
    """What is deleted is overwritten, too."""
    connection.run("PRAGMA secure_delete = ON")


def _newest(values: Sequence[Value], most: int) -> tuple[Value, ...]:
    return tuple(dict.fromkeys(values))[:most]


def _turn(row: Sequence[Any]) -> Turn:
    turn_id, role, content, at, mode, enhanced, cited, entities = row
    return Turn(turn_id, Role(role), content, at, InputMode(mode), enhanced, _links(cited), _pairs(entities))


def _links(text: str) -> tuple[ClauseLink, ...]:
    return tuple(ClauseLink(**each) for each in json.loads(text))


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((kind, name) for kind, name in json.loads(text))


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
