"""Which packs a server answers from. Where a single one is installed, nothing is looked at and nothing is said."""

from collections.abc import Callable

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.errors import WorkbenchError
from insurance_desktop.packs.labels import category_labels
from insurance_desktop.packs.registry import default_pack, pack_names


@entity
class ServedPacks:
    """`held` are those of the library, where several are installed; `named` is the one that the server was started for.

    A client is offered the choice, and told of which pack an answer is, only where there are several.
    """

    held: tuple[str, ...] = ()
    named: str | None = None

    @property
    def are_several(self) -> bool:
        return len(self.held) > 1

    @property
    def offered(self) -> tuple[str, ...]:
        """Those that a call may name."""
        return self.held if self.are_several and self.named is None else ()

    @property
    def categories(self) -> str:
        """The categories of clauses that a call may name, with their labels; of several packs, each one's."""
        if not self.offered:
            return _categories(self.named or next(iter(self.held), default_pack()))
        return "; ".join(f"{name}: {_categories(name)}" for name in self.offered)


def served_packs(held: Callable[[], tuple[str, ...]], named: str | None) -> ServedPacks:
    """What the library holds now. What is wrong with its file is told by the first answer, not by the list of tools."""
    if len(pack_names()) == 1:
        return ServedPacks(named=named)
    try:
        return ServedPacks(tuple(name for name in held() if name in pack_names()), named)
    except WorkbenchError:
        return ServedPacks(named=named)


def _categories(pack: str) -> str:
    return ", ".join(f"{name} {label}" for name, label in category_labels(pack).items())
