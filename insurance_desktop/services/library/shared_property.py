"""A part that an object makes when somebody needs it: once, whatever thread asks."""

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class shared_property(Generic[T]):
    """As `functools.cached_property`, for objects that several threads share: newer Pythons' would make two.

    Each part of each object has a lock of its own, so that a slow one holds up only who asks for it. Once made, the
    part stands in the object's `__dict__` and is read without a lock.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        made = vars(instance)
        with made.setdefault(f"{self._name} being made", threading.RLock()):
            if self._name not in made:
                made[self._name] = self._make(instance)
        part: T = made[self._name]
        return part
