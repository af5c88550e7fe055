"""Makes the sample convention of the pack of regulations, and what interprets it, from sample_convention.toml.

python -m development.making.convention [FOLDER]
"""

import csv
import sys
import tomllib
from pathlib import Path
from typing import Any

import pymupdf

from insurance_desktop.packs.registry import pack_folder

from .samples import BOTTOM, LEADING, LEFT, MANIFEST_COLUMNS, RIGHT, TOP, Canvas, bind, read_marks, wrap

TEXT = Path(__file__).with_name("sample_convention.toml")
PACK = "maritime"


def draw(document: dict[str, Any], font: pymupdf.Font) -> list[Canvas]:
    """The pages of a document: its title in the middle, headings in bold, paragraphs over the whole width."""
    pages = [Canvas(font)]
    pages[0].centred(TOP, document["title"], 14)
    y = TOP + 2 * LEADING
    for section in document["section"]:
        paragraphs = section.get("text", "").strip().splitlines()
        lines = [line for each in paragraphs for line in wrap(read_marks(each), RIGHT - LEFT, font)]
        if y + LEADING * min(len(lines) + 1, 3) > BOTTOM:
            pages.append(Canvas(font))
            y = TOP
        pages[-1].text(LEFT, y, section["heading"], 11, bold=True)
        y += LEADING
        for line in lines:
            if y > BOTTOM:
                pages.append(Canvas(font))
                y = TOP
            pages[-1].glyphs(LEFT, y, line)
            y += LEADING
        y += LEADING / 2
    return pages


def make_convention(folder: Path) -> list[Path]:
    """Writes the PDFs and their manifest into `folder` and returns the files."""
    text = tomllib.loads(TEXT.read_text(encoding="utf-8"))
    font = pymupdf.Font("cjk")
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / "manifest.csv"
    with manifest.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, MANIFEST_COLUMNS, lineterminator="\n")
        writer.writeheader()
        for each in text["document"]:
            bind(draw(each, font), text, each["name"], folder / each["file"])
            writer.writerow(
                {"file": each["file"], "product_name": each["name"], "document_type": each["document_type"]}
            )
    return [*(folder / each["file"] for each in text["document"]), manifest]


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else pack_folder(PACK) / "samples"
    for path in make_convention(folder):
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main()
