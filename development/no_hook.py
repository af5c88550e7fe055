"""In the built program in the place of PyInstaller's hook for ctypes, which loads ctypes at every start (build.spec).

The hook looks for libraries in the program's folder; there the system looks by itself (LD_LIBRARY_PATH).
"""


def install() -> None:
    """Asked for by PyInstaller's first lines."""
