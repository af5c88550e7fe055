"""The package of a Word file: opened only where it is of a size that people write, and read a second time, plainly."""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from insurance_desktop.domain.errors import SourceError

if TYPE_CHECKING:
    from docx.document import Document

MOST_BYTES = 256 << 20
MOST_MEMBERS = 5000
SWELLING = 400
"""How many times its packed size a part may have; text swells more than pictures do."""
SMALL = 4 << 20
PARTS = re.compile(r"word/(?:document|(?:header|footer)\d*|footnotes|endnotes|comments)\.xml")
"""The parts that hold words."""
WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TEXTS = frozenset({f"{WORD}t", f"{WORD}delText", f"{WORD}instrText", f"{WORD}delInstrText"})


def open_docx(original: bytes) -> "Document":
    """The document. SourceError for what is none, or would fill the memory."""
    from docx import Document  # noqa: PLC0415  a large library, in a worker alone

    refuse_bombs(original)
    try:
        return Document(io.BytesIO(original))
    except Exception as error:  # whatever the library raises, the file is none
        raise SourceError("convert.docx_damaged", stage="reading", detail=type(error).__name__) from error


def refuse_bombs(original: bytes) -> None:
    """SourceError for a package that is damaged, would fill the memory or declares entities."""
    try:
        with zipfile.ZipFile(io.BytesIO(original)) as package:
            members = package.infolist()
            names = [each.filename for each in members if PARTS.fullmatch(each.filename)]
            sizes = [(each.file_size, each.compress_size) for each in members]
            is_small = sum(size for size, _ in sizes) <= MOST_BYTES and len(members) <= MOST_MEMBERS
            if not is_small or any(size > SMALL and size > SWELLING * max(packed, 1) for size, packed in sizes):
                raise SourceError("convert.docx_too_large", stage="reading", limit=MOST_BYTES >> 20)
            if any(b"<!DOCTYPE" in package.read(name)[:4096] for name in names):
                raise SourceError("convert.docx_damaged", stage="reading", detail="DOCTYPE")
    # zipfile has NotImplementedError for a compression that it does not know, RuntimeError for an encrypted member.
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise SourceError("convert.docx_damaged", stage="reading", detail=type(error).__name__) from error


def signs_again(original: bytes) -> str:
    """All signs of the parts that hold words, the text itself first, by another reader of XML."""
    return "".join("".join("".join(_texts(original)).split()))


def _texts(original: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(original)) as package:
        for name in sorted(filter(PARTS.fullmatch, package.namelist()), key=part_order):
            for _, element in ElementTree.iterparse(io.BytesIO(package.read(name))):
                if element.tag in TEXTS:
                    yield element.text or ""


def part_order(name: str) -> tuple[bool, str]:
    """The text itself, then the others by their names."""
    return not name.endswith("document.xml"), name.lstrip("/")
