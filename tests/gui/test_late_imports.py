"""Services are imported when a page first asks one, not when the page is shown."""

import subprocess
import sys
import threading

from insurance_desktop.gui.running.late_imports import imported_when_used

SHOWN = """
import sys
from insurance_desktop.gui.pages import entries
for entry in entries():
    if entry.name in ("library", "review", "search", "ask", "compare", "settings"):
        entry.load(entry.page)
print(" ".join(sorted(name for name in sys.modules if name.startswith("insurance_desktop.services."))))
"""


def test_a_module_is_imported_by_its_first_use_and_then_is_the_module_itself(monkeypatch):
    monkeypatch.delitem(sys.modules, "wsgiref.headers", raising=False)
    with imported_when_used():
        from wsgiref import headers
    assert "wsgiref.headers" not in sys.modules
    assert headers.Headers([("a", "b")])["a"] == "b"
    assert headers.Headers is sys.modules["wsgiref.headers"].Headers


def test_other_names_come_from_their_package_as_they_are_called_here(monkeypatch):
    monkeypatch.delitem(sys.modules, "wsgiref.headers", raising=False)
    with imported_when_used():
        from wsgiref import headers as heads
    assert heads.Headers([]).items() == []


def test_other_threads_import_as_ever_meanwhile(monkeypatch):
    monkeypatch.delitem(sys.modules, "wsgiref.util", raising=False)
    seen = []

    def imports():
        from wsgiref import util

        seen.append(util is sys.modules["wsgiref.util"])

    with imported_when_used():
        other = threading.Thread(target=imports)
        other.start()
        other.join()
    assert seen == [True]


def test_the_pages_of_every_day_come_without_what_answers_them():
    done = subprocess.run([sys.executable, "-c", SHOWN], capture_output=True, text=True, check=True, timeout=60)
    loaded = set(done.stdout.split())
    late = (
        "review.decisions",
        "review.review_queue",
        "search.clause_search",
        "answers.exclusions",
        "answers.surrender",
        "asking.memory",
        "products.product_comparison",
    )
    assert not {f"insurance_desktop.services.{each}" for each in late} & loaded
