"""Converts one file without a library: for a look at what a conversion yields."""

from pathlib import Path

from insurance_desktop.convert.running.ocr import OcrReader
from insurance_desktop.convert.running.workers import ConversionWorkers
from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.states import ConversionStatus


def convert_file(path: Path, pack_name: str) -> Conversion:
    """The conversion of one PDF in a worker process. SourceError where the file cannot be read or converted."""
    original = read_original(path)
    with ConversionWorkers(ocr=OcrReader()) as workers:
        conversion = workers.convert(original, pack_name)
    if conversion.status is ConversionStatus.FAILED:
        raise SourceError("converting.failed", stage="convert", path=path, reason=conversion.reason)
    return conversion


def read_original(path: Path) -> bytes:
    """The bytes of a file. SourceError says in words why there are none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise SourceError("converting.missing", stage="read", path=path) from None
    except IsADirectoryError:
        raise SourceError("converting.folder", stage="read", path=path) from None
    except OSError as error:
        raise SourceError("converting.unreadable", stage="read", path=path, reason=error.strerror) from None
