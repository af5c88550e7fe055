"""Files of arrays that ship with the program, opened so that a damaged one is said in words."""

import lzma
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.errors import ModelError

Arrays = Mapping[str, npt.NDArray[Any]]
_FAULTS = (
    *(OSError, EOFError, KeyError, TypeError, ValueError),
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError),
)
"""What numpy and its archives raise on a file that was cut, or is another one."""


@contextmanager
def opened_arrays(path: Path) -> Iterator[Arrays]:
    """The arrays of an .npz by name, each read when it is asked for. ModelError where the file is damaged."""
    try:
        with np.load(path, allow_pickle=False) as file:
            yield file
    except _FAULTS as fault:
        raise ModelError("index.model_unreadable", path=str(path), cause=str(fault)) from fault
