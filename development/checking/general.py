"""Measures what fitting the embedding to insurance cost on other Chinese. Development only.

    python -m development.checking.general CORPUS MODEL MODEL… [--texts FOLDER…] [--json]

MODEL is a folder with an `embedding.toml` or an ONNX file (without an `embedding.toml` beside it, used like the model
that ships). Every other model is compared with the first, question by question; intervals resample questions. CORPUS
gives the exam questions on funds and what else `general_text` finds there; FOLDER holds .md or .txt files of anybody's
Chinese, under whose name they are reported. Vectors alone, on the CPU, by the program's own embedder.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.evaluation import Figure
from insurance_desktop.domain.plain import plain
from insurance_desktop.index.embedding import Embedder, ModelSettings, Vectors, read_settings, shipped_embedder
from insurance_desktop.services.evaluation.figures import figures

from .general_text import Check, checks_of

_SETTINGS = "embedding.toml"
_DEEP = 10

Ranks = npt.NDArray[np.int64]
Values = dict[str, npt.NDArray[np.float64]]


class LooseModel(Embedder):
    """A model file without settings beside it: used like the model that ships."""

    @cached_property
    def settings(self) -> ModelSettings:
        return shipped_embedder().settings


@dataclass(frozen=True, slots=True)
class Model:
    name: str
    embedder: Embedder
    sha256: str


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of one check: what each model reached, and how the later ones stand to the first."""

    figure: str
    reached: tuple[Figure, ...]
    differences: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Result:
    name: str
    about: str
    questions: int
    texts: int
    left_out: Mapping[str, int]
    compared: tuple[Compared, ...]


def model_of(path: Path) -> Model:
    """The model of a folder or a file; SystemExit where there is none."""
    shipped = shipped_embedder()
    beside = path if path.is_dir() else path.parent
    has_settings = (beside / _SETTINGS).is_file()
    file = beside / read_settings(beside / _SETTINGS).model if path.is_dir() and has_settings else path
    if not file.is_file():
        raise SystemExit(f"no model in {path}: name an ONNX file, or a folder with {_SETTINGS} and the file it names")
    tokenizer = beside / shipped.tokenizer_path.name
    embedder = (Embedder if has_settings else LooseModel)(
        file, tokenizer if tokenizer.is_file() else shipped.tokenizer_path
    )
    with file.open("rb") as opened:
        return Model(
            file.stem.removesuffix(".fp16-weights"), embedder, hashlib.file_digest(opened, "sha256").hexdigest()
        )


class Reader:
    """A model that embeds a text once, however many checks it stands in."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._questions: dict[str, Vectors] = {}
        self._passages: dict[str, Vectors] = {}

    def questions(self, texts: Sequence[str]) -> Vectors:
        return self._known(texts, self._questions, self._embedder.questions)

    def passages(self, texts: Sequence[str]) -> Vectors:
        return self._known(texts, self._passages, self._embedder.passages)

    def _known(
        self, texts: Sequence[str], known: dict[str, Vectors], embed: Callable[[Sequence[str]], Vectors]
    ) -> Vectors:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known |= dict(zip(new, embed([self._embedder.fitting(text) for text in new]), strict=True))
        return np.stack([known[text] for text in texts])


def measured(checks: Sequence[Check], models: Sequence[Model]) -> Iterator[Result]:
    """Check by check, all models side by side."""
    readers = [Reader(each.embedder) for each in models]
    for check in checks:
        yield compared(check, [values_of(check, ranks(check, each)) for each in readers])


def ranks(check: Check, reader: Reader) -> Ranks:
    """The place from 1 of the best right text of each question; what scores the same as it stands before it."""
    asked, texts = reader.questions(check.questions), reader.passages(check.texts)
    found = np.zeros(len(check.questions), dtype=np.int64)
    for row, right in enumerate(check.right):
        scores = texts @ asked[row]
        wrong = np.zeros(len(texts), dtype=bool)
        wrong[list(check.among[row]) if check.among else slice(None)] = True
        wrong[list(right)] = False
        found[row] = 1 + _as_good(scores, wrong, right)
    return found


def _as_good(scores: Vectors, wrong: npt.NDArray[np.bool_], right: frozenset[int]) -> int:
    return int(np.count_nonzero(scores[wrong] >= scores[list(right)].max()))


def values_of(check: Check, places: Ranks) -> Values:
    """What each question is worth by each figure; among four options only the first place says something."""
    first = {"first": (places == 1).astype(np.float64)}
    if check.among:
        return first
    return {**first, "in_ten": (places <= _DEEP).astype(np.float64), "mrr": 1.0 / places}


def compared(check: Check, values: Sequence[Values]) -> Result:
    rows = [
        Compared(
            name,
            tuple(_mean(each[name]) for each in values),
            tuple(_mean(each[name] - values[0][name]) for each in values[1:]),
        )
        for name in values[0]
    ]
    return Result(check.name, check.about, len(check.questions), len(check.texts), check.left_out, tuple(rows))


def _mean(values: npt.NDArray[np.float64]) -> Figure:
    return figures([{"mean": (float(each), 1.0)} for each in values])["mean"]


def told(result: Result, models: Sequence[Model]) -> Iterator[str]:
    """One check as lines."""
    yield f"== {result.name}: {result.about}"
    left_out = ", ".join(f"{count} {why}" for why, count in result.left_out.items())
    yield f"   {result.questions} questions, {result.texts} texts" + (f"; left out: {left_out}" if left_out else "")
    for row in result.compared:
        yield f"   {row.figure:8s}" + "  ".join(_columns(row, models))


def _columns(row: Compared, models: Sequence[Model]) -> Iterator[str]:
    beside = ("", *(f" ({each.value:+.3f} [{each.low:+.3f}, {each.high:+.3f}])" for each in row.differences))
    for model, reached, difference in zip(models, row.reached, beside, strict=True):
        yield f"{model.name} {reached.value:.3f}{difference}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("models", type=Path, nargs="+", help="the first is what the others are compared with")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], metavar="FOLDER", help=".md or .txt files")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    if len(options.models) < 2:
        parser.error("name two models or more: the first is what the others are compared with")
    models = [model_of(path) for path in options.models]
    checks = list(checks_of(options.corpus, options.texts))
    if not checks:
        raise SystemExit(f"nothing to measure with in {options.corpus}: it has no fund/*.csv")
    if not options.json:
        sys.stdout.write("\n".join(f"{each.sha256}  {each.name}" for each in models) + "\n")
    found = []
    for result in measured(checks, models):
        found.append(plain(result))
        if not options.json:
            sys.stdout.write("\n".join(told(result, models)) + "\n")
            sys.stdout.flush()
    if options.json:
        named = [{"name": each.name, "sha256": each.sha256} for each in models]
        sys.stdout.write(json.dumps({"models": named, "checks": found}, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
