"""What reviewers said about the facts of documents: a history that grows, of which the last word holds."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.fact_judgements import FactMark, Judged, Judgement, Told, Verdict
from insurance_desktop.store.database import Connection

from . import corrections


@entity
class NewJudgement:
    """`at` as the file holds times."""

    document_id: int
    mark: FactMark
    judgement: Judgement
    reviewer: str
    at: str


def add(connection: Connection, new: NewJudgement) -> None:
    mark, judgement = new.mark, new.judgement
    connection.run(
        "INSERT INTO fact_judgements (document_id, path, section_id, text_sha256, value, verdict, new_value, "
        "span_start, span_end, reviewer, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(new.document_id, mark.path, mark.section_id, mark.text_sha256, mark.value),
            *(judgement.verdict.value, judgement.value, judgement.start, judgement.end, new.reviewer, new.at),
        ),
    )


def ids_of(connection: Connection, document_id: int) -> tuple[int, ...]:
    rows = connection.rows("SELECT id FROM fact_judgements WHERE document_id = ? ORDER BY id", (document_id,))
    return tuple(row[0] for row in rows)


def of_document(connection: Connection, document_id: int) -> Judged:
    """The judgements that hold: what was said last of each fact, without what was withdrawn."""
    rows = connection.rows(
        "SELECT path, section_id, text_sha256, value, verdict, new_value, span_start, span_end FROM fact_judgements "
        "WHERE document_id = ? ORDER BY id",
        (document_id,),
    )
    last = {FactMark(*row[:4]): Judgement(Verdict(row[4]), *row[5:]) for row in rows}
    return {mark: each for mark, each in last.items() if each.verdict is not Verdict.WITHDRAWN}


def all_told(connection: Connection, document_id: int) -> Told:
    """All that reviewers said about a document's clauses and facts."""
    return Told(corrections.of_clauses(connection, document_id), of_document(connection, document_id))
