"""Packs a fitted network as its difference from the published one: what ships of a fit. Needs the extra `train`.

    python -m development.fitting.packing FITTED.onnx resources/models/bge-small-zh-clause.npz
    python -m development.fitting.packing RERANKER.int8.onnx resources/models/reranker-insurance.npz

What `fitting.embedding` wrote is rounded to whole steps; the command says how far its vectors then lie from the fitted
ones. What `fitting.reranker` wrote are bytes already and comes back to the last of them.
"""

import argparse
import hashlib
import random
import sys
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from development.checking.general import LooseModel
from development.training.own_documents import read_documents, read_split
from insurance_desktop.index.differences import HALVES, SIGNED, UNSIGNED, Difference, Place, gaps
from insurance_desktop.index.embedding import Embedder, shipped_embedder
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

from .array_files import write_arrays
from .compensated_rounding import input_moments, rounded
from .embedding import say
from .model_weights import HALF, QUANTIZED, initializers, load

PUBLISHED = "published/bge-small-zh-v1.5.fp16-weights.onnx"
_LARGE = 65_536
"""Bytes of an array worth packing. Smaller ones stay exact, such as the row of kinds that is added to every token."""

_FINER = 11
"""Steps of 2⁻¹¹, half of what a number typically moves in a fit: no number of a vector moves by more than 0.001."""

_FINER_PARTS = {
    "embeddings.position_embeddings": 14,
    ".attention.self.query": 10,
    ".attention.self.key": 10,
    ".attention.self.value": 12,
    ".attention.output.dense": 12,
}
"""Where other steps tell more for the same size. A position is added to every token that stands there, and there are
few of them; of the error with equal steps, queries and keys made 3 %, values and outputs of attention 40 % (100 texts).
"""

_MOST = 127
_MEMORY = 9
"""zlib's most: the longer its blocks, the less their heads cost."""

_QUESTIONS, _CLAUSES = 600, 600
"""Half of them tell which errors matter, the other half is measured."""

_SEED = 20261124


def difference_of(fitted: Path, base: Path, name: str, texts: Sequence[Sequence[int]]) -> Difference:
    """What `fitted` is beyond `base`, which lies at `name` as seen from the difference.

    `texts` (token ids, like those of real use) tell which errors of rounding matter.
    """
    model, content, before = load(fitted), fitted.read_bytes(), base.read_bytes()
    arrays, known = _arrays(model), _arrays(load(base))
    finer = {initializer.name: _finer(name) for initializer, name, _ in initializers(model)}
    is_half = not any(name.endswith(QUANTIZED) for name in arrays)
    moments = input_moments(model, texts) if is_half else {}
    whole = np.frombuffer(content, dtype=np.uint8)
    places, steps = [], []
    for initializer in model.graph.initializer:
        half, fit = known.get(_plain(initializer.name) + HALF), arrays[initializer.name]
        if len(initializer.raw_data) < _LARGE or half is None:
            continue
        place = _place(model, initializer, content, before.index(half.tobytes()), finer[initializer.name])
        if place.stored == HALVES:
            beyond = rounded(fit, half, place.finer, moments.get(initializer.name))
        else:
            beyond = fit.astype(np.int64) - place.expected(half, whole)
        if np.abs(beyond).max() > _MOST:
            raise SystemExit(f"{initializer.name} is more than {_MOST} steps from the base")
        places.append(place)
        steps.append(beyond.astype(np.int8).reshape(-1))
    rest = np.concatenate([whole[start:stop] for start, stop in gaps(places, len(whole))])
    made = Difference(name, "", rest, tuple(places), tuple(steps))
    merged = made.merged(np.frombuffer(before, dtype=np.uint8))
    return replace(made, sha256=hashlib.sha256(merged.tobytes()).hexdigest())


def _finer(name: str) -> int:
    return next((finer for part, finer in _FINER_PARTS.items() if part in name), _FINER)


