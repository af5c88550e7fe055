"""Reads an answer's body within limits: its size as it is and unpacked, and the time that it may take.

The client asks for answers that are not packed; a server that packs all the same is unpacked here piece by piece, so
that a bomb is found before it is in memory.
"""

import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from insurance_desktop.domain.running import CancelCheck, Cancelled

PIECE = 1 << 16
"""At most so many bytes are unpacked at once."""

PACKED = {"gzip": 31, "x-gzip": 31, "deflate": 47}
"""Window bits of zlib for each way of packing that is understood."""


class BodyFault(Exception):
    """A body that was given up."""


class TooLarge(BodyFault):
    """More bytes than the request allows."""


class TooSlow(BodyFault):
    """Not whole within its time."""


class CutShort(BodyFault):
    """The connection ended before the body did."""


class NotUnpackable(BodyFault):
    """Packed in a way that is not understood, or wrongly."""


@dataclass(frozen=True, slots=True)
class Limits:
    """`most_bytes` of the body as received and as unpacked; `is_late` says that its time is over."""

    most_bytes: int
    is_late: Callable[[], bool]
    cancel: CancelCheck


@dataclass(frozen=True, slots=True)
class Body:
    """The unpacked content, and how many bytes came over the line."""

    content: bytes
    received: int
    was_packed: bool


def read_body(pieces: Iterable[bytes], encoding: str, limits: Limits) -> Body:
    """The body of the pieces as received. Raises BodyFault, or Cancelled where the caller asks to stop."""
    names = [each.strip().lower() for each in encoding.split(",") if each.strip().lower() not in ("", "identity")]
    if len(names) > 1 or not set(names) <= set(PACKED):
        raise NotUnpackable
    unpacker = _Unpacker(PACKED[names[0]], limits.most_bytes) if names else None
    content = bytearray()
    received = 0
    for piece in pieces:
        if limits.cancel():
            raise Cancelled
        received += len(piece)
        content += unpacker.take(piece) if unpacker else piece
        if received > limits.most_bytes or len(content) > limits.most_bytes:
            raise TooLarge
        if limits.is_late():
            raise TooSlow
    if unpacker and not unpacker.is_whole:
        raise NotUnpackable
    return Body(bytes(content), received, unpacker is not None)


class _Unpacker:
    """Gives out what it unpacks in small pieces and stops at a limit."""

    def __init__(self, window_bits: int, most_bytes: int) -> None:
        self._made = zlib.decompressobj(window_bits)
        self._left = most_bytes

    @property
    def is_whole(self) -> bool:
        return self._made.eof

    def take(self, piece: bytes) -> bytes:
        parts: list[bytes] = []
        while piece and not self._made.eof:
            try:
                part = self._made.decompress(piece, PIECE)
            except zlib.error as error:
                raise NotUnpackable from error
            piece = self._made.unconsumed_tail
            self._left -= len(part)
            if self._left < 0:
                raise TooLarge
            parts.append(part)
        return b"".join(parts)
