"""Fits the reranker and writes it as ONNX with 8-bit weights. Development only; needs the extra `train`.

    python -m development.fitting.reranker CORPUS FITTED.int8.onnx

The network of the fitted embedding model reads question and passage as one text of two kinds and is given one number
more: its logit. Loss: in the softmax over a group's passages and "nothing answers" (logit 0) the right passage must
win, or nothing where there is none; and nothing must win where the right passage is taken away. With `--ranked` the
groups are what the first stage puts in front, and the right passage must win together with its shares, too. The words'
vectors stay as they are. Seeded; an hour on two loaded cores with bfloat16 instructions.
"""

import argparse
import copy
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from development.training.own_documents import data_sha256, read_documents, read_split
from development.training.pairs import read_pairs
from insurance_desktop import paths
from insurance_desktop.index.embedding import Embedder, shipped_embedder
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

from . import model_weights
from .embedding import say
from .ranked_groups import all_ranked_groups
from .reranker_groups import Group, far_questions, groups_of_document, public_groups


@dataclass(frozen=True, slots=True)
class Settings:
    """`batch` groups a step; `rounds` of all groups; tokens beyond the two limits are cut, the last one kept."""

    seed: int = 20261122
    batch: int = 16
    rounds: float = 0.85
    rate: float = 1.2e-4
    weight_decay: float = 0.01
    warmup: float = 0.06
    question_tokens: int = 64
    pair_tokens: int = 232
    pairs_at_once: int = 16
    ranked: bool = False
    """Whether the groups are what the first stage puts in front: then the right one must win beside its shares."""


SHARE_COUNTS, LOGIT_COUNTS = 0.75, 0.5
"""About what the second stage makes of a logarithm of a share, and of a logit."""
ALONE, BESIDE_SHARES = 0.4, 2.0
"""What the two losses weigh where there are shares."""
DEFAULTS = Settings()


