"""A network that ships as its difference from another one: merged when it is first used, kept in the user's cache.

A fitted network keeps most of what it was fitted from, so a fit ships as whole numbers on top of the published network
(resources/models/README.md; development/fitting/packing.py makes the file). Numbers are put in their places, the same
bytes on every machine; nothing here knows ONNX.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.errors import ModelError

from .array_files import opened_arrays
from .kept_files import kept_file

ENDING = ".npz"
HALVES, UNSIGNED, SIGNED = range(3)
"""How the merged network stores an array: as float16; as uint8 with one scale; as int8 with a scale for each column."""

_STORED: tuple[type[np.generic], ...] = (np.float16, np.uint8, np.int8)
_BLOCK = 1024
"""Rows that are widened at a time: all words at once would take 170 MB more."""

Bytes = npt.NDArray[np.uint8]
Steps = npt.NDArray[np.int8]
Halves = npt.NDArray[np.float16]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a large array begins in the base, which has it as float16, and in the merged network; offsets in bytes."""

    in_base: int
    in_merged: int
    rows: int
    columns: int
    stored: int
    finer: int
    """A step of float16 numbers is worth 2 to the power of minus this; bytes go in steps of one."""

    scales: int
    """Where the merged network says what its bytes are worth (float32)."""

    zero: int
    """The byte that means 0."""

    @property
    def end(self) -> int:
        return self.in_merged + self.rows * self.columns * (2 if self.stored == HALVES else 1)

    def known(self, base: Bytes) -> Halves:
        stop = self.in_base + 2 * self.rows * self.columns
        return base[self.in_base : stop].view(np.float16).reshape(self.rows, self.columns)

    def put(self, base: Bytes, steps: Steps, merged: Bytes) -> None:
        """Writes the array as the merged network stores it, so many steps beyond the base."""
        known, steps = self.known(base), steps.reshape(self.rows, self.columns)
        place = merged[self.in_merged : self.end].view(_STORED[self.stored]).reshape(self.rows, self.columns)
        for start in range(0, self.rows, _BLOCK):
            block = slice(start, start + _BLOCK)
            if self.stored == HALVES:
                place[block] = stepped(known[block], steps[block], self.finer)
            else:
                place[block] = self.expected(known[block], merged) + steps[block]

    def expected(self, known: Halves, merged: Bytes) -> npt.NDArray[np.int16]:
        """The bytes that the base's numbers would be by the merged network's scales."""
        count = self.columns if self.stored == SIGNED else 1
        scales = merged[self.scales : self.scales + 4 * count].view(np.float32)
        least, most = (-128, 127) if self.stored == SIGNED else (0, 255)
        told = np.rint(known.astype(np.float32) / scales) + self.zero
        return np.asarray(np.clip(told, least, most), dtype=np.int16)


def stepped(known: Halves, steps: npt.NDArray[np.integer], finer: int) -> Halves:
    return (known.astype(np.float32) + steps.astype(np.float32) * np.float32(2.0**-finer)).astype(np.float16)


@dataclass(frozen=True, slots=True)
class Difference:
    """What a difference file holds. `base` is the base's file, `sha256` that of the merged network."""

    base: str
    sha256: str
    rest: Bytes
    """All of the merged network that is not in large arrays."""

    places: tuple[Place, ...]
    """In the order of the merged network."""

    steps: tuple[Steps, ...]

    def merged(self, base: Bytes) -> Bytes:
        """The network; ValueError where the base is too short."""
        size = sum(place.end - place.in_merged for place in self.places)
        whole = np.empty(len(self.rest) + size, dtype=np.uint8)
        taken = 0
        for start, stop in gaps(self.places, len(whole)):
            whole[start:stop] = self.rest[taken : taken + stop - start]
            taken += stop - start
        for place, steps in zip(self.places, self.steps, strict=True):
            place.put(base, steps, whole)
        return whole


def gaps(places: Sequence[Place], size: int) -> Iterator[tuple[int, int]]:
    """From where to where there is no large array in a merged network of `size` bytes."""
    edges = [0, *(edge for place in places for edge in (place.in_merged, place.end)), size]
    return zip(edges[::2], edges[1::2], strict=True)


def network_file(path: Path) -> Path | bytes:
    """What ONNX Runtime is to open: the file itself, or what a difference and its base make.

    ModelError where one of them is damaged or the base is missing.
    """
    if path.suffix != ENDING:
        return path
    with opened_arrays(path) as file:
        sha256 = str(file["sha256"])
    return kept_file(path, ".onnx", sha256, partial(merged_file, path))


def merged_file(path: Path) -> bytes:
    """The network that a difference file and its base make. ModelError as `network_file`."""
    difference = read_difference(path)
    base = path.parent / difference.base
    try:
        return difference.merged(np.fromfile(base, dtype=np.uint8)).tobytes()
    except FileNotFoundError as fault:
        raise ModelError("index.model_missing", path=str(base)) from fault
    except (OSError, ValueError) as fault:
        raise ModelError("index.model_unreadable", path=str(base), cause=str(fault)) from fault


def read_difference(path: Path) -> Difference:
    """ModelError where the file is no whole difference."""
    with opened_arrays(path) as file:
        places = tuple(Place(*numbers) for numbers in file["places"].tolist())
        steps = [zlib.decompress(file[f"steps{number}"].tobytes()) for number in range(len(places))]
        return Difference(
            base=str(file["base"]),
            sha256=str(file["sha256"]),
            rest=file["rest"],
            places=places,
            steps=tuple(np.frombuffer(each, dtype=np.int8) for each in steps),
        )
