"""Which files a use case is counted to pass through."""

import importlib
import sys
import threading

import pytest

from development.reach import Reach

MODULES = {
    "__init__.py": "",
    "asked.py": "from .decorated import noted\n\n@noted\ndef ask():\n    from . import late\n    return late.VALUE\n",
    "decorated.py": "def noted(function):\n    return function\n",
    "late.py": "def value():\n    return 1\n\nclass Late:\n    pass\n\nVALUE = value()\n",
    "aside.py": "def run():\n    return 2\n",
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "small_product"
    folder.mkdir()
    for name, text in MODULES.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    former = sys.getprofile()
    yield folder
    sys.setprofile(former)
    threading.setprofile(None)
    for name in [name for name in sys.modules if name.startswith("small_product")]:
        del sys.modules[name]


def test_a_file_counts_where_a_function_ran_for_the_use_case_and_not_where_it_was_imported(package):
    reach = Reach(package)
    asked = importlib.import_module("small_product.asked")
    assert reach.look() == []
    asked.ask()
    assert reach.look() == ["asked.py"]


def test_every_look_begins_anew_and_threads_count(package):
    aside = importlib.import_module("small_product.aside")
    reach = Reach(package)
    thread = threading.Thread(target=aside.run)
    thread.start()
    thread.join()
    assert reach.look() == ["aside.py"]
    assert reach.look() == []
