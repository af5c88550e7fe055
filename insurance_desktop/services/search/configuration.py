"""What this program ranks with, as fingerprints: its model, windows, fitted numbers, question memory and pack."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from insurance_desktop.domain.identity import text_sha256
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.entries import space_for
from insurance_desktop.index.exclusion_grounds import grounds_path
from insurance_desktop.index.memory import memory_path
from insurance_desktop.index.ranking import model_path
from insurance_desktop.index.reranker import Reranker


@dataclass(frozen=True, slots=True)
class Configuration:
    """What ranks. `parts` are hex sha256 by name; `fingerprint` is over all of them."""

    fingerprint: str
    parts: Mapping[str, str]


def configuration_of(pack: DomainPack, embedder: Embedder, reranker: Reranker | None) -> Configuration:
    """What these models rank a pack's clauses with. Slow the first time: a `SearchEngine` keeps it."""
    parts = {
        "model": embedder.fingerprint,
        "windows": space_for(pack.name, embedder, pack.language, chunks=pack.textbooks.chunks).fingerprint,
        "reranker": reranker.fingerprint if reranker else "",
        "numbers": _file_sha256(model_path(pack.name)),
        "grounds": _file_sha256(grounds_path(pack.name)),
        "memory": _file_sha256(memory_path(pack.name)),
        "pack": text_sha256(repr(pack)),
    }
    if pack.query_rules.term_groups:
        parts["understanding"] = text_sha256(repr(pack.query_rules))
    return Configuration(text_sha256(json.dumps(parts, sort_keys=True)), parts)


def _file_sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
