"""The one door from the window to the services: each method is one service call, made on a worker thread."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from insurance_desktop.domain.documents import Document, ImportedFile
from insurance_desktop.domain.running import CancelCheck, ProgressCallback


class Workbench(Protocol):
    @property
    def path(self) -> Path: ...

    def documents(self) -> tuple[Document, ...]: ...

    def import_paths(
        self, paths: Sequence[Path], progress: ProgressCallback, cancel: CancelCheck
    ) -> tuple[ImportedFile, ...]: ...

    def resume(self, progress: ProgressCallback, cancel: CancelCheck) -> tuple[ImportedFile, ...]: ...

    def close(self) -> None: ...