def _place(model: Any, initializer: Any, content: bytes, in_base: int, finer: int) -> Place:
    """Where an initializer lies: as raw bytes in the file, its scales in a tensor of their own."""
    plain = _plain(initializer.name)
    rows, columns = initializer.dims
    place = Place(in_base, content.index(initializer.raw_data), rows, columns, HALVES, finer, 0, 0)
    if not initializer.name.endswith(QUANTIZED):
        return place
    by_name = {each.name: each for each in model.graph.initializer}
    scale, zero = by_name[plain + "_scale"], by_name[plain + "_zero_point"]
    said, numbers = scale.SerializeToString(), _array(scale)
    return replace(
        place,
        stored=SIGNED if numbers.ndim else UNSIGNED,
        scales=content.index(said) + said.index(numbers.tobytes()),
        zero=int(_array(zero).reshape(-1)[0]),
    )


def _plain(name: str) -> str:
    return name.removesuffix(HALF).removesuffix(QUANTIZED)


def _arrays(model: Any) -> Mapping[str, Any]:
    return {each.name: _array(each) for each in model.graph.initializer}


def _array(initializer: Any) -> Any:
    import onnx  # noqa: PLC0415  an extra: `train`

    return onnx.numpy_helper.to_array(initializer)


def write_difference(difference: Difference, path: Path) -> None:
    """Steps are told by how often each occurs and by runs: noise repeats nothing else, and LZMA would take more."""
    packed = {f"steps{number}": _packed(each) for number, each in enumerate(difference.steps)}
    write_arrays(
        path,
        {
            "base": np.array(difference.base),
            "sha256": np.array(difference.sha256),
            "places": np.array([astuple(place) for place in difference.places], dtype=np.int64),
            "rest": difference.rest,
            **packed,
        },
    )


def _packed(steps: npt.NDArray[np.int8]) -> npt.NDArray[np.uint8]:
    packing = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, _MEMORY, zlib.Z_RLE)
    return np.frombuffer(packing.compress(steps.tobytes()) + packing.flush(), dtype=np.uint8)


def texts_of_use(embedder: Embedder) -> list[str]:
    """Questions as they are asked and clauses as they are read, of documents that the embedding knows; shuffled."""
    documents = list(read_documents(read_split().embedding, load_pack(default_pack())))
    questions = [embedder.settings.instruction + each.question for own in documents for each in own.questions]
    clauses = [clause.text for own in documents for clause in own.clauses]
    chance = random.Random(_SEED)
    texts = chance.sample(questions, _QUESTIONS) + chance.sample(clauses, _CLAUSES)
    chance.shuffle(texts)
    return [embedder.fitting(text) for text in texts]


def moved(fitted: Path, packed: Path, embedder: Embedder, texts: Sequence[str]) -> npt.NDArray[np.float32]:
    """How far each number of these texts' vectors lies from the fitted network's."""
    first, second = (LooseModel(path, embedder.tokenizer_path).passages(texts) for path in (fitted, packed))
    return np.asarray(np.abs(first - second))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fitted", type=Path, help="the ONNX file that a fit wrote")
    parser.add_argument("packed", type=Path, help=f"the difference to write; {PUBLISHED} lies beside it")
    options = parser.parse_args(arguments)
    embedder = shipped_embedder()
    texts = texts_of_use(embedder)
    taught, measured = texts[::2], texts[1::2]
    base = options.packed.parent / PUBLISHED
    difference = difference_of(options.fitted, base, PUBLISHED, embedder.token_ids(taught))
    write_difference(difference, options.packed)
    say(f"{options.packed}: {options.packed.stat().st_size / 1e6:.2f} MB")
    if difference.sha256 == hashlib.sha256(options.fitted.read_bytes()).hexdigest():
        say("merged, it is the same to the last byte")
        return 0
    off = moved(options.fitted, options.packed, embedder, measured)
    rare, usual = np.quantile(off, 0.999), (off**2).mean() ** 0.5
    say(f"numbers of {len(measured)} vectors moved by at most {off.max():.5f}, rms {usual:.6f}, 0.1 % over {rare:.5f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
