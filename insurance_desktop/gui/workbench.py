"""The one door from the window to the services: each method is one service call, made on a worker thread.

A service is imported when it is first asked, and only then: the window starts without.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from insurance_desktop.domain.documents import DecisionReceipt, Document, GivenMetadata, ImportedFile
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.running import CancelCheck, ProgressCallback
from insurance_desktop.packs.loader import load_pack, take_pack
from insurance_desktop.packs.registry import default_pack

from .collection.calls import CollectionCalls
from .connect.calls import ConnectCalls
from .evaluation.calls import EvaluationCalls
from .review.calls import ReviewCalls
from .search.calls import SearchCalls

if TYPE_CHECKING:
    from insurance_desktop.convert.running.drawn import RenderedPage
    from insurance_desktop.services.connecting.link_scheme import SchemeState
    from insurance_desktop.services.importing import job_queue
    from insurance_desktop.services.library import links, watching
    from insurance_desktop.services.review import decisions, document_facts
    from insurance_desktop.services.workspace import Workspace


class Workbench(ReviewCalls, SearchCalls, CollectionCalls, EvaluationCalls, ConnectCalls):
    """An open library as the window sees it. Give it to any thread; close it once, when no call is under way."""

    def __init__(self, workspace: "Workspace") -> None:
        self._workspace = workspace

    @property
    def ranking_warning(self) -> str:
        """What the user must know of the ranking; "" for nothing. It asks the model, so no window waits for it."""
        from insurance_desktop.services.search import ranking_approval

        return ranking_approval.warning(self._workspace.engine)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Made where there is none; brought to the newest schema after a backup."""
        from insurance_desktop.services.workspace import open_workspace

        return cls(open_workspace(path, pack=take_pack(default_pack())))

    def check_pack(self) -> None:
        """Every pattern of the pack by itself, which takes longer than to open a library. PackError with all faults."""
        load_pack(default_pack())

    @property
    def path(self) -> Path:
        return self._workspace.library.path

    def documents(self) -> tuple[Document, ...]:
        from insurance_desktop.services.library import documents

        return documents.list_documents(self._workspace.library)

    def state(self) -> "watching.LibraryState":
        from insurance_desktop.services.library import watching

        return watching.state_of(self._workspace.library)

    def facts(self, document_id: int) -> "document_facts.DocumentFacts":
        from insurance_desktop.services.review import document_facts

        return document_facts.facts_about(self._workspace.library, document_id)

    def import_paths(
        self, paths: Sequence[Path], progress: ProgressCallback, cancel: CancelCheck
    ) -> tuple[ImportedFile, ...]:
        from insurance_desktop.services.importing import chosen_files

        return chosen_files.import_chosen(
            self._workspace.library, self._workspace.converter, paths, progress=progress, cancel=cancel
        )

    def queue_import(self, paths: Sequence[Path]) -> int:
        from insurance_desktop.services.importing import job_queue

        return job_queue.queue_import(self._workspace.library, paths)

    def waiting_imports(self) -> "tuple[job_queue.WaitingImport, ...]":
        from insurance_desktop.services.importing import job_queue

        return job_queue.waiting_imports(self._workspace.library)

    def end_job(self, job_id: int, *, failure: str = "", stopped: bool = False) -> None:
        from insurance_desktop.services.importing import job_queue

        job_queue.end_job(self._workspace.library, job_id, failure=failure, stopped=stopped)

    def resume(self, progress: ProgressCallback, cancel: CancelCheck) -> tuple[Document, ...]:
        from insurance_desktop.services.importing import ingestion

        return ingestion.resume_queued(
            self._workspace.library, self._workspace.converter, progress=progress, cancel=cancel
        )

    def sheet(self, document_id: int) -> "decisions.ReviewSheet":
        from insurance_desktop.services.review import decisions

        return decisions.show(self._workspace.library, document_id)

    def page(self, document_id: int, page: int, dpi: int) -> "RenderedPage":
        from insurance_desktop.services.review import page_pictures

        return page_pictures.render_page(self._workspace.library, self._workspace.converter, document_id, page, dpi)

    def approve(
        self, document_id: int, reviewer: str, accept_findings_reason: str | None, seen_version: int | None
    ) -> DecisionReceipt:
        from insurance_desktop.services.review import decisions

        return decisions.approve(
            self._workspace.engine,
            document_id,
            reviewer=reviewer,
            accept_findings_reason=accept_findings_reason,
            seen_version=seen_version,
        )

    def reject(self, document_id: int, reviewer: str, reason: str, place: Box | None = None) -> DecisionReceipt:
        from insurance_desktop.services.review import decisions

        return decisions.reject(self._workspace.library, document_id, reviewer=reviewer, reason=reason, place=place)

    def resolve(self, document_id: int, finding_id: int, reviewer: str, reason: str) -> DecisionReceipt:
        from insurance_desktop.services.review import decisions

        return decisions.resolve(self._workspace.library, document_id, finding_id, reviewer=reviewer, reason=reason)

    def edit(self, document_id: int, markdown: str, reviewer: str, reason: str) -> DecisionReceipt:
        from insurance_desktop.services.review import decisions

        return decisions.edit(self._workspace.library, document_id, markdown=markdown, reviewer=reviewer, reason=reason)

    def correct(self, document_id: int, reviewer: str, metadata: GivenMetadata) -> DecisionReceipt:
        from insurance_desktop.services.review import decisions

        return decisions.correct(self._workspace.library, document_id, reviewer=reviewer, metadata=metadata)

    def follow(self, link: str) -> "links.LinkedPlace":
        from insurance_desktop.services.library import links

        return links.follow(self._workspace.library, link)

    def links_state(self) -> "SchemeState":
        from insurance_desktop.services.connecting import link_scheme

        return link_scheme.scheme_state(self._workspace.library.path)

    def register_links(self) -> "SchemeState":
        from insurance_desktop.services.connecting import link_scheme

        return link_scheme.register_scheme(self._workspace.library.path)

    def forget_links(self) -> "SchemeState":
        from insurance_desktop.services.connecting import link_scheme

        return link_scheme.forget_scheme(self._workspace.library.path)

    def close(self) -> None:
        self._workspace.close()
