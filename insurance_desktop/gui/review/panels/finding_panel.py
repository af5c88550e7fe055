"""What is doubtful about a document: one row for one cause, opened to its places, settled one by one or all at once."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidgetItem, QWidget

from insurance_desktop.domain.documents import StoredFinding
from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.look import wording
from insurance_desktop.gui.look.parts import button, column, label
from insurance_desktop.gui.review.decisions.decision_questions import GRAVEST_FIRST
from insurance_desktop.gui.review.keys import RESOLVE
from insurance_desktop.packs.wording import say

from .wrapped_rows import ID_ROLE, Rows

Cause = tuple[bool, int, str]
"""Whether it is settled, how grave it is, its kind."""


@entity
class FindingGroup:
    """Findings of one cause, settled or not, in the order of their places."""

    findings: tuple[StoredFinding, ...]

    @property
    def key(self) -> int:
        """Of its row: no finding has it."""
        return -self.findings[0].finding_id

    @property
    def cause(self) -> Cause:
        return cause_of(self.findings[0])

    @property
    def is_folding(self) -> bool:
        return len(self.findings) > 1

    def line(self, *, is_unfolded: bool, at: int | None = None) -> str:
        """`at` is the finding of a folded group that is being looked at."""
        place = next((place for place, each in enumerate(self.findings) if each.finding_id == at), None)
        first = self.findings[place or 0]
        key = "review_page.finding_group" if place is None else "review_page.finding_group_at"
        head = say(key, count=len(self.findings), pages=self._pages(), place=(place or 0) + 1)
        sign = "▾" if is_unfolded else "▸"
        state = wording.severity_word(first.severity) if first.is_open else say("review_page.findings_settled")
        return f"{sign} {state}　{head}\n{wording.finding_message(first)}"

    def _pages(self) -> int:
        return len({box.page for each in self.findings for box in each.boxes})


class FindingRows(Rows):
    """Rows of findings and of their groups; → opens a group, ← closes it."""

    folded = Signal(int, bool)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.current_id
        if event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Left) and current is not None:
            self.folded.emit(current, event.key() == Qt.Key.Key_Left)
        else:
            super().keyPressEvent(event)

    @property
    def selected_ids(self) -> tuple[int, ...]:
        return tuple(int(item.data(ID_ROLE)) for item in self.selectedItems())


class FindingsPanel(QWidget):
    """Open findings first; picking one leads to its place, 处理 asks whether the text is right."""

    picked = Signal(int)
    resolve_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows = FindingRows(say("gui.findings"))
        self.nothing = label(say("gui.findings_nothing"), "muted", wrap=True)
        self.resolve = button(say("gui.resolve"), self._resolve)
        self.resolve.setToolTip(f"{say('gui.resolve')}  {RESOLVE}")
        self._groups: tuple[FindingGroup, ...] = ()
        self._unfolded: set[Cause] = set()
        self._led: int | None = None
        """The finding of a folded group that a key led to: it alone is chosen, though its row is that of the group."""
        self._settling: tuple[int, int] | None = None
        """Where the first of the findings stands that are being settled, and how many are open until they are."""
        self.setLayout(column(self.nothing, (self.rows, 1), self.resolve, gap=8))
        self.rows.picked.connect(self._picked)
        self.rows.itemClicked.connect(self._clicked)
        self.rows.folded.connect(self._fold)
        self.rows.itemSelectionChanged.connect(self._selected)
        self.show_findings(())

    def show_findings(self, findings: tuple[StoredFinding, ...]) -> None:
        self._groups = groups_of(findings)
        self.nothing.setVisible(not findings)
        self.rows.setVisible(bool(findings))
        self._fill()
        self._go_on()

    def start_anew(self) -> None:
        """Another document: nothing is chosen or opened, and nothing goes on."""
        self.rows.setCurrentRow(-1)
        self._led = None
        self._unfolded.clear()
        self._settling = None

    @property
    def open_count(self) -> int:
        return len(self._open)

    @property
    def _open(self) -> list[StoredFinding]:
        return [each for group in self._groups for each in group.findings if each.is_open]

    def step(self, direction: int) -> None:
        """To the next or previous open finding, around the end."""
        ids = [each.finding_id for each in self._open]
        if not ids:
            return
        current = self.rows.current_id if self._led is None else self._led
        if current in ids:
            place = ids.index(current) + direction
        elif current is not None and -current in ids:  # a group as a whole: its first one
            place = ids.index(-current) + min(direction, 0)
        else:
            place = min(direction, 0)
        self._lead(ids[place % len(ids)])

    def choose(self, finding_id: int) -> None:
        """This one alone: its row, or that of the folded group around it."""
        group = self._group_of(finding_id)
        if group is None or not group.is_folding or group.cause in self._unfolded:
            self.rows.choose(finding_id)
            return
        self.rows.choose(group.key)
        self._led = finding_id
        self._name_groups()
        self._follow()

    def _group_of(self, finding_id: int) -> FindingGroup | None:
        return next((each for each in self._groups if finding_id in _ids(each.findings)), None)

    @property
    def kin(self) -> tuple[int, ...]:
        """All open findings of the one cause that the chosen ones have; none where they have several."""
        chosen = self.chosen
        group = self._group_of(chosen[0]) if chosen else None
        if group is None or not set(_ids(group.findings)).issuperset(chosen):
            return ()
        return _ids(group.findings)

    def settling(self, finding_ids: Sequence[int]) -> None:
        """These are about to be settled: what stands open after the first of them is shown next."""
        ids = [each.finding_id for each in self._open]
        places = [ids.index(each) for each in finding_ids if each in ids]
        self._settling = (min(places), len(ids)) if places else None

    def _go_on(self) -> None:
        ids = [each.finding_id for each in self._open]
        if self._settling is None or not len(ids) < self._settling[1]:
            return
        (place, _), self._settling = self._settling, None
        if ids:
            self._lead(ids[min(place, len(ids) - 1)])

    def _lead(self, finding_id: int) -> None:
        self.choose(finding_id)
        self.picked.emit(finding_id)

    # --- rows -------------------------------------------------------------------------------------------------
    def _fill(self) -> None:
        group = None if self._led is None else self._group_of(self._led)
        with QSignalBlocker(self.rows):  # nobody selects anything
            self.rows.fill(self._lines())
            if group is not None and group.cause not in self._unfolded:
                self.rows.choose(group.key)
            else:
                self._led = None
        self._follow()

    def _lines(self) -> Iterator[tuple[int, str]]:
        for group in self._groups:
            if not group.is_folding:
                yield group.findings[0].finding_id, _finding_line(group.findings[0])
                continue
            yield group.key, self._line(group)
            if group.cause in self._unfolded:
                yield from ((each.finding_id, _finding_line(each)) for each in group.findings)

    def _line(self, group: FindingGroup) -> str:
        return group.line(is_unfolded=group.cause in self._unfolded, at=self._led)

    def _name_groups(self) -> None:
        """Which of its findings a folded group is looked at for."""
        for group in self._groups:
            if group.is_folding:
                self.rows.rename(group.key, self._line(group))

    def _fold(self, row: int, is_folded: bool) -> None:
        """Closes or opens the group that has this row, as its own or among its findings."""
        group = next((each for each in self._groups if each.key == row or row in _ids(each.findings)), None)
        if group is None or not group.is_folding or is_folded == (group.cause not in self._unfolded):
            return
        led, self._led = self._led, None
        (self._unfolded.discard if is_folded else self._unfolded.add)(group.cause)
        self._fill()
        self.rows.choose(group.key if is_folded else row if led is None else led)

    def _picked(self, row: int) -> None:
        """A group is chosen as a whole and leads to its first place."""
        self._led = None
        self._name_groups()
        self.picked.emit(abs(row))

    def _clicked(self, item: QListWidgetItem) -> None:
        row = int(item.data(ID_ROLE))
        group = self._group_of(-row)
        if group is not None and row == group.key:
            self._fold(row, group.cause in self._unfolded)

    def _selected(self) -> None:
        if self._led is not None:
            self._led = None
            self._name_groups()
        self._follow()

    def _follow(self) -> None:
        self.resolve.setEnabled(bool(self.chosen))

    @property
    def chosen(self) -> tuple[int, ...]:
        """The open findings that are selected, a group for all of its own unless a key led to one of them."""
        if self._led is not None:
            return tuple(each.finding_id for each in self._open if each.finding_id == self._led)
        rows = set(self.rows.selected_ids)
        return tuple(
            each.finding_id
            for group in self._groups
            for each in group.findings
            if each.is_open and (each.finding_id in rows or (group.is_folding and group.key in rows))
        )

    def _resolve(self) -> None:
        if self.chosen:
            self.resolve_wanted.emit(self.chosen)


def groups_of(findings: Sequence[StoredFinding]) -> tuple[FindingGroup, ...]:
    """By cause: those that block first, those that are settled last; a kind stands where its first one does."""
    first: dict[str, int] = {}
    for each in findings:
        first.setdefault(each.kind, len(first))

    def order(each: StoredFinding) -> tuple[bool, int, int]:
        is_settled, gravity, kind = cause_of(each)
        return is_settled, gravity, first[kind]

    return tuple(FindingGroup(tuple(same)) for _cause, same in groupby(sorted(findings, key=order), key=order))


def cause_of(finding: StoredFinding) -> Cause:
    return not finding.is_open, GRAVEST_FIRST.index(finding.severity), finding.kind


def _ids(findings: Sequence[StoredFinding]) -> tuple[int, ...]:
    return tuple(each.finding_id for each in findings)


def _finding_line(finding: StoredFinding) -> str:
    boxes = finding.boxes
    key = "gui.on_pages" if len({box.page for box in boxes}) > 1 else "gui.on_page"
    place = say(key, page=boxes[0].page, count=len(boxes)) if boxes else ""
    head = "　".join(part for part in (wording.severity_word(finding.severity), place) if part)
    if finding.is_open:
        return f"{head}\n{wording.finding_message(finding)}"
    done = say("gui.finding_resolved", name=finding.resolved_by, reason=finding.resolved_reason or "")
    return f"{done}\n{wording.finding_message(finding)}"
