"""Where a manifest and its files are read: beside each other at a web address, or in a folder."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin

from insurance_desktop import __version__
from insurance_desktop.crawl.connection import HttpOpener, agent_line, open_http
from insurance_desktop.crawl.published import fetch_published
from insurance_desktop.domain.errors import UpdateRefused
from insurance_desktop.domain.running import CancelCheck, Cancelled, never_cancelled
from insurance_desktop.packs.system_reasons import reason_of

from .settings import WEB

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """`address` is the manifest's. A network drive is a folder: it is read while the offline switch is on, too."""

    address: str
    offline: Callable[[], bool]
    cancel: CancelCheck = never_cancelled
    opener: HttpOpener = field(default=open_http)

    @property
    def manifest(self) -> str:
        """Its file's name."""
        return self.address.rpartition("/")[2] if self._is_web else Path(self.address).name

    def read(self, name: str, most_bytes: int) -> bytes:
        """A small file beside the manifest, or that itself."""
        content = bytearray()
        self.take(name, most_bytes, content.extend)
        return bytes(content)

    def take(self, name: str, most_bytes: int, take: Callable[[bytes], object]) -> None:
        """Hands the bytes of a file over, piece by piece; never more than `most_bytes`.

        Raises UpdateRefused, Cancelled and what `fetch_published` raises.
        """
        if self._is_web:
            fetch_published(
                urljoin(self.address, name),
                most_bytes,
                take,
                agent=agent_line(__version__, ""),
                offline=self.offline,
                cancel=self.cancel,
                opener=self.opener,
            )
        else:
            self._take_from(Path(self.address).with_name(name), most_bytes, take)

    @property
    def _is_web(self) -> bool:
        return self.address.lower().startswith(WEB)

    def _take_from(self, file: Path, most_bytes: int, take: Callable[[bytes], object]) -> None:
        try:
            with file.open("rb") as content:
                left = most_bytes
                while piece := content.read(min(_PIECE, left + 1)):
                    if self.cancel():
                        raise Cancelled
                    left -= len(piece)
                    if left < 0:
                        raise UpdateRefused("updates.too_large", url=str(file), most=most_bytes)
                    take(piece)
        except OSError as error:
            raise UpdateRefused("updates.unreadable", file=str(file), detail=reason_of(error)) from error
