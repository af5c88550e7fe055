"""The reader: one open library for many threads, swapped when another file takes its place."""

import gc
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from inspect import Parameter, signature
from types import SimpleNamespace

import pytest

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.services.answers import library_reader
from insurance_desktop.services.answers.exclusions import exclusion_risk
from insurance_desktop.services.answers.library_reader import LibraryReader
from insurance_desktop.services.answers.tools import LAWS, TOOLS
from insurance_desktop.services.library.library import open_library
from insurance_desktop.services.products.product_lookup import lookup
from insurance_desktop.services.search.clause_search import search


@pytest.fixture
def empty_library(tmp_path):
    open_library(tmp_path / "library.db").close()
    return tmp_path / "library.db"


class CountingLibraries:
    """Opens real readers and remembers which were closed."""

    def __init__(self, monkeypatch) -> None:
        self.opened = []
        self._open = library_reader.open_reader
        monkeypatch.setattr(library_reader, "open_reader", self.open)

    def open(self, path, **settings):
        library = self._open(path, **settings)
        self.opened.append(library)
        return library


def is_closed(library) -> bool:
    try:
        with library.database.read():
            return False
    except Exception:
        return True


def test_one_library_is_opened_for_all_threads(empty_library, monkeypatch):
    libraries = CountingLibraries(monkeypatch)
    with LibraryReader(empty_library) as reader, ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(partial(reader.ask, lookup), ["青松"] * 40))
    assert len(answers) == 40
    assert len(libraries.opened) == 1
    assert is_closed(libraries.opened[0])


def test_a_replaced_library_is_closed_when_its_last_question_is_answered(empty_library, tmp_path, monkeypatch):
    libraries = CountingLibraries(monkeypatch)
    asked, may_answer = threading.Event(), threading.Event()

    def slow(names):
        asked.set()
        assert may_answer.wait(20)
        return lookup(names, "慢")

    with LibraryReader(empty_library) as reader, ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(reader.ask, slow)
        assert asked.wait(20)
        open_library(tmp_path / "new.db").close()
        (tmp_path / "new.db").replace(empty_library)
        reader.ask(lookup, "快")
        old, new = libraries.opened
        assert not is_closed(old)
        may_answer.set()
        assert waiting.result(20)
        assert is_closed(old)
        assert not is_closed(new)


def test_a_file_that_is_still_empty_is_no_library_yet(tmp_path):
    (tmp_path / "library.db").touch()
    with LibraryReader(tmp_path / "library.db") as reader:
        assert reader.ask(search, SearchRequest("犹豫期")).status == "empty_library"


def test_a_reader_that_is_closed_opens_again_with_the_next_question(empty_library):
    reader = LibraryReader(empty_library)
    reader.ask(lookup, "青松")
    reader.close()
    assert reader.ask(lookup, "青松").status
    reader.close()


def test_a_reader_that_is_closed_holds_no_model_until_it_is_asked_again(empty_library):
    with LibraryReader(empty_library) as reader:
        embedder = weakref.ref(reader.ask(lambda engine: engine.embedder))
        shared = reader.ask(lambda engine: engine.models.reranker)
        assert embedder()
        reader.close()
        gc.collect()
        assert embedder() is None
        assert reader.ask(lambda engine: engine.models.reranker) is not shared


def test_warming_before_the_first_library_makes_nothing(tmp_path):
    with LibraryReader(tmp_path / "library.db") as reader:
        reader.warm()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("product", ["YH1001", "no such product"])
def test_exclusions_that_nobody_could_check_are_no_clean_bill(tmp_path, empty_library, product):
    for library in (empty_library, tmp_path / "missing.db"):
        with LibraryReader(library) as reader:
            answer = reader.ask(exclusion_risk, "酒后开车", product=product)
        assert answer.status == "empty_library"
        assert "未核查任何责任免除" in answer.message
        assert answer.summary == answer.message
        assert (answer.finding, answer.complete, answer.confidence) == ("none_found", False, 0.0)


WITHOUT_LIBRARY = ("verify_quote", "ask", *(tool.name for tool in TOOLS if tool.toolset == LAWS))


@pytest.mark.parametrize(
    "tool", [each for each in TOOLS if each.name not in WITHOUT_LIBRARY], ids=lambda tool: tool.name
)
def test_a_tool_says_that_there_is_no_library(tool, tmp_path):
    """Laws lie in none, a quotation is just not found, and what `ask` says then is tried where it is asked."""
    question = tool.question()
    own = [each.name for each in signature(question).parameters.values() if each.default is Parameter.empty][1:]
    asked = {"request": SimpleNamespace(query="x")}
    with LibraryReader(tmp_path / "none.db") as reader:
        answer = reader.ask(question, **{name: asked.get(name, "x") for name in own})
    assert not answer or (answer.status == "empty_library" and str(tmp_path) in answer.message)
