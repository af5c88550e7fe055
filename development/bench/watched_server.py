"""The MCP server as a client starts it, and who asks beside it is told what it holds: LIBRARY ADDRESS.

`ADDRESS` is a `multiprocessing.connection` of the asking process. The server is the product's own, but that it takes
itself for idle sooner.
"""

import ctypes
import gc
import sys
import threading
from multiprocessing.connection import Client
from typing import Any

from insurance_desktop.__main__ import main
from insurance_desktop.mcp_server import reader_on_demand

IDLE_AFTER = 20.0
"""Seconds without a question after which this server lets go of its models."""


class _Allocated(ctypes.Structure):
    """`struct mallinfo2` of <malloc.h>."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "used", "free", "keepcost")
    ]


def held() -> dict[str, int | None]:
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
    found: Any = asked()
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


def serve(library: str, address: str) -> int:
    """Serves as the product does; who watches is heard once the server has settled what its threads may hold."""
    made = reader_on_demand.ReaderOnDemand

    def watched(*given: Any, **named: Any) -> reader_on_demand.ReaderOnDemand:
        threading.Thread(target=tell, args=(address,), daemon=True).start()
        return made(*given, **named, idle_after=IDLE_AFTER)

    setattr(reader_on_demand, made.__name__, watched)
    return main(["mcp", "--library", library])


if __name__ == "__main__":
    sys.exit(serve(*sys.argv[1:]))
