"""A made-up convention, a code and interpretations in English as PDFs, and a library that holds them verified: nobody's
text, the real form."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest
from command_line import CommandLine

from insurance_desktop.domain.documents import GivenMetadata
from insurance_desktop.services.importing.ingestion import import_paths
from insurance_desktop.services.library.packs import PackChoice
from insurance_desktop.services.review import decisions
from insurance_desktop.services.workspace import open_workspace

LEFT, RIGHT, TOP, BOTTOM, SIZE, PITCH = 72, 523, 90, 740, 11, 15

LONG = "\n".join(
    f"({chr(96 + number)}) Tea chest number {number} shall be lashed to the deck with two ropes of hemp. "
    + " ".join(f"Mate {number}-{watch} shall look at rope {number * watch} and note it." for watch in range(2, 14))
    for number in range(1, 21)
)

SOLAS = (
    ("CHAPTER II-1", "Kettles", ""),
    ("Regulation 3", "Lids", "Every kettle shall have a lid that complies with Regulation 31 of Chapter III."),
    ("Regulation 3-6", "Spouts", "A spout shall point away from the helm."),
    ("Regulation 29", "Sugar", "Sugar shall be stowed above the kettle."),
    ("CHAPTER III", "Rafts of straw", ""),
    ("PART A", "General", ""),
    ("Regulation 30", "Storage", LONG),
    (
        "Regulation 31",
        "Crew of a raft",
        "1 Each raft of straw shall be in the charge of a cook.\n"
        "1.1 The cook shall carry a ladle.\n"
        "1.2 The ladle shall comply with section 6.1 of the LSA Code and with section 9 of the LSA Code.\n"
        "2 Nothing in this regulation amends Regulation 3 of Chapter II-1. Regulation 77 of Chapter II-1 stays.",
    ),
    ("CHAPTER V", "Whistles", ""),
    ("Regulation 31", "Tunes", "Tunes shall be merry and of the form in appendix 4."),
    ("Regulation 40", "Hours of silence", "No whistle shall be blown at dinner."),
    ("Regulation 40", "Hours of song", "Every whistle shall be blown after dinner."),
    ("APPENDIX IV", "Form of a tune", "The form of a tune is a round."),
)
CODE = (
    ("CHAPTER 6", "Ladles", ""),
    ("6.1", "Handles", "The handle of a ladle shall be of ash."),
    ("6.2", "Bowls", "The bowl of a ladle shall hold half a pint. See also regulation III/31 of SOLAS."),
    (
        "6.3",
        "Spoons",
        "A spoon is no ladle in regulation III/31.1 of SOLAS, 1974. See regulation II-1/3 of SOLAS 74 (as amended),\n"
        "regulation III/30 of SOLAS, 1960, and regulation III/31.9 of SOLAS.",
    ),
)
INTERPRETATIONS = (
    ("CHAPTER III", "Rafts of straw", ""),
    ("Regulation 31", "Crew of a raft", "A ladle of tin is a ladle. See also regulation III/30."),
    (
        "APPENDIX I",
        "Spouts",
        "(Regulation II-1/3-6) A spout is a tube. Regulation 88 of Chapter III is not ours, nor regulation III/31.9.",
    ),
)

PRACTICE = """- id: ladle_of_cook
  title: 厨师的长柄勺
  keywords: [长柄勺, 勺子]
  terms: [ladle]
  regulations: ["SOLAS III/31《Crew of a raft》", "SOLAS V/31《Other tunes》"]
  common_mistake: 以为每人一把。
  correct_interpretation: 每筏一把就够。
  rests_on: [编的]
"""


def printed(title: str, sections: Sequence[tuple[str, str, str]]) -> bytes:
    """The PDF of a convention: headings in the middle of the page, paragraphs below them."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((LEFT, TOP), title, fontsize=16, fontname="hebo")
    y = TOP + 3.0 * PITCH
    for number, heading, text in sections:
        lines = [(f"{number} {heading}", "hebo"), *((line, "helv") for line in _lines(text))]
        for line, font in lines:
            if y > BOTTOM:
                page, y = document.new_page(), float(TOP)
            page.insert_text((LEFT, y), line, fontsize=SIZE, fontname=font)
            y += PITCH
        y += PITCH
    return document.tobytes()


def _lines(text: str) -> list[str]:
    lines: list[str] = []
    for paragraph in filter(None, text.split("\n")):
        first, *others = paragraph.split()
        lines.append(first)
        for word in others:
            wider = f"{lines[-1]} {word}"
            if pymupdf.get_text_length(wider, fontsize=SIZE) <= RIGHT - LEFT:
                lines[-1] = wider
            else:
                lines.append(word)
    return lines


@pytest.fixture(scope="session")
def prepared_conventions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The convention, the code and the interpretations, converted by the real workers and approved."""
    folder = tmp_path_factory.mktemp("conventions")
    library = folder / "library.db"
    for name, title, sections in (
        ("SOLAS", "International Convention of Straw Rafts", SOLAS),
        ("LSA Code", "Code of Ladles", CODE),
        ("Unified Interpretations of SOLAS", "Unified Interpretations", INTERPRETATIONS),
    ):
        file = folder / f"{name}.pdf"
        file.write_bytes(printed(title, sections))
        with open_workspace(library, pack=PackChoice("maritime")) as workspace:
            given = GivenMetadata(product_name=name)
            for each in import_paths(workspace.library, workspace.converter, [file], given=given):
                assert each.document is not None, each
                decisions.approve(
                    workspace.engine, each.document.document_id, reviewer="Ann", accept_findings_reason="made up"
                )
    return library


@pytest.fixture
def on_conventions(command_line: CommandLine, prepared_conventions: Path) -> CommandLine:
    """The command line on a copy of that library."""
    shutil.copy(prepared_conventions, command_line.library)
    return command_line
