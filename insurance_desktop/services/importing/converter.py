"""What converts originals and draws their pages, in processes of its own that start when the first file comes."""

import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from insurance_desktop.domain.conversion import Conversion
from insurance_desktop.domain.errors import SourceError
from insurance_desktop.domain.states import ConversionStatus
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.services.library.shared_property import shared_property

from .accepting import unreadable_reason

if TYPE_CHECKING:
    from insurance_desktop.convert.running.rendering import PageRenderer
    from insurance_desktop.convert.running.workers import ConversionWorkers


MOST_WORKERS = 4
"""Conversions at once; each may take 1.5 GB, and one core stays free for the window and the writer."""


def conversion_workers() -> "ConversionWorkers":
    from insurance_desktop.convert.running.ocr import OcrReader  # noqa: PLC0415 (who only reads never converts)
    from insurance_desktop.convert.running.workers import ConversionWorkers  # noqa: PLC0415 (as above)

    return ConversionWorkers(count=min(MOST_WORKERS, max(1, (os.cpu_count() or 2) - 1)), ocr=OcrReader())


def page_renderer() -> "PageRenderer":
    from insurance_desktop.convert.running.rendering import PageRenderer  # noqa: PLC0415 (only the page view draws)

    return PageRenderer()


class Converter:
    """The workers and the page renderer, each made when it is first needed. For any thread; close it once.

    Tests bring makers of their own.
    """

    def __init__(
        self,
        *,
        workers: "Callable[[], ConversionWorkers] | None" = None,
        renderer: "Callable[[], PageRenderer] | None" = None,
    ) -> None:
        self._make_workers = workers or conversion_workers
        self._make_renderer = renderer or page_renderer

    @shared_property
    def workers(self) -> "ConversionWorkers":
        return self._make_workers()

    @shared_property
    def renderer(self) -> "PageRenderer":
        return self._make_renderer()

    def close(self) -> None:
        """End the processes that were started."""
        for part in ("workers", "renderer"):
            if part in vars(self):
                getattr(self, part).close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def convert_file(path: Path, pack_name: str) -> Conversion:
    """The conversion of one original, without a library. SourceError where the file cannot be read or converted."""
    from insurance_desktop.convert.running.ocr import OcrReader  # noqa: PLC0415 (as the converter's)
    from insurance_desktop.convert.running.workers import ConversionWorkers  # noqa: PLC0415 (as above)

    original = read_original(path)
    refused = unreadable_reason(original, path.name)
    if refused is not None:
        raise SourceError("converting.failed", stage="read", path=path, reason=refused)
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
        raise SourceError("converting.unreadable", stage="read", path=path, reason=reason_of(error)) from None
