"""Where a test can run."""

import importlib
import sys
import tarfile

import pytest


def _qt_fault() -> str:
    """Why Qt cannot start here ("" where it can): a bare container lacks the system libraries that desktops have."""
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ImportError as error:
        return str(error)
    return ""


QT_FAULT = _qt_fault()
needs_qt = pytest.mark.skipif(bool(QT_FAULT), reason=f"Qt cannot start here: {QT_FAULT}")
"""For a test outside tests/gui; what it imports of Qt, it imports in its function."""


needs_tar_filters = pytest.mark.skipif(
    not hasattr(tarfile, "data_filter"), reason="this Python's tarfile has no filters (3.11.0 to 3.11.3)"
)


def posix_only(reason):
    """Left out on Windows, where it is otherwise for this reason."""
    return pytest.mark.skipif(sys.platform == "win32", reason=reason)


def linux_only(reason):
    """Left out on Windows and macOS, where it is otherwise for this reason."""
    return pytest.mark.skipif(sys.platform != "linux", reason=reason)
