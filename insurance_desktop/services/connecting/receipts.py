"""What a connection wrote into a client's file, kept so that exactly that can be taken out again."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from insurance_desktop import paths
from insurance_desktop.lasting import write_whole


@dataclass(frozen=True, slots=True)
class Receipt:
    """`before` = the entry that stood there (None: there was none); `file_sha256` = of the file as it was left.

    `had_file` and `had_container` = whether there was a file, and whether it listed servers; `backup` = the file as it
    was found, None where its old bytes are not to be brought back as a whole.
    """

    file: str
    entry: dict[str, Any]
    before: Any
    had_file: bool
    had_container: bool
    backup: str | None
    file_sha256: str

    def describes(self, file: Path, content: bytes) -> bool:
        """Whether the file is, to the byte, as the connection left it."""
        return self.file == str(file) and self.file_sha256 == digest(content)


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _path(client: str) -> Path:
    return paths.state_folder() / "connections" / f"{client}.json"


def keep(client: str, receipt: Receipt) -> None:
    write_whole(_path(client), json.dumps(asdict(receipt), ensure_ascii=False, indent=2).encode("utf-8"))


def kept(client: str, file: Path) -> Receipt | None:
    """The receipt of this file; None where there is none that can be read."""
    try:
        receipt = Receipt(**json.loads(_path(client).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return receipt if receipt.file == str(file) else None


def drop(client: str) -> None:
    _path(client).unlink(missing_ok=True)
