"""Brings PyMuPDF in, without what its import takes along: in worker processes alone."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

NOT_NEEDED = ("pymupdf.layout", "pymupdf4llm", "onnxruntime")
"""What `import pymupdf` takes along where it is installed, and does without where it is not."""


@cache
def load_library() -> Any:
    """PyMuPDF without the layout model and pymupdf4llm that its import tries: 0.09 s instead of 0.25, 1 with ONNX."""
    with _kept_out(NOT_NEEDED if "pymupdf" not in sys.modules else ()):
        import pymupdf  # noqa: PLC0415  in worker processes only

    library: Any = pymupdf
    library.TOOLS.mupdf_display_errors(False)
    library.TOOLS.mupdf_display_warnings(False)
    return library


def empty_store() -> None:
    """Lets go of the fonts and pictures that MuPDF keeps of pages read before: of a long file up to 256 MB."""
    load_library().TOOLS.store_shrink(100)


@contextmanager
def _kept_out(names: Iterable[str]) -> Iterator[None]:
    """Lets the import of these modules fail at once, and only meanwhile; what is loaded already stays."""
    blocked = [name for name in names if name not in sys.modules]
    for name in blocked:
        sys.modules[name] = None  # type: ignore[assignment]  # None makes an import fail at once
    try:
        yield
    finally:
        for name in blocked:
            sys.modules.pop(name, None)