class Trainer:
    """The network with its head, in training."""

    def __init__(self, network: Any, embedder: Embedder, settings: Settings) -> None:
        import torch  # noqa: PLC0415  an extra: `train`

        self._torch = torch
        self.settings = settings
        self._embedder = embedder
        self._ids: dict[str, list[int]] = {}
        self.network = network
        self.head = torch.nn.Linear(network.config.hidden_size, 1)
        torch.nn.init.normal_(self.head.weight, std=0.02)
        torch.nn.init.zeros_(self.head.bias)
        network.set_attn_implementation("eager")  # a third faster than the fused one on CPUs, backwards
        network.embeddings.word_embeddings.weight.requires_grad_(requires_grad=False)
        for module in network.modules():
            if isinstance(module, torch.nn.Dropout):
                module.p = 0.0
            if hasattr(module, "dropout_prob"):
                module.dropout_prob = 0.0

    def go_on_from(self, state: dict[str, Any], head: tuple[Any, Any]) -> None:
        """Takes an earlier reranker's numbers."""
        self.network.load_state_dict(state, strict=False)
        self.head.load_state_dict({"weight": head[0], "bias": head[1]})

    def train(self, groups: Sequence[Group], chance: random.Random) -> None:
        torch, settings = self._torch, self.settings
        learned = [each for each in (*self.network.parameters(), *self.head.parameters()) if each.requires_grad]
        optimizer = torch.optim.AdamW(
            [
                {"params": [each for each in learned if each.ndim > 1], "weight_decay": settings.weight_decay},
                {"params": [each for each in learned if each.ndim <= 1], "weight_decay": 0.0},
            ],
            lr=settings.rate,
        )
        steps = int(settings.rounds * len(groups) / settings.batch)
        warm = max(1, int(steps * settings.warmup))
        schedule = torch.optim.lr_scheduler.LambdaLR(
            optimizer, lambda step: min((step + 1) / warm, (steps - step) / max(1, steps - warm))
        )
        started, mean = time.monotonic(), 0.0
        for step, batch in enumerate(_dealt(groups, steps, settings.batch, chance)):
            loss = self._loss(batch)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learned, 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad(set_to_none=True)
            mean = 0.95 * mean + 0.05 * float(loss.detach()) if step else float(loss.detach())
            if step % 20 == 19:
                say(f"step {step + 1}/{steps} loss {mean:.3f} {time.monotonic() - started:.0f} s")

    def _loss(self, batch: Sequence[Group]) -> Any:
        torch = self._torch
        logits = self.logits([(group.question, passage) for group in batch for passage in group.passages])
        parts = torch.split(logits, [len(group.passages) for group in batch])
        losses = [self._loss_of(group, part) for group, part in zip(batch, parts, strict=True)]
        return torch.stack(losses).mean()

    def _loss_of(self, group: Group, logits: Any) -> Any:
        torch = self._torch
        with_nothing = torch.cat([logits, torch.zeros(1)])
        loss = -torch.log_softmax(with_nothing, 0)[-1 if group.right is None else 0]
        if group.without_answer:
            loss = loss - group.without_answer * torch.log_softmax(with_nothing[1:], 0)[-1]
        if not self.settings.ranked:
            return loss
        if group.right is None:
            return ALONE * loss
        together = SHARE_COUNTS * torch.tensor(group.shares) + LOGIT_COUNTS * logits
        return ALONE * loss - BESIDE_SHARES * torch.log_softmax(together, 0)[0]

    def logits(self, pairs: Sequence[tuple[str, str]]) -> Any:
        """One number a pair (n,); short and long pairs run apart to save padding."""
        torch = self._torch
        told = [self._tokens(question, passage) for question, passage in pairs]
        order = np.array(sorted(range(len(told)), key=lambda place: sum(map(len, told[place]))))
        parts = np.array_split(order, max(1, len(told) // self.settings.pairs_at_once))
        with torch.autocast("cpu", dtype=torch.bfloat16):
            states = [self._run([told[place] for place in part]) for part in parts]
        found = torch.cat([self.head(each.float())[:, 0] for each in states])
        return found[torch.from_numpy(np.argsort(np.concatenate(parts)))]

    def _tokens(self, question: str, passage: str) -> tuple[list[int], list[int]]:
        for text in (question, passage):
            if text not in self._ids:
                self._ids[text] = self._embedder.token_ids([text])[0]
        first = self._ids[question][: self.settings.question_tokens]
        second, room = self._ids[passage][1:], self.settings.pair_tokens - len(first)
        return first, second if len(second) <= room else [*second[: room - 1], second[-1]]

    def _run(self, told: Sequence[tuple[list[int], list[int]]]) -> Any:
        torch = self._torch
        width = max(len(first) + len(second) for first, second in told)
        ids = torch.zeros((len(told), width), dtype=torch.long)
        mask, kinds = torch.zeros_like(ids), torch.zeros_like(ids)
        for row, (first, second) in enumerate(told):
            ids[row, : len(first) + len(second)] = torch.tensor(first + second)
            mask[row, : len(first) + len(second)] = 1
            kinds[row, len(first) : len(first) + len(second)] = 1
        return self.network(input_ids=ids, attention_mask=mask, token_type_ids=kinds).last_hidden_state[:, 0]


def _dealt(groups: Sequence[Group], steps: int, size: int, chance: random.Random) -> Iterator[list[Group]]:
    """`steps` batches; every group comes once before one comes twice."""
    waiting: list[Group] = []
    for _ in range(steps):
        if len(waiting) < size:
            again = list(groups)
            chance.shuffle(again)
            waiting += again
        yield waiting[:size]
        del waiting[:size]


def main(arguments: Sequence[str] | None = None) -> int:
    import torch  # noqa: PLC0415  an extra: `train`

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("fitted", type=Path, help="the ONNX file to write")
    parser.add_argument("--start", type=Path, help="an earlier reranker to go on from, in place of the embedding")
    parser.add_argument("--rounds", type=float, default=DEFAULTS.rounds)
    parser.add_argument("--rate", type=float, default=DEFAULTS.rate)
    parser.add_argument("--only", nargs="+", metavar="DOCUMENT", help="learn from these alone, to go on with new ones")
    parser.add_argument("--ranked", action="store_true", help="learn from what the first stage puts in front")
    parser.add_argument("--turn", type=int, default=0, help="the how many-eth time over these groups: another order")
    parser.add_argument("--kept", type=float, default=0.0, help="share of the numbers begun with in the mean written")
    options = parser.parse_args(arguments)
    settings = Settings(rounds=options.rounds, rate=options.rate, ranked=options.ranked)
    torch.manual_seed(settings.seed)
    embedder = shipped_embedder()
    groups, sources = _ranked(embedder) if options.ranked else _neighbours(options, embedder, settings)
    say(f"{len(groups)} groups")
    say(f"data sha256: {data_sha256(sources)}")
    model = model_weights.load(embedder.model_path)
    trainer = Trainer(model_weights.network(model), embedder, settings)
    if options.start is not None:
        trainer.go_on_from(*model_weights.load_reranker(model, options.start))
    begun = copy.deepcopy((trainer.network, trainer.head))
    trainer.train(groups, random.Random(f"{settings.seed} {options.turn}"))
    for fitted, before in zip((trainer.network, trainer.head), begun, strict=True):
        model_weights.blend(fitted, before, options.kept)
    head = (trainer.head.weight.detach().numpy(), trainer.head.bias.detach().numpy())
    model_weights.save_reranker(model, trainer.network.state_dict(), head, options.fitted)
    return 0


def _neighbours(
    options: argparse.Namespace, embedder: Embedder, settings: Settings
) -> tuple[list[Group], dict[str, str]]:
    """Questions against the neighbours of their clauses, with the sha256 of what they come from."""
    pack, chance = load_pack(default_pack()), random.Random(settings.seed)
    published = published_embedder(embedder.tokenizer_path)
    documents = list(read_documents(options.only or read_split().reread, pack))
    sources = {each.name: each.sha256 for each in documents}
    groups = [group for each in documents for group in groups_of_document(each, pack, embedder, published, chance)]
    if not options.only:
        public = read_pairs(options.corpus, ())
        groups += public_groups(public, far_questions(documents), published, chance)
        sources |= public.sources
    return groups, sources


def _ranked(embedder: Embedder) -> tuple[list[Group], dict[str, str]]:
    """Questions against what the first stage puts in front, with the sha256 of what they come from."""
    pack, split = load_pack(default_pack()), read_split()
    documents = read_documents((*split.newest, *split.ranking), pack)
    sources = {each.name: each.sha256 for each in documents}
    return list(all_ranked_groups(split, pack, embedder)), sources


def published_embedder(tokenizer: Path) -> Embedder:
    """The embedding model before it was fitted: what is nearly the same text to it is the same text."""
    (model,) = (paths.resource_root() / "models" / "published").glob("*.onnx")
    return Embedder(model, tokenizer)


if __name__ == "__main__":
    sys.exit(main())
