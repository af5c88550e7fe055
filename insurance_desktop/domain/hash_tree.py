"""A hash tree (Merkle): one hash over many texts, and for each text the few hashes that lead from it to that one.

Leaves and nodes are hashed apart, as in RFC 6962, so that no node can be taken for a leaf.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

SIZE = 32
"""Bytes of a hash."""
_LEAF, _NODE = b"\x00", b"\x01"
_LEFT, _RIGHT = b"\x00", b"\x01"
_STEP = 1 + SIZE


def leaf_of(parts: Iterable[object]) -> bytes:
    """The hash of a text's parts, each told with its length: no two lists of parts are the same text."""
    told = b"".join(_told(part) for part in parts)
    return sha256(_LEAF + told).digest()


def _told(part: object) -> bytes:
    if part is None:
        return b"-"
    content = part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass")
    return b"%d:%b" % (len(content), content)


def tree_of(leaves: Sequence[bytes]) -> tuple[bytes, tuple[bytes, ...]]:
    """The root, and of each leaf the way to it: the neighbours from the bottom up, each with its side.

    Of no leaves the hash of nothing.
    """
    if not leaves:
        return sha256(b"").digest(), ()
    if len(leaves) == 1:
        return leaves[0], (b"",)
    half = 1 << (len(leaves) - 1).bit_length() - 1
    (left, on_the_left), (right, on_the_right) = tree_of(leaves[:half]), tree_of(leaves[half:])
    paths = (*(path + _RIGHT + right for path in on_the_left), *(path + _LEFT + left for path in on_the_right))
    return _joined(left, right), paths


def root_from(leaf: bytes, path: bytes) -> bytes:
    """Where a path leads from a leaf: to the root, where neither was changed."""
    reached = leaf
    for at in range(0, len(path), _STEP):
        side, other = path[at : at + 1], path[at + 1 : at + _STEP]
        reached = _joined(reached, other) if side == _RIGHT else _joined(other, reached)
    return reached


def _joined(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()
