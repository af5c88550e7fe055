"""The cross-encoder: reads a question and a passage together and says how surely the passage answers.

The embedding has to say what a passage holds before anybody asks. This model sees both, some ten milliseconds a
passage, so it reads only the few that the first ranking puts in front. Its numbers come from
development/fitting/reranker.py; it is loaded when the first question comes.
"""

import threading
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from insurance_desktop import paths
from insurance_desktop.domain.errors import ModelError

from .embedding import batches
from .inference import fingerprint_of, give_back_memory, load_tokenizer, open_session, padded

Logits = npt.NDArray[np.float64]
_SETTINGS_NAME = "reranker.toml"
_BATCH_TOKENS = 256
"""What is read at once, padding counted: with more, a question takes a fifth longer and 45 MB more."""


@dataclass(frozen=True, slots=True)
class RerankerSettings:
    """What the model's own file says: its name and file, and how many tokens it reads of a question and of both."""

    name: str
    model: str
    tokenizer: str
    question_tokens: int
    pair_tokens: int


def read_settings(path: Path) -> RerankerSettings:
    """Reads `reranker.toml`; ModelError where it lacks a key."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return RerankerSettings(
            name=str(table["name"]),
            model=str(table["model"]),
            tokenizer=str(table["tokenizer"]),
            question_tokens=int(table["question_tokens"]),
            pair_tokens=int(table["pair_tokens"]),
        )
    except (OSError, KeyError, ValueError) as fault:
        raise ModelError("index.model_settings", path=str(path), cause=str(fault)) from fault


def shipped_reranker(language: str = "", *, threads: int = 0) -> "Reranker | None":
    """The reranker beside the embedding model of a language; None where that model comes without one."""
    settings = paths.model_folder(language) / _SETTINGS_NAME
    return _shared(settings, threads) if settings.is_file() else None


@cache
def _shared(settings: Path, threads: int) -> "Reranker":
    """One a process: it holds no library's data, and loading it takes longer than asking it."""
    return Reranker(settings, threads=threads)


def let_go() -> None:
    """Forgets the one of this process: the next who asks for it loads it again."""
    _shared.cache_clear()


class Reranker:
    """Scores passages for a question. May be shared by threads."""

    def __init__(self, settings_path: Path, *, threads: int = 0) -> None:
        self.settings = read_settings(settings_path)
        self._path = settings_path
        self._threads = threads
        self._loading = threading.Lock()

    @cached_property
    def fingerprint(self) -> str:
        """Hex sha256 over model and settings."""
        return fingerprint_of((self._path.with_name(self.settings.model), self._path))

    def load(self) -> None:
        """Reads the model that the first question would wait for."""
        _ = self._session

    def logits(self, question: str, passages: Sequence[str]) -> Logits:
        """One number a passage (n,): over 0 where it is likelier that the passage answers than that nothing does.

        What goes beyond the model's length is not read: a window of the index fits beside a question of common length.
        """
        found = np.zeros(len(passages), dtype=np.float64)
        if not passages:
            return found
        tokenizer = load_tokenizer(self._path.with_name(self.settings.tokenizer))
        asked, *told = (each.ids for each in tokenizer.encode_batch_fast([question, *passages]))
        asked = _ended(asked, self.settings.question_tokens)
        room = self.settings.pair_tokens - len(asked)
        pairs = [(asked, _ended(tokens[1:], room)) for tokens in told]
        for places in batches([len(first) + len(second) for first, second in pairs], _BATCH_TOKENS):
            found[places] = self._run([pairs[place] for place in places])
        give_back_memory()
        return found

    def _run(self, pairs: Sequence[tuple[list[int], list[int]]]) -> Logits:
        ids, mask = padded([first + second for first, second in pairs])
        kinds = mask.copy()
        kinds[:, : len(pairs[0][0])] = 0
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": kinds}
        logits: Logits = np.asarray(self._session.run(["logits"], inputs)[0], dtype=np.float64)[:, 0]
        if not np.all(np.isfinite(logits)):
            raise ModelError("index.reranker_unusable")
        return logits

    @property
    def _session(self) -> Any:
        with self._loading:
            return self._loaded_session

    @cached_property
    def _loaded_session(self) -> Any:
        return open_session(self._path.with_name(self.settings.model), self._threads)


def _ended(tokens: list[int], limit: int) -> list[int]:
    """At most `limit` tokens; the last one, which ends a text, stays last."""
    return tokens if len(tokens) <= limit else [*tokens[: limit - 1], tokens[-1]]
