"""A link from outside opens its place in the window that is there, or in the one that starts."""

import subprocess
import sys

import pytest
from fake_services import document
from PySide6.QtCore import Qt

from insurance_desktop.domain.errors import NotFound
from insurance_desktop.domain.geometry import Box
from insurance_desktop.gui.frame.link_follower import LinkFollower
from insurance_desktop.gui.pages import SETTINGS, Place
from insurance_desktop.gui.process.single_instance import LONGEST_LINE, FirstWindow, raise_first, socket_name
from insurance_desktop.services.library import links
from insurance_desktop.services.library.links import LinkedPlace

HAND_OVER = """
import sys
from PySide6.QtCore import QCoreApplication
from insurance_desktop.gui.process.single_instance import raise_first
application = QCoreApplication([])
print(raise_first(sys.argv[1], link=sys.argv[2]))
"""
CLICKED = """
import sys
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from insurance_desktop.gui.application import Application
application = Application([])
application.link_clicked.connect(print)
for link in sys.argv[1:]:
    Application.sendEvent(application, QFileOpenEvent(QUrl(link)))
"""
LINK = "baoxian://0123456789abcdef/" + "ab" * 32 + "?page=1"


@pytest.fixture
def name(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return socket_name(tmp_path / "library.db")


def test_a_second_start_hands_its_link_over(name, qapp, qtbot):
    first = FirstWindow(name)
    arrived = []
    first.link_wanted.connect(arrived.append)
    second = subprocess.Popen([sys.executable, "-c", HAND_OVER, name, LINK], stdout=subprocess.PIPE, text=True)
    with qtbot.waitSignals([first.raise_wanted, first.link_wanted], timeout=60_000):
        pass
    assert arrived == [LINK]
    assert second.communicate(timeout=60)[0].strip() == "True"
    first.close()


def test_what_is_too_long_for_a_link_is_never_shown(name, qapp, qtbot):
    first = FirstWindow(name)
    arrived = []
    first.link_wanted.connect(arrived.append)
    second = subprocess.Popen([sys.executable, "-c", HAND_OVER, name, "x" * 100_000], stdout=subprocess.PIPE, text=True)
    with qtbot.waitSignal(first.raise_wanted, timeout=60_000):
        pass
    second.communicate(timeout=60)
    assert not raise_first(f"{name}-none", link=LINK)
    assert [each for each in arrived if len(each) > LONGEST_LINE] == []
    first.close()


@pytest.fixture
def places(closed_window):
    shown = []
    closed_window.context.place_wanted.connect(shown.append)
    return shown


def leads_to(services, monkeypatch, **changes):
    """Lets the fake library follow any link to its document 2."""
    services.holds(document(1), document(2))
    place = {"clause_id": None, "section_id": None, "page": 1, "boxes": (Box(1, 1.0, 2.0, 3.0, 4.0),)}
    told = {**place, "is_clause_gone": False, "is_other_library": False, **changes}
    monkeypatch.setattr(links, "follow", lambda _, link: LinkedPlace(document=document(2), **told))


def test_a_link_that_comes_before_the_library_waits_for_it(
    closed_window, places, services, monkeypatch, qtbot, tmp_path
):
    leads_to(services, monkeypatch)
    follower = LinkFollower(closed_window.context)
    follower.follow(LINK)
    assert places == []
    with qtbot.waitSignal(closed_window.context.place_wanted, timeout=60_000):
        closed_window.open_library(tmp_path / "library.db")
    assert places == [Place(2, (Box(1, 1.0, 2.0, 3.0, 4.0),), 1, None)]


def test_a_clause_that_is_gone_is_said(window, services, monkeypatch, qtbot):
    leads_to(services, monkeypatch, is_clause_gone=True, boxes=())
    with qtbot.waitSignal(window.context.noticed, timeout=60_000) as told:
        LinkFollower(window.context).follow(LINK)
    assert told.args[0].kind == "warning"


def test_a_link_that_leads_nowhere_is_a_sentence(window, monkeypatch, qtbot):
    def nowhere(_, link):
        raise NotFound("review.link_leads_nowhere", sha256="ab")

    monkeypatch.setattr(links, "follow", nowhere)
    with qtbot.waitSignal(window.context.noticed, timeout=60_000) as told:
        LinkFollower(window.context).follow(LINK)
    assert told.args[0].kind == "error"
    assert "ab" in told.args[0].message


def test_a_link_that_the_system_hands_to_the_running_program_is_followed_and_nothing_else():
    done = subprocess.run(
        [sys.executable, "-c", CLICKED, LINK, "file:///etc/passwd"], check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == [LINK]


def test_links_are_registered_only_after_the_page_said_what_that_writes(window, services, qtbot):
    window.show_page(SETTINGS)
    card = window.settings_page.links
    qtbot.waitUntil(lambda: card.register.isVisibleTo(card))
    assert "links.desktop" in card.place.text()
    assert "register_links" not in services.calls
    qtbot.keyClick(card.register, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: card.forget.isVisibleTo(card))
    assert "已登记" in card.state.text()
    assert not card.register.isVisibleTo(card)
    qtbot.keyClick(card.forget, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: card.register.isVisibleTo(card))
    assert services.on_main_thread == []


def test_files_dropped_on_the_icon_are_imported_once_the_library_is_open(closed_window, monkeypatch, qtbot, tmp_path):
    imported = []
    monkeypatch.setattr(type(closed_window.context.imports), "take_in", lambda _, paths: imported.extend(paths))
    files = [tmp_path / "\u6761 \u6b3e.pdf", tmp_path / "b.pdf"]
    follower = LinkFollower(closed_window.context)
    for each in files:
        follower.follow(each.as_uri())
    assert imported == []
    with qtbot.waitSignal(closed_window.context.opened, timeout=60_000):
        closed_window.open_library(tmp_path / "library.db")
    assert imported == files
