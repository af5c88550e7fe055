"""The MCP server as a client starts it, and who asks beside it is told what it holds: LIBRARY ADDRESS.

`ADDRESS` is a `multiprocessing.connection` of the asking process. The server's own start is the product's.
"""

import ctypes
import gc
import sys
import threading
from multiprocessing.connection import Client
from typing import Any

from insurance_desktop.__main__ import main


class _Allocated(ctypes.Structure):
    """`struct mallinfo2` of <malloc.h>."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "used", "free", "keepcost")
    ]


def held() -> dict[str, Any]:
    """Python's blocks and objects, what the C library gave out and what it keeps (bytes, glibc alone), threads."""
    return {
        "python_blocks": sys.getallocatedblocks(),
        "python_objects": len(gc.get_objects()),
        "threads": threading.active_count(),
        **_of_the_c_library(),
    }


def _of_the_c_library() -> dict[str, int | None]:
    try:
        asked = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):  # another C library
        return {"native_bytes": None, "kept_free_bytes": None}
    asked.restype = _Allocated
    found = asked()
    return {"native_bytes": found.used + found.hblkhd, "kept_free_bytes": found.free}


def tell(address: str) -> None:
    """Says what is held each time that it is asked, until nobody asks any more."""
    with Client(address) as pipe:
        try:
            while True:
                pipe.recv()
                pipe.send(held())
        except EOFError:
            pass


if __name__ == "__main__":
    library, address = sys.argv[1:]
    threading.Thread(target=tell, args=(address,), daemon=True).start()
    sys.exit(main(["mcp", "--library", library]))
