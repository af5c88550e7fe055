"""The answers to a paper as a table that grows: what was answered before a stop is not asked again, but for what was
refused out of another library."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import ExamAnswer, ExamEvidence
from insurance_desktop.domain.originals import decoded
from insurance_desktop.lasting import write_whole
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.services.library.table_files import Rows, csv_rows, workbook_rows

_COLUMNS = ("question", "answer", "confidence", "reply", "evidence", "library")
_ANSWER, _REPLY, _LIBRARY = (_COLUMNS.index(name) for name in ("answer", "reply", "library"))
_SEPARATOR = " | "
_WORKBOOK = ".xlsx"
_AT_ONCE = 20
"""Answers after which a workbook is written: it is written whole, which takes a tenth of a second for a thousand."""
_KNOWN = 16
"""Signs of a library's hash that stand in the file."""


def place_of(evidence: ExamEvidence) -> str:
    """Where evidence stands, in one line."""
    return _SEPARATOR.join(filter(None, (evidence.book, evidence.chapter, evidence.section, evidence.figure_ref)))


class Submission:
    """A file of CSV or Excel, or none, to which answers are added one by one; left, it is whole.

    `library` is the hash of what is answered from. `asked` are the places of the stems that are to be answered: those
    that the file does not hold, and those that another library refused to answer; all of them where it begins `anew`.
    `done`: how many answers stay. UsageError where the file holds something else, or cannot be written.
    """

    def __init__(self, path: Path | None, stems: Sequence[str], library: str = "", *, anew: bool = False) -> None:
        self._path = path
        self._library = library[:_KNOWN]
        self._is_workbook = path is not None and path.suffix.lower() == _WORKBOOK
        before = self._held()
        self._rows = [] if anew or before is None else before
        held = [row[0] for row in self._rows]
        if held != list(stems[: len(held)]):
            raise self._other()
        refused = [place for place, row in enumerate(self._rows) if self._is_asked_again(row)]
        self.asked = (*refused, *range(len(held), len(stems)))
        self.done = len(held) - len(refused)
        self._next = iter(self.asked)
        self._unwritten = 0
        if anew or before is None:
            self._write_whole()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._unwritten:
            self._write_whole()

    def add(self, answer: ExamAnswer) -> None:
        """Puts the answer to the next of the stems that are asked into the file; in one of CSV it is there at once."""
        evidence = "\n".join(map(place_of, answer.evidence))
        row = [
            answer.question,
            answer.answer or "",
            str(answer.confidence),
            answer.reply or "",
            evidence,
            self._library,
        ]
        place = next(self._next)
        is_last = place == len(self._rows)
        self._rows[place : place + 1] = [row]
        self._unwritten += 1
        if self._is_workbook and self._unwritten < _AT_ONCE:
            return
        if is_last and not self._is_workbook:
            self._append(row)
        else:
            self._write_whole()

    def _is_asked_again(self, row: Sequence[str]) -> bool:
        return not row[_ANSWER] and bool(row[_REPLY]) and row[_LIBRARY] != self._library

    def _held(self) -> Rows | None:
        """The rows that the file holds; None where there is no file."""
        if self._path is None or not self._path.exists():
            return None
        try:
            content = self._path.read_bytes()
        except OSError as error:
            raise self._refused(error) from error
        rows = (workbook_rows(content) if self._is_workbook else csv_rows(decoded(content) or "")) or [[]]
        heading, *held = rows
        width = len(heading)
        if tuple(heading) not in {_COLUMNS, _COLUMNS[:_LIBRARY]} or not all(len(row) == width for row in held):
            raise self._other()
        return [[*row, *[""] * (len(_COLUMNS) - width)] for row in held]

    def _append(self, row: Sequence[str]) -> None:
        if self._path is not None:
            try:
                with self._path.open("a", encoding="utf-8", newline="") as file:
                    csv.writer(file).writerow(row)
            except OSError as error:
                raise self._refused(error) from error
        self._unwritten = 0

    def _write_whole(self) -> None:
        if self._path is not None:
            try:
                write_whole(self._path, self._workbook() if self._is_workbook else self._table())
            except OSError as error:
                raise self._refused(error) from error
        self._unwritten = 0

    def _table(self) -> bytes:
        text = io.StringIO(newline="")
        csv.writer(text).writerows([_COLUMNS, *self._rows])
        return text.getvalue().encode("utf-8-sig")

    def _workbook(self) -> bytes:
        from insurance_desktop.services.papers.excel import rows_as_workbook  # noqa: PLC0415 (0.2 s, who wants one)

        return rows_as_workbook((_COLUMNS, *self._rows))

    def _other(self) -> UsageError:
        return UsageError("services.submission_other", path=str(self._path))

    def _refused(self, error: OSError) -> UsageError:
        return UsageError("services.submission_unwritable", path=str(self._path), detail=reason_of(error))
