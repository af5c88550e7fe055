"""The headings of a document in order, each with its depth: one stack gives the tree."""

from collections.abc import Sequence
from dataclasses import replace

from insurance_desktop.domain.entity import entity

from ..headings import ARTICLES, UNITS
from .habits import HABITS
from .numbers import DECIMAL, PLAIN
from .titles import Title
from .zones import Zone

DECIMALS = "decimal"
ANNEX, BRACKET, CENTRED, GUIDE, LABEL, LINE, TERM, TITLE = (
    "annex", "bracket", "centred", "guide", "label", "line", "term", "title"
)  # fmt: skip
INSERT = "insert"
"""An annex in the middle of a text that counts on behind it."""
WIDTH = {TITLE: -2, ANNEX: -1, **{unit: rank for rank, unit in enumerate(UNITS)}, CENTRED: 3}
"""Units from the widest to the narrowest; everything else stands below them."""


@entity
class Head:
    """A heading: `kin` is what it counts on with: its chain, its list, its sort of unnumbered title."""

    place: int
    kin: str
    title: Title
    form: str = "plain"
    number: str = ""
    value: tuple[int, ...] = ()
    zone: Zone = Zone.FULL
    x: float = 0.0
    is_wide: bool = False
    rule: str = ""


def kin_of(form: str, value: Sequence[int]) -> str:
    """The kin of a member of the wide chains."""
    if form == DECIMAL or form in PLAIN:
        return f"{DECIMALS}{len(value)}"
    return "article" if form in ARTICLES else form


def with_inserts(heads: Sequence[Head]) -> list[Head]:
    """The heads, annexes in the middle of a text marked: left open, they would hold the rest of the contract."""
    found = list(heads)
    before: Head | None = None
    for place, head in enumerate(heads):
        if head.kin == ANNEX and before is not None:
            after = next((each for each in heads[place + 1 :] if _is_counted(each) or each.kin == TITLE), None)
            if after is not None and after.kin == before.kin and follows(before.value, after.value):
                found[place] = replace(head, kin=INSERT)
        elif head.kin in {TITLE, ANNEX}:
            before = None
        elif _is_counted(head):
            before = head
    return found


def _is_counted(head: Head) -> bool:
    return head.kin.startswith(DECIMALS) or head.kin == "article"


def follows(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a number is the next one beside another."""
    return one[:-1] == other[:-1] and other[-1] == one[-1] + 1


def depths(heads: Sequence[Head]) -> list[int]:
    """The depth of each heading, 1 for those at the top."""
    stack: list[Head] = []
    above: list[int] = []
    found: list[int] = []
    for head in heads:
        if head.kin == TITLE:
            stack.clear()
            above.clear()
            found.append(0)
            continue
        if head.kin == INSERT:
            at = [depth for each, depth in zip(stack, above, strict=True) if _is_counted(each)]
            found.append(at[-1] if at else 1)
            continue
        _close(stack, head)
        del above[len(stack) :]
        depth = max((above[-1] if above else 0) + 1, _least_depth(head))
        stack.append(head)
        above.append(depth)
        found.append(depth)
    return found


def _least_depth(head: Head) -> int:
    """Sections stand below chapters even where none is printed."""
    if head.kin.startswith(DECIMALS):
        return len(head.value)
    return 2 if head.kin == "article" else 1


def _close(stack: list[Head], head: Head) -> None:
    """Takes from the stack what ends where the heading begins."""
    if head.kin in WIDTH:
        while stack and _ends_at_unit(stack[-1], head):
            stack.pop()
        return
    for place in reversed(range(len(stack))):
        if _is_beside(stack[place], head):
            del stack[place:]
            return
    if head.kin.startswith(DECIMALS):
        _close_decimals(stack, head)
    elif head.kin == "article":
        while stack and not _holds_articles(stack[-1]):
            stack.pop()
    elif head.zone is Zone.LABEL or head.kin == LABEL:
        while stack and _is_right_of(stack[-1], head):
            stack.pop()


def _is_beside(open_one: Head, head: Head) -> bool:
    """Whether a heading is of the kin of an open one, labels without numbers as far right as it."""
    return open_one.kin == head.kin and (head.kin != LABEL or abs(open_one.x - head.x) <= HABITS.same_x)


def _ends_at_unit(open_one: Head, head: Head) -> bool:
    """Whether an open heading ends where a unit begins: all but wider units, and lists that hold units."""
    if open_one.kin in WIDTH:
        return WIDTH[open_one.kin] >= WIDTH[head.kin]
    return not open_one.is_wide


def _holds_articles(open_one: Head) -> bool:
    return open_one.kin in WIDTH or open_one.is_wide


def _close_decimals(stack: list[Head], head: Head) -> None:
    """A decimal number stands below the longest open one that begins it, or below units."""
    depth = len(head.value)
    while stack:
        last = stack[-1]
        if last.kin in WIDTH or last.is_wide:
            return
        if last.kin.startswith(DECIMALS) and len(last.value) < depth:
            return
        is_first = head.value == (1,) and not any(each.kin.startswith(DECIMALS) for each in stack)
        if last.kin == "article" and (is_first or (depth > 1 and last.value[:1] == head.value[:1])):
            return
        stack.pop()


def _is_right_of(open_one: Head, head: Head) -> bool:
    """Whether an open heading cannot hold a label: it stands in the text column, or as far right as the label."""
    if open_one.kin in WIDTH or open_one.is_wide or open_one.kin.startswith(DECIMALS) or open_one.kin == "article":
        return False
    if open_one.zone is Zone.TEXT:
        return True
    is_first = set(head.value) == {1}  # a list may begin right below a label without a number
    limit = HABITS.same_x if open_one.number or is_first else -HABITS.same_x
    return open_one.x > head.x + limit
