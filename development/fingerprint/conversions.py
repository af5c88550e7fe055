"""What `convert` makes of each PDF of the corpus."""

from pathlib import Path

from .prints import Prints
from .program import Program

FOLDERS = ("insurance", "insurers", "scans", "traditional", "maritime")


def pdfs(corpus: Path) -> list[Path]:
    """All PDFs below the folders of documents, the longest first: none is waited for alone at the end."""
    found = [file for folder in FOLDERS for file in (corpus / folder).rglob("*.pdf")]
    return sorted(found, key=lambda file: (-file.stat().st_size, file))


def convert(program: Program, corpus: Path, file: Path, prints: Prints) -> None:
    """Notes each part of a conversion apart, so that a difference says where it is."""
    for name, value in program.answer("convert", file).items():
        prints.note(f"convert.{name}", file.relative_to(corpus).as_posix(), value)
