"""ONNX Runtime as both models need it: loaded when the first text comes, with no more memory than a batch takes."""

import contextlib
import ctypes
import hashlib
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.errors import ModelError

from .differences import network_file

Ids = npt.NDArray[np.int64]


def open_session(path: Path, threads: int) -> Any:
    """The model of a file, or of a difference. ModelError where it is missing or ONNX Runtime cannot read it.

    `threads` is the number of cores a call may use; 0 leaves it to ONNX Runtime (all of them).
    """
    if not path.is_file():
        raise ModelError("index.model_missing", path=str(path))
    file = network_file(path)
    import onnxruntime  # type: ignore[import-untyped]  # noqa: PLC0415  loaded with the first text

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_cpu_mem_arena = False  # it would keep the memory of the largest batch for good: 150 MB
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(
            file if isinstance(file, bytes) else str(file), options, providers=["CPUExecutionProvider"]
        )
    except Exception as fault:  # ONNX Runtime has no common base class for its faults
        raise ModelError("index.model_unreadable", path=str(path), cause=str(fault)) from fault
    give_back_memory()
    return session


@cache
def load_tokenizer(path: Path) -> Any:
    """The tokenizer of a file, once in a process. ModelError where the file is missing."""
    from tokenizers import Tokenizer  # noqa: PLC0415  loaded with the first text, not with the program

    if not path.is_file():
        raise ModelError("index.model_missing", path=str(path))
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def fingerprint_of(paths: Iterable[Path]) -> str:
    """Hex sha256 over the contents of these files. ModelError where one is missing."""
    digest = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        except OSError as fault:
            raise ModelError("index.model_missing", path=str(path)) from fault
    return digest.hexdigest()


def padded(batch: Sequence[Sequence[int]]) -> tuple[Ids, Ids]:
    """Token ids in rows of one width, and a mask that is 1 where a token stands."""
    width = max(len(tokens) for tokens in batch)
    ids = np.zeros((len(batch), width), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(batch):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return ids, mask


def give_back_memory() -> None:
    """Loading leaves tens of megabytes free inside the process: on Linux the C library is told to let go of them."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
