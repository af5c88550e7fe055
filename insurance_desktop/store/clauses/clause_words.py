"""Which clauses hold certain words: looks through the texts themselves, for what the index does not tell."""

import json
from collections.abc import Sequence

from insurance_desktop.store.database import Connection


def printed(connection: Connection, documents: Sequence[int], terms: Sequence[str]) -> bool:
    """Whether one of these terms stands, as it is written here, in a clause or a title of these documents. Ends with
    the first one that does."""
    found = connection.value(
        """
        SELECT 1 FROM clauses AS c JOIN json_each(?2) AS term
        WHERE c.document_id IN (SELECT value FROM json_each(?1))
            AND (instr(c.text, term.value) OR instr(c.section_title, term.value)) LIMIT 1
        """,
        (json.dumps(list(documents)), json.dumps(list(terms), ensure_ascii=False)),
    )
    return found is not None


def saying(
    connection: Connection, documents: Sequence[int], terms: Sequence[str], after: int, limit: int
) -> list[tuple[int, str, str]]:
    """(row, title, text) of the clauses behind this row in whose index text one of these terms stands, by row. Terms
    are respelled and lower case, as index text is."""
    return connection.rows(
        """
        SELECT c.id, c.section_title, c.text FROM clauses AS c
        WHERE c.document_id IN (SELECT value FROM json_each(?1)) AND c.id > ?3
            AND EXISTS (SELECT 1 FROM json_each(?2) AS term WHERE instr(c.index_text, term.value))
        ORDER BY c.id LIMIT ?4
        """,
        (json.dumps(list(documents)), json.dumps(list(terms), ensure_ascii=False), after, limit),
    )


def holding(connection: Connection, documents: Sequence[int], words: Sequence[str], limit: int) -> tuple[int, ...]:
    """The clauses of these documents whose text holds all of these words as they are written, by row: a look through
    every text, some 10 ms for 10,000."""
    rows = connection.rows(
        """
        SELECT c.id FROM clauses AS c
        WHERE c.document_id IN (SELECT value FROM json_each(?1))
            AND NOT EXISTS (SELECT 1 FROM json_each(?2) AS word WHERE NOT instr(c.text, word.value))
        ORDER BY c.id LIMIT ?3
        """,
        (json.dumps(list(documents)), json.dumps(list(words), ensure_ascii=False), limit),
    )
    return tuple(row[0] for row in rows)
