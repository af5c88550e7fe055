"""Where a test can run."""

import sys

import pytest


def posix_only(reason):
    """Left out on Windows, where it is otherwise for this reason."""
    return pytest.mark.skipif(sys.platform == "win32", reason=reason)


def linux_only(reason):
    """Left out on Windows and macOS, where it is otherwise for this reason."""
    return pytest.mark.skipif(sys.platform != "linux", reason=reason)
