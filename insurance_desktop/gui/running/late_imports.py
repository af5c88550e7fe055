"""Services that a page asks, imported when it first asks one: on a worker thread, where no window waits for them.

    with imported_when_used():
        from insurance_desktop.services.search import clause_search

Numpy, the model and whatever else comes with a service would hold up the showing of a page by a tenth of a second.
To a reader and to the checkers these are imports like any other; only modules of packages can be named so.
"""

import builtins
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Lock, get_ident
from types import ModuleType, SimpleNamespace
from typing import Any

_ONE_AT_A_TIME = Lock()  # `import` belongs to the whole program


class _LateModule:
    """Stands for a module until something of it is wanted."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None  # to ask for it by name each time costs as much as a short function

    def __getattr__(self, attribute: str) -> Any:
        if self._module is None:
            self._module = import_module(self._name)
        return getattr(self._module, attribute)


@contextmanager
def imported_when_used() -> Iterator[None]:
    """`from package import module` in here binds a name that imports the module when it is used."""
    mine, real = get_ident(), builtins.__import__

    def promise(name: str, *told: Any, **named: Any) -> Any:
        fromlist = named.get("fromlist", told[2] if len(told) > 2 else ())
        if get_ident() != mine or not fromlist:
            return real(name, *told, **named)
        return SimpleNamespace(**{each: _LateModule(f"{name}.{each}") for each in fromlist})

    with _ONE_AT_A_TIME:
        builtins.__import__ = promise
        try:
            yield
        finally:
            builtins.__import__ = real
