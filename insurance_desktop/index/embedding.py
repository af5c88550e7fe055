"""Texts to vectors: the embedding model on ONNX Runtime, loaded when the first text comes.

The sentence vector is the first token's last hidden state at unit length. A text longer than the model reads is an
error, never cut in silence: `windows` makes texts that fit.
"""

import re
import threading
import tomllib
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from insurance_desktop import paths
from insurance_desktop.domain.errors import ModelError

from .inference import fingerprint_of, load_tokenizer, open_session, padded

Vectors = npt.NDArray[np.float32]
Told = Callable[[int, int], None]
SETTINGS_NAME = "embedding.toml"
_BATCH_TOKENS = 512
"""What a batch may hold, padding counted: with eight times as many, phrases and clauses take 1.4 to 1.6 times as long,
on one core and on two, and more memory; the vectors are the same to the last bit."""


_MOST_WORDS = 50_000


def _is_single(character: str) -> bool:
    """Whether BERT's tokenizer makes a token of its own of this sign, whatever stands around it."""
    code = ord(character)
    if 0x4E00 <= code <= 0x9FFF:
        return True
    return unicodedata.category(character)[0] == "P" or (code < 0x80 and unicodedata.category(character)[0] == "S")


_RANGES = ((0x20, 0x7F), (0xAE, 0x100), (0x2010, 0x2028), (0x2030, 0x205F), (0x2150, 0x2600), (0x3000, 0x3030))
_WIDE_RANGES = ((0x3220, 0x3400), (0xFF01, 0xFF60))
_OTHER_SIGNS = [chr(code) for start, stop in (*_RANGES, *_WIDE_RANGES) for code in range(start, stop)]
_SINGLE = r"\u4e00-\u9fff" + "".join(re.escape(each) for each in _OTHER_SIGNS if _is_single(each))
_EASY = re.compile(rf"[\n\t\u4e00-\u9fff{''.join(re.escape(each) for each in _OTHER_SIGNS if each != '[')}]*")
"""Text whose tokens can be told without the tokenizer, but for runs of letters and digits; `[SEP]` is a token to it."""

_NOT_SINGLE = re.compile(rf"(\s+|[^\s{_SINGLE}]+)")


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """What the model's own file says: its name, its width, what it reads at most and what stands before a question.

    `sha256` is that of a network that does not ship: a person has it installed (`packs install`). `windows` are the
    sizes that differ from the usual ones (`WindowSettings`).
    """

    name: str
    model: str
    tokenizer: str
    dimensions: int
    max_tokens: int
    instruction: str
    sha256: str = ""
    windows: Mapping[str, int] = field(default_factory=dict)


def read_settings(path: Path) -> ModelSettings:
    """Reads `embedding.toml`; ModelError where it is missing or lacks a key."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return ModelSettings(
            name=str(table["name"]),
            model=str(table["model"]),
            tokenizer=str(table["tokenizer"]),
            dimensions=int(table["dimensions"]),
            max_tokens=int(table["max_tokens"]),
            instruction=str(table["instruction"]),
            sha256=str(table.get("sha256", "")),
            windows={name: int(size) for name, size in table.get("windows", {}).items()},
        )
    except (OSError, KeyError, ValueError) as fault:
        raise ModelError("index.model_settings", path=str(path), cause=str(fault)) from fault


def shipped_settings(language: str) -> ModelSettings:
    """What the program knows of the model of a language, whether its network is here or not."""
    return read_settings(paths.model_folder(language) / SETTINGS_NAME)


def shipped_embedder(language: str = "", *, threads: int = 0) -> "Embedder":
    """The embedder of a language by the model that the program knows for it; nothing is loaded yet."""
    folder = paths.model_folder(language)
    settings = shipped_settings(language)
    networks = paths.installed_models(language) if settings.sha256 else folder
    return Embedder(
        networks / settings.model,
        folder / settings.tokenizer,
        settings_path=folder / SETTINGS_NAME,
        threads=threads,
    )


def tell_nobody(done: int, total: int) -> None:
    """For callers that show nothing."""


def batches(lengths: Sequence[int], budget: int = _BATCH_TOKENS) -> Iterator[list[int]]:
    """Places of texts that go through the model together: alike in length, of `budget` tokens at most."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[place] > budget:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


