"""Golden questions on insurers' own documents, asked through MCP. Development only.

    python -m development.checking.golden PDFS [SET.jsonl…] [--library FILE] [--misses] [--json FILE]

PDFS is the folder with the documents that the sets name; without sets all of `development/checking/golden` are asked.
The documents are imported and approved into one library (kept, and taken as it is the next time, with `--library`); one
server process answers every question to the official client. A document that is not in the folder leaves its questions
out. README.md beside this says what is asked and how it is counted.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .asking import replies_to, shelf_of, stale_labels
from .judging import judge
from .report import Judged, misses, plain, tables
from .sets import Question, own_sets, read_questions, roles


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m development.checking.golden",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("pdfs", type=Path, help="the folder of the documents")
    parser.add_argument("sets", type=Path, nargs="*", help="question sets (default: this folder's)")
    parser.add_argument("--library", type=Path, help="keeps the library, and asks the one that is there")
    parser.add_argument("--misses", action="store_true", help="print what went wrong")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also one JSON object a question")
    options = parser.parse_args(arguments)
    asked = _there(options.pdfs, read_questions(options.sets or own_sets()))
    with tempfile.TemporaryDirectory() as place:
        judged = run(options.library or Path(place) / "golden.db", options.pdfs, asked)
    lines = [*tables(judged, roles()), *(misses(judged) if options.misses else ())]
    sys.stdout.write("\n".join(lines) + "\n")
    if options.json:
        written = "".join(json.dumps(plain(each), ensure_ascii=False) + "\n" for each in judged)
        options.json.write_text(written, encoding="utf-8")
    return 0


def run(library: Path, folder: Path, questions: Sequence[Question]) -> list[Judged]:
    """Every question with its answer and what that is worth."""
    files = list(dict.fromkeys(file for each in questions for file in each.files))
    shelf = shelf_of(library, folder, files)
    for each in questions:
        if gone := stale_labels(shelf, each):
            sys.stdout.write(f"   {each.golden.identifier} names what is not there: {', '.join(gone)}\n")
    replies = replies_to(library, shelf, questions)
    return [Judged(each, reply, judge(shelf, each, reply)) for each, reply in zip(questions, replies, strict=True)]


def _there(folder: Path, questions: Sequence[Question]) -> list[Question]:
    """The questions whose documents are in the folder."""
    found = [each for each in questions if all((folder / file).is_file() for file in each.files)]
    if not found:
        raise SystemExit(f"none of the documents is in {folder}")
    if left := len(questions) - len(found):
        sys.stdout.write(f"   {left} questions left out: their documents are not in the folder\n")
    return found


if __name__ == "__main__":
    raise SystemExit(main())
