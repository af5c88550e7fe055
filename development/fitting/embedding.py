"""Fits the embedding model to insurance clauses and writes it back as ONNX. Development only; needs the extra `train`.

    python -m development.fitting.embedding CORPUS PUBLISHED.onnx HALF.onnx --stage public
    python -m development.fitting.embedding CORPUS HALF.onnx FITTED.onnx --stage documents

Contrastive: a question must be nearer to its own text than to the other texts of the batch and to mined hard negatives.
The first stage asks public passages and topics; in most batches of the second, two thirds ask one document, so that a
clause learns to be told from its neighbours, and the hard negatives are neighbours, too. Standard clauses, which the
published model finds nearly identical from document to document, are no negatives. Seeded; a stage takes about half an
hour on two idle cores, and with other cores other roundings, not other quality.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from development.training.own_documents import data_sha256, read_documents, read_split
from development.training.pairs import Pair, Pairs, Text, read_pairs
from insurance_desktop.index.embedding import Embedder, Vectors, shipped_embedder
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

from . import model_weights

PUBLIC, DOCUMENTS = "public", "documents"
REFERENCE = "reference_vectors.json"
ALIKE = 0.85
"""Two texts of different documents nearer than this for the published model are one standard clause."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`batch` questions and `hard` mined negatives a step; tokens beyond `longest` are cut while training only."""

    seed: int = 20261121
    batch: int = 48
    hard: int = 24
    longest: int = 176
    temperature: float = 0.03
    steps: int = 300
    rate: float = 3e-5
    weight_decay: float = 0.01
    warmup: float = 0.08
    mined_ranks: int = 20
    neighbour_ranks: int = 6


DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Batch:
    """Questions with their texts (places in `Pairs.texts`), the right ones first, then the hard negatives."""

    pairs: list[Pair]
    texts: list[int]


def one_pair_a_text(pairs: Sequence[Pair], count: int, chance: random.Random) -> list[Pair]:
    """`count` pairs of different texts, each text as likely as the other."""
    of_text: dict[int, list[Pair]] = {}
    for pair in pairs:
        of_text.setdefault(pair.target, []).append(pair)
    chosen = chance.sample(sorted(of_text), min(count, len(of_text)))
    return [chance.choice(of_text[target]) for target in chosen]