class Embedder:
    """Turns passages and questions into unit vectors. May be shared by threads.

    `threads` is the number of cores a call may use; 0 leaves it to ONNX Runtime (all of them). The settings lie beside
    the model where no path says otherwise.
    """

    def __init__(
        self, model_path: Path, tokenizer_path: Path, *, settings_path: Path | None = None, threads: int = 0
    ) -> None:
        self.model_path = Path(model_path)
        self.tokenizer_path = Path(tokenizer_path)
        self._settings_path = settings_path or self.model_path.with_name(SETTINGS_NAME)
        self._threads = threads
        self._loading = threading.Lock()
        self._words: dict[str, tuple[int, ...]] = {}

    @cached_property
    def settings(self) -> ModelSettings:
        return read_settings(self._settings_path)

    @property
    def is_missing(self) -> bool:
        """Whether the network has yet to be installed: texts can be counted and cut, but have no vectors."""
        return bool(self.settings.sha256) and not self.model_path.is_file()

    @cached_property
    def fingerprint(self) -> str:
        """Hex sha256 over model, tokenizer and settings: other bytes make other vectors.

        The settings name the hash of a network that is installed, and no other one is.
        """
        told = (self.tokenizer_path, self._settings_path)
        return fingerprint_of(told if self.settings.sha256 else (self.model_path, *told))

    @property
    def dimensions(self) -> int:
        return self.settings.dimensions

    def load(self) -> None:
        """Reads the files that the first text would wait for."""
        _ = self._tokenizer
        if not self.is_missing:
            _ = self._session

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, one row a text (n × dimensions). ModelError where a text is too long."""
        return self.passages_counted(texts)[0]

    def passages_counted(self, texts: Sequence[str], told: Told = tell_nobody) -> tuple[Vectors, list[int]]:
        """The same with the tokens of each text: what was embedded, whole and never cut.

        `told` hears how many tokens of how many have gone through the model: its time goes by them.
        """
        encoded = self._encode_all(texts)
        counts = [len(ids) for ids in encoded]
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        done = 0
        for places in batches(counts):
            vectors[places] = self._run([encoded[place] for place in places])
            done += sum(counts[place] for place in places)
            told(done, sum(counts))
        return vectors, counts

    def question(self, text: str) -> Vectors:
        """The unit vector of one question (dimensions,), with the model's instruction before it."""
        vector: Vectors = self._run(self._encode_all([self.settings.instruction + text]))[0]
        return vector

    def questions(self, texts: Sequence[str]) -> Vectors:
        """The unit vectors of many questions (n × dimensions)."""
        return self.passages([self.settings.instruction + text for text in texts])

    def count_tokens(self, text: str) -> int:
        """Tokens with the two that the model adds."""
        return len(self.token_ends(text)) + 2

    def token_ends(self, text: str) -> list[int]:
        """Where each token of `text` ends, as character offsets, without the two that the model adds."""
        if _EASY.fullmatch(text) is None:
            return list(self._ends_by_tokenizer(text))
        pieces = _NOT_SINGLE.split(text)  # signs and, at the odd places, what is none
        words = self._ends_of_words(pieces[1::2])
        ends: list[int] = []
        done = 0
        for signs, word in zip(pieces[::2], pieces[1::2], strict=False):
            start = done + len(signs)
            ends += range(done + 1, start + 1)
            ends += [start + end for end in words[word]]
            done = start + len(word)
        ends += range(done + 1, len(text) + 1)
        return ends

    def _ends_of_words(self, words: Sequence[str]) -> dict[str, tuple[int, ...]]:
        """Where the tokens of these words end, and of others; a space has none."""
        if len(self._words) > _MOST_WORDS:
            self._words = {}
        known = self._words
        new = [word for word in dict.fromkeys(words) if word not in known]
        if new:
            starts = [0, *accumulate(len(word) + 1 for word in new)]
            ends: list[list[int]] = [[] for _ in new]
            for start, end in self._tokenizer.encode(" ".join(new), add_special_tokens=False).offsets:
                place = bisect_right(starts, start) - 1
                ends[place].append(end - starts[place])
            known.update(zip(new, map(tuple, ends), strict=True))
        return known

    def _ends_by_tokenizer(self, text: str) -> tuple[int, ...]:
        return tuple(end for _, end in self._tokenizer.encode(text, add_special_tokens=False).offsets)

    def fitting(self, text: str) -> str:
        """The longest beginning of a question that the model reads together with its instruction."""
        room = self.settings.max_tokens - self.count_tokens(self.settings.instruction)
        ends = self.token_ends(text)
        return text if len(ends) <= room else text[: ends[room - 1]]

    def token_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """The tokens of each text, whatever its length, with the two that the model adds."""
        return [each.ids for each in self._tokenizer.encode_batch_fast(list(texts))]

    def _encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        found = self.token_ids(texts)
        for ids in found:
            if len(ids) > self.settings.max_tokens:
                raise ModelError("index.text_too_long", tokens=len(ids), limit=self.settings.max_tokens)
        return found

    def _run(self, batch: list[list[int]]) -> Vectors:
        ids, mask = padded(batch)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states = self._session.run(["last_hidden_state"], inputs)[0]
        first = np.asarray(states[:, 0, :], dtype=np.float32)
        lengths = np.linalg.norm(first, axis=1, keepdims=True)
        if not np.all(np.isfinite(first)) or not np.all(lengths > 0):
            raise ModelError("index.vector_unusable")
        return np.asarray(first / lengths, dtype=np.float32)

    @property
    def _tokenizer(self) -> Any:
        with self._loading:
            return load_tokenizer(self.tokenizer_path)

    @property
    def _session(self) -> Any:
        with self._loading:
            return self._loaded_session

    @cached_property
    def _loaded_session(self) -> Any:
        if self.is_missing:
            raise ModelError("index.model_not_installed", model=self.settings.model)
        return open_session(self.model_path, self._threads)
