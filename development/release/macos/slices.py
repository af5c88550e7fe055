"""One machine's part of libraries that hold two: Apple's universal files, cut without a Mac's lipo.

Each part of such a file is a whole library, with a signature of its own; the head only says where each begins.
"""

import struct
from pathlib import Path

CPU = {"arm64": 0x0100000C, "x86_64": 0x01000007}
UNIVERSAL = 0xCAFEBABE
_HEAD, _ENTRY = struct.Struct(">II"), struct.Struct(">IIIII")


def cut(file: Path, machine: str) -> int:
    """Leaves of a universal file what this machine runs; returns by how many bytes it became smaller.

    ValueError where the file holds nothing for it: what is installed then would not start.
    """
    content = file.read_bytes()
    if len(content) < _HEAD.size:
        return 0
    kind, count = _HEAD.unpack_from(content)
    if kind != UNIVERSAL or count > 8:  # Java's classes begin alike, with a number of their version there
        return 0
    for number in range(count):
        entry: tuple[int, ...] = _ENTRY.unpack_from(content, _HEAD.size + number * _ENTRY.size)
        cpu, _, start, length, _ = entry
        if cpu == CPU[machine]:
            file.write_bytes(content[start : start + length])
            return len(content) - length
    raise ValueError(f"{file} holds nothing for {machine}")


def cut_all(folder: Path, machine: str) -> int:
    """The same for every file below a folder; links stay links."""
    files = (each for each in sorted(folder.rglob("*")) if each.is_file() and not each.is_symlink())
    return sum(cut(each, machine) for each in files)
