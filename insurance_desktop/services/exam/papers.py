"""Papers of choice questions as files: tables (CSV, XLSX) and text."""

import csv
import io
from pathlib import Path
from zipfile import BadZipFile

from insurance_desktop.domain.choice_questions import ChoiceQuestion, ChoiceRules
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.services.library.text_files import decoded

from .question_reading import read_paper, read_table

_WORKBOOKS = (".xlsx", ".xlsm")
_TABLE = ".csv"


def read_paper_file(path: Path, rules: ChoiceRules) -> tuple[ChoiceQuestion, ...]:
    """The questions of a file, in order. UsageError where it cannot be read or holds none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError("services.paper_unreadable", path=str(path), detail=error.strerror or "") from error
    return read_paper_bytes(content, path, rules)


def read_paper_bytes(content: bytes, path: Path, rules: ChoiceRules) -> tuple[ChoiceQuestion, ...]:
    """The same of bytes, whose kind the name of the file tells. UsageError where they hold no question."""
    kind = path.suffix.lower()
    if kind in _WORKBOOKS:
        found = read_table(_workbook_rows(content, path), rules)
    else:
        text = decoded(content)
        if text is None:
            raise UsageError("services.paper_encoding", path=str(path))
        found = read_table(csv.reader(io.StringIO(text, newline="")), rules) if kind == _TABLE else ()
        found = found or read_paper(text, rules)
    if not found:
        raise UsageError(
            "services.paper_empty",
            path=str(path),
            stems="/".join(rules.stem_columns),
            answers="/".join(rules.answer_columns),
        )
    return found


def _workbook_rows(content: bytes, path: Path) -> list[list[str]]:
    """The rows of the first sheet, as they are shown."""
    from openpyxl import load_workbook  # noqa: PLC0415 (0.2 s, for who has a workbook)

    try:
        sheet = load_workbook(io.BytesIO(content), read_only=True, data_only=True).worksheets[0]
        return [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    except (BadZipFile, KeyError, ValueError, OSError, IndexError) as error:
        raise UsageError("services.paper_workbook", path=str(path)) from error
