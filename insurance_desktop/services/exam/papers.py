"""Papers of choice questions as files: tables (CSV, XLSX) and text."""

from pathlib import Path

from insurance_desktop.domain.choice_questions import ChoiceQuestion, ChoiceRules
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.originals import decoded
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.services.library.table_files import csv_rows, workbook_rows

from .question_reading import read_paper, read_table

_WORKBOOKS = (".xlsx", ".xlsm")
_TABLE = ".csv"


def read_paper_file(path: Path, rules: ChoiceRules) -> tuple[ChoiceQuestion, ...]:
    """The questions of a file, in order. UsageError where it cannot be read or holds none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError("services.paper_unreadable", path=str(path), detail=reason_of(error)) from error
    return read_paper_bytes(content, path, rules)


def read_paper_bytes(content: bytes, path: Path, rules: ChoiceRules) -> tuple[ChoiceQuestion, ...]:
    """The same of bytes, whose kind the name of the file tells. UsageError where they hold no question."""
    kind = path.suffix.lower()
    if kind in _WORKBOOKS:
        rows = workbook_rows(content)
        if rows is None:
            raise UsageError("services.paper_workbook", path=str(path))
        found = read_table(rows, rules)
    else:
        text = decoded(content) if content.strip() else ""
        if text is None:
            raise UsageError("services.paper_encoding", path=str(path))
        found = read_table(csv_rows(text), rules) if kind == _TABLE else ()
        found = found or read_paper(text, rules)
    if not found:
        raise UsageError(
            "services.paper_empty",
            path=str(path),
            stems="/".join(rules.stem_columns),
            answers="/".join(rules.answer_columns),
        )
    return found
