"""The answers to a paper as a table that grows: what was answered before a stop is not asked again."""

import csv
from collections.abc import Sequence
from pathlib import Path

from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.exam import ExamAnswer, ExamEvidence
from insurance_desktop.domain.originals import decoded
from insurance_desktop.services.library.table_files import csv_rows

_COLUMNS = ("question", "answer", "confidence", "reply", "evidence")
_SEPARATOR = " | "


def place_of(evidence: ExamEvidence) -> str:
    """Where evidence stands, in one line."""
    return _SEPARATOR.join(filter(None, (evidence.book, evidence.chapter, evidence.section, evidence.figure_ref)))


class Submission:
    """A CSV file, or none, to which answers are added one by one. `done`: how many of the stems it holds already.

    UsageError where the file holds something else, or cannot be written.
    """

    def __init__(self, path: Path | None, stems: Sequence[str]) -> None:
        self._path = path
        held = self._held()
        self.done = len(held)
        if held != list(stems[: self.done]):
            raise UsageError("services.submission_other", path=str(path))

    def add(self, answer: ExamAnswer) -> None:
        """Writes one answer behind the others, at once."""
        evidence = "\n".join(map(place_of, answer.evidence))
        self._write(answer.question, answer.answer or "", answer.confidence, answer.reply or "", evidence)

    def _held(self) -> list[str]:
        """The stems that the file holds; the heading is written where there is no file yet."""
        if self._path is None:
            return []
        if not self._path.exists():
            self._write(*_COLUMNS)
            return []
        try:
            text = decoded(self._path.read_bytes()) or ""
        except OSError as error:
            raise self._refused(error) from error
        heading, *rows = csv_rows(text) if text else [[]]
        if tuple(heading) != _COLUMNS or not all(len(row) == len(_COLUMNS) for row in rows):
            raise UsageError("services.submission_other", path=str(self._path))
        return [row[0] for row in rows]

    def _write(self, *cells: object) -> None:
        if self._path is None:
            return
        try:
            is_new = not self._path.exists()
            with self._path.open("a", encoding="utf-8-sig" if is_new else "utf-8", newline="") as file:
                csv.writer(file).writerow(cells)
        except OSError as error:
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> UsageError:
        return UsageError("services.submission_unwritable", path=str(self._path), detail=error.strerror or "")
