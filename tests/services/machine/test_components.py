"""A missing part of the program is installed by pip where that can be, and else the reason is told."""

import sys

import pytest

from insurance_desktop.domain.errors import NotFound, SystemRefused
from insurance_desktop.domain.running import Cancelled
from insurance_desktop.packs.wording import sentence
from insurance_desktop.services.machine import components
from insurance_desktop.services.machine.components import Way, component, install_component


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """An environment with pip, in which a part is there once its module lies in the folder."""
    monkeypatch.setattr(components, "way_here", lambda: Way.PIP)
    monkeypatch.setitem(components.MODULES, "ocr", ("a_reader_of_pictures",))
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


class Pip:
    """Notes what it is told to do, and puts the module there where it succeeds."""

    def __init__(self, folder, status=0, *, brings=True):
        self.folder, self.status, self.brings = folder, status, brings
        self.commands = []

    def __call__(self, command, cancel, environment):
        self.commands.append(command)
        if self.status == 0 and self.brings:
            (self.folder / "a_reader_of_pictures.py").write_text("", encoding="utf-8")
        return self.status, "ERROR: no route to the index\n"


def test_what_is_declared_is_installed_into_the_environment_that_runs(environment):
    pip = Pip(environment)
    assert not component("ocr").is_installed
    assert install_component("ocr", run=pip).is_installed
    (command,) = pip.commands
    assert command[0] == sys.executable
    assert command[1:4] == ("-m", "pip", "install")
    assert command[-1].startswith("rapidocr")
    assert "extra" not in command[-1]


def test_what_pip_said_is_told_where_it_fails(environment):
    with pytest.raises(SystemRefused) as refused:
        install_component("ocr", run=Pip(environment, 1))
    assert "no route to the index" in sentence(refused.value).message
    assert sentence(refused.value).hint


def test_a_success_that_brought_nothing_is_none(environment):
    with pytest.raises(SystemRefused) as refused:
        install_component("ocr", run=Pip(environment, brings=False))
    assert "rapidocr" in sentence(refused.value).hint


def test_nothing_is_fetched_while_connections_are_off(environment):
    pip = Pip(environment)
    with pytest.raises(SystemRefused):
        install_component("ocr", offline=lambda: True, run=pip)
    assert not pip.commands


@pytest.mark.parametrize("way", [Way.PACKAGED, Way.SYSTEM, Way.NO_PIP])
def test_where_pip_may_not_the_sentence_says_what_to_do(environment, monkeypatch, way):
    monkeypatch.setattr(components, "way_here", lambda: way)
    pip = Pip(environment)
    with pytest.raises(SystemRefused) as refused:
        install_component("ocr", run=pip)
    assert not pip.commands
    assert "rapidocr" in sentence(refused.value).hint


def test_a_packaged_program_is_known_as_one(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert components.way_here() is Way.PACKAGED


def test_an_installation_that_is_stopped_ends_its_child(environment, monkeypatch):
    waiting = (sys.executable, "-c", "import time; time.sleep(600)")
    monkeypatch.setattr(components, "_pip", lambda requirements: waiting)
    with pytest.raises(Cancelled):
        install_component("ocr", cancel=lambda: True)


def test_what_a_child_says_is_brought_back(environment, monkeypatch):
    failing = (sys.executable, "-c", "import sys; print('早晚'.encode().decode('utf-8', 'replace')); sys.exit(3)")
    monkeypatch.setattr(components, "_pip", lambda requirements: failing)
    with pytest.raises(SystemRefused) as refused:
        install_component("ocr")
    assert refused.value.values["status"] == 3


def test_no_such_component():
    with pytest.raises(NotFound):
        component("nothing")