class Dealer:
    """Deals batches: every pair comes once before one comes twice."""

    def __init__(self, pairs: Pairs, settings: Settings, chance: random.Random) -> None:
        self._pairs = pairs
        self.settings = settings
        self._chance = chance
        self._waiting: list[Pair] = []

    def public(self) -> Iterator[list[Pair]]:
        for _ in range(self.settings.steps):
            yield self._next(self.settings.batch)

    def mixed(self) -> Iterator[list[Pair]]:
        """Mostly batches that ask one document, filled up with public pairs; a third asks in public alone."""
        by_document: dict[int, list[Pair]] = {}
        for pair in self._pairs.in_documents:
            by_document.setdefault(self._pairs.texts[pair.target].document, []).append(pair)
        for step in range(self.settings.steps):
            if step % 3 == 2 or not by_document:
                yield self._next(self.settings.batch)
                continue
            weights = [len(by_document[each]) for each in sorted(by_document)]
            document = self._chance.choices(sorted(by_document), weights)[0]
            own = one_pair_a_text(by_document[document], self.settings.batch * 2 // 3, self._chance)
            yield own + self._next(self.settings.batch - len(own))

    def _next(self, count: int) -> list[Pair]:
        taken: dict[int, Pair] = {}
        kept: list[Pair] = []
        while len(taken) < count:
            if not self._waiting:
                self._waiting = list(self._pairs.public)
                self._chance.shuffle(self._waiting)
            pair = self._waiting.pop()
            if pair.target in taken:
                kept.append(pair)
            else:
                taken[pair.target] = pair
        self._waiting = kept + self._waiting
        return list(taken.values())


class Likeness:
    """Which texts say the same, so that neither may be the other's negative.

    In different documents that is one standard clause printed twice. Within a document each clause answers for itself,
    however like its neighbour it is worded: only a clause and its own items say the same.
    """

    def __init__(self, texts: Sequence[Text], vectors: Vectors) -> None:
        names = {each: place for place, each in enumerate(sorted({(text.document, text.clause) for text in texts}))}
        self._vectors = vectors
        self._clauses = np.array([names[text.document, text.clause] for text in texts])
        self._items = np.array([text.item for text in texts])
        self.documents = np.array([text.document for text in texts])

    def between(self, rows: Sequence[int], columns: Sequence[int] | slice) -> Any:
        """Truth values (rows × columns)."""
        near = self._vectors[rows] @ self._vectors[columns].T > ALIKE
        own = (self.documents[rows][:, None] == self.documents[columns]) & (self.documents[rows] >= 0)[:, None]
        one = self._clauses[rows][:, None] == self._clauses[columns]
        apart = self._items[rows][:, None] & self._items[columns]
        return np.where(own, one & (near | ~apart), near)


class Miner:
    """Finds for a question texts that look right and are not: within the document, where it asks one."""

    def __init__(
        self, questions: Vectors, place: dict[str, int], texts: Vectors, likeness: Likeness, settings: Settings
    ) -> None:
        self._questions = questions
        self._place = place
        self._texts = texts
        self._likeness = likeness
        self._settings = settings

    def hard_negative(self, pair: Pair, chance: random.Random) -> int:
        scores = self._texts @ self._questions[self._place[pair.question]]
        scores[self._likeness.between([pair.target], slice(None))[0]] = -1.0
        scores[[pair.target, *pair.also]] = -1.0
        ranks, documents = self._settings.mined_ranks, self._likeness.documents
        if documents[pair.target] >= 0:
            scores[documents != documents[pair.target]] = -1.0
            ranks = self._settings.neighbour_ranks
        near = np.argpartition(-scores, ranks)[:ranks]
        return int(chance.choice(sorted(near.tolist())))


class Trainer:
    """The network in training, with its tokenizer and its loss. Arithmetic in bfloat16, or `exactly` in float32."""

    def __init__(self, network: Any, embedder: Embedder, settings: Settings, *, exactly: bool = False) -> None:
        import torch  # noqa: PLC0415  an extra: `train`

        self._torch = torch
        self.network = network
        self._embedder = embedder
        self._instruction = embedder.settings.instruction
        self.settings = settings
        self._exactly = exactly

    def train(self, batches: Sequence[Batch], pairs: Pairs, likeness: Likeness) -> None:
        torch = self._torch
        decayed = [each for each in self.network.parameters() if each.ndim > 1]
        rest = [each for each in self.network.parameters() if each.ndim <= 1]
        groups = [
            {"params": decayed, "weight_decay": self.settings.weight_decay},
            {"params": rest, "weight_decay": 0.0},
        ]
        optimizer = torch.optim.AdamW(groups, lr=self.settings.rate)
        warm = max(1, round(len(batches) * self.settings.warmup))
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: min((step + 1) / warm, (len(batches) - step) / max(1, len(batches) - warm))
        )
        started, mean = time.monotonic(), 0.0
        for step, batch in enumerate(batches):
            loss = self._loss(batch, pairs, likeness)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            mean = 0.95 * mean + 0.05 * float(loss.detach()) if step else float(loss.detach())
            if step % 10 == 9:
                say(f"step {step + 1}/{len(batches)} loss {mean:.3f} {time.monotonic() - started:.0f} s")

    def _loss(self, batch: Batch, pairs: Pairs, likeness: Likeness) -> Any:
        """Cross entropy over the batch's texts; what answers as well, or says the same, does not count."""
        torch = self._torch
        questions = self.vectors([self._instruction + pair.question for pair in batch.pairs])
        texts = self.vectors([pairs.texts[place].text for place in batch.texts])
        scores = questions @ texts.T / self.settings.temperature
        ignored = likeness.between(batch.texts[: len(batch.pairs)], batch.texts)
        for row, pair in enumerate(batch.pairs):
            ignored[row] |= np.isin(batch.texts, pair.also)
            ignored[row, row] = False
        scores = scores.masked_fill(torch.from_numpy(ignored), -1e4)
        return torch.nn.functional.cross_entropy(scores, torch.arange(len(batch.pairs)))

    def vectors(self, texts: Sequence[str]) -> Any:
        """Unit vectors (n × width); short and long texts run apart to save padding."""
        torch = self._torch
        encoded = [each[: self.settings.longest] for each in self._embedder.token_ids(texts)]
        order = sorted(range(len(texts)), key=lambda place: len(encoded[place]))
        parts = [part for part in np.array_split(np.array(order), 4) if len(part)]
        found = torch.cat([self._run([encoded[place] for place in part]) for part in parts])
        back = np.argsort(np.concatenate(parts))
        return found[torch.from_numpy(back)]

    def _run(self, encoded: list[list[int]]) -> Any:
        torch = self._torch
        width = max(map(len, encoded))
        ids = torch.zeros((len(encoded), width), dtype=torch.long)
        mask = torch.zeros_like(ids)
        for row, tokens in enumerate(encoded):
            ids[row, : len(tokens)] = torch.tensor(tokens)
            mask[row, : len(tokens)] = 1
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=not self._exactly):
            states = self.network(input_ids=ids, attention_mask=mask).last_hidden_state
        return torch.nn.functional.normalize(states[:, 0].float(), dim=-1)

    def asked(self, questions: Sequence[str]) -> Vectors:
        return self.embed([self._instruction + each for each in questions])

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors without training."""
        self.network.eval()
        with self._torch.no_grad():
            parts = [self.vectors(texts[start : start + 256]).numpy() for start in range(0, len(texts), 256)]
        self.network.train()
        return np.concatenate(parts)


def with_hard_negatives(
    dealt: Sequence[list[Pair]], pairs: Pairs, trainer: Trainer, likeness: Likeness, chance: random.Random
) -> list[Batch]:
    """The batches of a stage; the negatives are mined with the network as it is at its beginning."""
    settings = trainer.settings
    sought = [chance.sample(batch, settings.hard) for batch in dealt]
    asked = sorted({pair.question for sample in sought for pair in sample})
    texts = trainer.embed([each.text for each in pairs.texts])
    rows = {text: row for row, text in enumerate(asked)}
    miner = Miner(trainer.asked(asked), rows, texts, likeness, settings)
    batches = []
    for own, sample in zip(dealt, sought, strict=True):
        places = [pair.target for pair in own]
        hard = {miner.hard_negative(pair, chance) for pair in sample}
        batches.append(Batch(own, places + sorted(hard - set(places))))
    return batches


def fit(pairs: Pairs, published: Embedder, model: Any, stage: str, settings: Settings) -> Any:
    """The network of `model` after one stage."""
    import torch  # noqa: PLC0415  an extra: `train`

    torch.manual_seed(settings.seed)
    chance = random.Random(settings.seed)
    likeness = Likeness(pairs.texts, published.passages([published.fitting(each.text) for each in pairs.texts]))
    dealer = Dealer(pairs, settings, chance)
    dealt = list(dealer.public() if stage == PUBLIC else dealer.mixed())
    trainer = Trainer(model_weights.network(model), published, settings)
    trainer.train(with_hard_negatives(dealt, pairs, trainer, likeness, chance), pairs, likeness)
    return trainer.network


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("start", type=Path, help="the ONNX file to begin with")
    parser.add_argument("fitted", type=Path, help="the ONNX file to write")
    parser.add_argument("--stage", choices=(PUBLIC, DOCUMENTS), required=True)
    parser.add_argument("--published", type=Path, default=shipped_embedder().model_path, help="tells what is alike")
    parser.add_argument("--steps", type=int, default=DEFAULTS.steps)
    parser.add_argument("--rate", type=float, default=DEFAULTS.rate)
    parser.add_argument("--kept", type=float, default=0.0, help="share of the published weights in the mean written")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="learn from these documents alone")
    options = parser.parse_args(arguments)
    names = (options.only or read_split().embedding) if options.stage == DOCUMENTS else ()
    pairs = read_pairs(options.corpus, read_documents(names, load_pack(default_pack())))
    say(f"{len(pairs.public)} public pairs, {len(pairs.in_documents)} in our own documents, {len(pairs.texts)} texts")
    for name, digest in sorted(pairs.sources.items()):
        say(f"{digest}  {name}")
    say(f"data sha256: {data_sha256(pairs.sources)}")
    published = Embedder(options.published, shipped_embedder().tokenizer_path)
    model = model_weights.load(options.start)
    network = fit(pairs, published, model, options.stage, Settings(steps=options.steps, rate=options.rate))
    if options.kept:
        model_weights.blend(network, model_weights.network(model_weights.load(options.published)), options.kept)
    model_weights.save(model, network.state_dict(), options.fitted)
    write_reference(network, published, options.published.with_name(REFERENCE), options.fitted.with_name(REFERENCE))
    return 0


def write_reference(network: Any, published: Embedder, known: Path, target: Path) -> None:
    """Beginnings of some vectors, by the network itself: what a port of the fitted file is tested against."""
    texts = [each["text"] for each in json.loads(known.read_text(encoding="utf-8"))]
    vectors = Trainer(network, published, DEFAULTS, exactly=True).embed(texts)
    told = [
        {"text": text, "first8": [round(float(number), 6) for number in vector[:8]]}
        for text, vector in zip(texts, vectors, strict=True)
    ]
    target.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
