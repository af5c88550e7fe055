"""What is being written about which document: an approval makes an index, for which nothing else has to wait."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from insurance_desktop.domain.entity import entity
from insurance_desktop.gui.context import AppContext
from insurance_desktop.gui.running.failures import Failure
from insurance_desktop.gui.running.jobs import APPROVALS, DECISIONS

if TYPE_CHECKING:
    from insurance_desktop.services.workspace import Workspace

T = TypeVar("T")


@entity
class UnderWay:
    """`document_id` is None where it is not known yet which one it will be about."""

    document_id: int | None
    lane: str


class Writing(QObject):
    """Decisions on their way into the library. `changed` when one sets out and when it is through."""

    changed = Signal()

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._under_way: list[UnderWay] = []

    def is_busy(self, document_id: int) -> bool:
        """Whether something about this document, or perhaps about it, is on its way."""
        return any(each.document_id in (document_id, None) for each in self._under_way)

    def write(
        self,
        document_id: int | None,
        title: str,
        work: Callable[["Workspace"], T],
        done: Callable[[T], None],
        *,
        approves: bool = False,
    ) -> None:
        """What concerns a document that is being approved comes behind its approval; all else does not wait for it."""
        waits = approves or UnderWay(document_id, APPROVALS) in self._under_way
        self._send(UnderWay(document_id, APPROVALS if waits else DECISIONS), title, work, done)

    def behind_all(self, then: Callable[[], None]) -> None:
        """Once the approvals that are on their way now are through."""
        self._send(UnderWay(None, APPROVALS), "", lambda _workspace: None, lambda _none: then())

    def _send(self, begun: UnderWay, title: str, work: Callable[["Workspace"], T], done: Callable[[T], None]) -> None:
        self._under_way.append(begun)
        self.changed.emit()

        def ended() -> None:
            self._under_way.remove(begun)
            self.changed.emit()

        def through(result: T) -> None:
            ended()
            done(result)

        def failed(failure: Failure) -> None:
            ended()
            self._context.notice_failure(failure)

        def stopped() -> None:
            ended()
            self._context.say_stopped()

        run = self._context.run
        run(
            title,
            lambda workspace, _progress, _cancel: work(workspace),
            through,
            failed,
            stopped=stopped,
            lane=begun.lane,
        )
