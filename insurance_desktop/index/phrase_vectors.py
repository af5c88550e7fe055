"""Vectors of short texts, each embedded once: by this process, and by those that come after it through the cache.

The file in the cache is a head that names the model and its width, then one record a text: the hash of the text, its
vector, the hash of both. It is only appended to, and made anew when it is another model's, cut or full. What is damaged
in it is embedded again; where nothing can be written, the process alone remembers.
"""

import hashlib
import threading
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from os import SEEK_END
from pathlib import Path

import numpy as np

from insurance_desktop.unfinished import discard, place_beside

from .embedding import Embedder, Vectors

FOLDER = "phrases"
MOST_PHRASES = 20_000
"""How many vectors are kept (2 KB each); then the collection starts anew."""

_MAGIC = b"IDPHR001"
_KEY, _CHECK, _MODEL = 16, 8, 20
"""Bytes of the hashes: of a text, of which no two may meet, of a record, whose damage must show, and of the model."""


class PhraseVectors:
    """Vectors of short texts. May be shared by threads. `cache` is the folder whose files outlast the process; without
    one nothing does."""

    def __init__(self, embedder: Embedder, cache: Path | None = None) -> None:
        self._embedder = embedder
        self._cache = cache
        self._known: dict[bytes, Vectors] | None = None
        self._file: _PhraseFile | None = None
        self._reading = threading.Lock()

    def of(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        keys = [_hash(text.encode(), _KEY) for text in texts]
        known = self._remembered()
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if new and len(known) + len(new) > MOST_PHRASES:
            new = dict(zip(keys, texts, strict=True))
            self._known = known = {}
        if new:
            readable = [self._embedder.fitting(text) for text in new.values()]
            made = dict(zip(new, self._embedder.passages(readable), strict=True))
            known.update(made)
            if self._file is not None:
                self._file.add(made, known)
        return np.stack([known[key] for key in keys])

    def _remembered(self) -> dict[bytes, Vectors]:
        with self._reading:
            if self._known is None:
                if self._cache is not None:
                    self._file = _PhraseFile(self._cache / FOLDER, self._embedder)
                self._known = {} if self._file is None else self._file.read()
            return self._known


class _PhraseFile:
    """One model's vectors in the cache."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        self._path = folder / f"{embedder.settings.name}.vectors"
        width = embedder.dimensions
        self._head = _MAGIC + width.to_bytes(4, "little") + _hash(embedder.fingerprint.encode(), _MODEL)
        self._record = np.dtype([("key", f"V{_KEY}"), ("vector", "<f4", (width,)), ("check", f"V{_CHECK}")])

    def read(self) -> dict[bytes, Vectors]:
        """What the file holds whole, by the hash of the text; nothing where it is another model's."""
        try:
            content = self._path.read_bytes()
        except OSError:
            return {}
        if not content.startswith(self._head):
            return {}
        count = (len(content) - len(self._head)) // self._record.itemsize
        records = np.frombuffer(content, self._record, count, len(self._head))
        return {
            record["key"].tobytes(): record["vector"]
            for record in records
            if record["check"].tobytes() == _check(record["key"].tobytes(), record["vector"])
        }

    def add(self, new: Mapping[bytes, Vectors], known: Mapping[bytes, Vectors]) -> None:
        """Puts new vectors behind the others, or all that are known into a file of their own."""
        with suppress(OSError):
            if not self._append(new):
                self._write(known)

    def _append(self, new: Mapping[bytes, Vectors]) -> bool:
        """False where the file is none that these belong into, or would hold more than is ever asked for."""
        try:
            file = self._path.open("r+b")
        except FileNotFoundError:
            return False
        with file:
            if file.read(len(self._head)) != self._head:
                return False
            count, rest = divmod(file.seek(0, SEEK_END) - len(self._head), self._record.itemsize)
            if rest or count + len(new) > MOST_PHRASES:
                return False
            file.write(self._records(new.items()))
        return True

    def _write(self, known: Mapping[bytes, Vectors]) -> None:
        """In one step, so that no other process reads half of it."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = place_beside(self._path)
        try:
            unfinished.write_bytes(self._head + self._records(known.items()))
            unfinished.replace(self._path)
        finally:
            discard(unfinished)

    def _records(self, vectors: Iterable[tuple[bytes, Vectors]]) -> bytes:
        records = [(key, vector, _check(key, vector)) for key, vector in vectors]
        return np.array(records, dtype=self._record).tobytes()


def _check(key: bytes, vector: Vectors) -> bytes:
    return _hash(key + vector.astype("<f4").tobytes(), _CHECK)


def _hash(content: bytes, size: int) -> bytes:
    return hashlib.blake2b(content, digest_size=size).digest()
