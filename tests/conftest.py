"""What every test stands on: no network beyond this machine, no touch of the user's own files, the corpus."""

import os
import socket
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from marks import QT_FAULT

from insurance_desktop import paths

ROOT = Path(__file__).resolve().parent.parent
CORPUS_VARIABLE = "INSURANCE_DESKTOP_CORPUS"
LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0", "::ffff:127.")

if not QT_FAULT:  # where Qt cannot start nobody waits for a window, and doctor finds no fault in that
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

NEED_QT = (
    "gui",
    "development/bench/test_bench_command.py",
    "development/release/test_macos.py",
    "development/release/test_windows_folder.py",
)
"""What imports it, or what draws with it."""

collect_ignore = list(NEED_QT) if QT_FAULT else []
pytest_plugins = [
    "face_fixtures",
    "english_pack",
    "made_conventions",
    "fake_keyring",
    "laid_versions",
    "shared_networks",
    *([] if QT_FAULT else ["pytestqt.plugin"]),
]
"""pyproject.toml keeps pytest-qt from loading before we looked."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if QT_FAULT:
        terminalreporter.write_line(f"LEFT OUT of tests: {', '.join(NEED_QT)}")
        terminalreporter.write_line(f"Qt cannot start here ({QT_FAULT}); the README names what it needs")


class NetworkUsed(AssertionError):
    """A test reached for another machine."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--requirements", action="store_true", help="list the requirements with the tests that prove them")


def pytest_collection_finish(session: pytest.Session) -> None:
    """With --requirements: each requirement with its tests instead of a run."""
    if not session.config.getoption("--requirements"):
        return
    proven = defaultdict(list)
    for item in session.items:
        for marker in item.iter_markers("requirement"):
            for identifier in marker.args:
                proven[identifier].append(item.nodeid)
    for identifier in sorted(proven):
        session.config.get_terminal_writer().line(identifier)
        for nodeid in proven[identifier]:
            session.config.get_terminal_writer().line(f"    {nodeid}")
    session.items.clear()


def pytest_sessionstart() -> None:
    """Closes every way out of this machine before the first test."""
    for name in ("connect", "connect_ex", "sendto"):
        setattr(socket.socket, name, _loopback_only(getattr(socket.socket, name)))
    socket.getaddrinfo = _own_names_only(socket.getaddrinfo)


def _own_names_only(call):
    """Looking up another machine's name is a question to the network already."""

    def guarded(host, *arguments, **named):
        name = host.decode() if isinstance(host, bytes) else host
        if name and not name.startswith(LOOPBACK):
            raise NetworkUsed(f"a test asked for the address of {name}")
        return call(host, *arguments, **named)

    return guarded


def _loopback_only(call):
    def guarded(self, *arguments):
        address = arguments[-1]
        if self.family in (socket.AF_INET, socket.AF_INET6) and not str(address[0]).startswith(LOOPBACK):
            raise NetworkUsed(f"a test tried to reach {address}")
        return call(self, *arguments)

    return guarded


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Copies that make a start quicker are the tests' own, also those of the programs that they start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def _own_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The library that is opened when none is named is a test's own, and no language model of the user's is asked."""
    monkeypatch.setenv(paths.LIBRARY_VARIABLE, str(tmp_path / "library.db"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The development corpus; a checkout without it skips with the reason."""
    named = os.environ.get(CORPUS_VARIABLE)
    places = [Path(named)] if named else [each / "shared" / "corpus" for each in ROOT.parents]
    for place in places:
        if place.is_dir():
            return place
    pytest.skip(f"the development corpus is not beside this checkout (or set {CORPUS_VARIABLE})")


@pytest.fixture(scope="session")
def samples() -> Path:
    """The three sample PDFs that ship with the program."""
    return paths.resource_root() / "samples"
