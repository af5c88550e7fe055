"""Fits the numbers of resources/models/ranking-insurance.toml. Development only.

    python -m development.fitting.ranking CORPUS

Every question of the documents that `split.toml` keeps for the ranking is asked of its own document. The embedding,
the reranker and the question memory know none of them. Evidence is gathered by the program's own services,
so what is fitted is what runs. Folds are whole documents; `golden_dev.jsonl` is never read.
"""

import argparse
import datetime
import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from development.training.own_documents import read_documents, read_split
from insurance_desktop.index import ranking
from insurance_desktop.index.diversify import ADDED_FEATURES, SecondChoice
from insurance_desktop.index.embedding import shipped_embedder
from insurance_desktop.index.ranking import ANSWER_FEATURES, FEATURES, RERANKED_MODE, Matrix, RankingModel
from insurance_desktop.index.reranker import shipped_reranker
from insurance_desktop.index.second_stage import READ_FEATURES, READING_FEATURES, Reranking
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.registry import default_pack

from . import matching, second_stage
from .ranking_fits import (
    MODES,
    SEED,
    Told,
    ask_all,
    fit_order,
    fit_second,
    judge,
    measured,
    out_of_fold,
    with_answers,
)


def written(model: RankingModel, matching: str, said: Sequence[str]) -> str:
    """The TOML of resources/models/ranking-<pack>.toml."""
    lines = [f"# {line}" for line in said]
    lines += ["", f"rival = {model.rival}"]
    lines += ["", "[answer_bias]", *(f"{mode} = {model.answer_biases[mode]:.6f}" for mode in MODES)]
    lines += _table("answer", ANSWER_FEATURES, model.answer_means, model.answer_scales, model.answer_weights)
    lines += _table("features", FEATURES, model.means, model.scales, model.weights)
    lines += _second_table("second", model.second)
    if model.reranked is not None:
        lines += _reranked_tables(model.reranked)
    return "\n".join(lines) + "\n\n" + matching


def _table(
    kind: str, names: Sequence[str], means: Matrix, scales: Matrix, weights: Mapping[str, Matrix]
) -> Iterator[str]:
    for place, name in enumerate(names):
        yield from ("", f"[{kind}.{name}]", f"mean = {means[place]:.6f}", f"scale = {scales[place]:.6f}")
        yield from (f"{column} = {values[place]:.6f}" for column, values in weights.items())


def _second_table(name: str, second: SecondChoice | None) -> Iterator[str]:
    assert second is not None
    yield from _table(name, ADDED_FEATURES, second.means, second.scales, {"weight": second.weights})


def _reranked_tables(reranked: Reranking) -> Iterator[str]:
    yield from ("", "[reranked]", f"bias = {reranked.answer_bias:.6f}")
    yield from _table("reranked.features", READ_FEATURES, reranked.means, reranked.scales, {"weight": reranked.weights})
    yield from _table(
        "reranked.answer",
        (*ANSWER_FEATURES, *READING_FEATURES),
        reranked.answer_means,
        reranked.answer_scales,
        {"weight": reranked.answer_weights},
    )
    yield from _second_table("reranked.second", reranked.second)


def _second_stage(told: Sequence[Told]) -> tuple[Reranking | None, list[str]]:
    """The numbers of the second stage and what they bring; nothing without a reranker."""
    reranker = shipped_reranker()
    if reranker is None:
        return None, []
    read = second_stage.read_all(told, reranker)
    measures = measured(second_stage.judge(read))
    return second_stage.fit_reranking(read), [
        f"reranker: {reranker.fingerprint}",
        f"left-out documents, {RERANKED_MODE} with it: {measures}",
    ]


def _kept_marks(target: Path) -> str:
    """The part of the numbers that tells what a scenario and an exclusion have to do with each other, as it stands."""
    before, mark, marks = target.read_text(encoding="utf-8").partition("[exclusion]\n")
    comments = before.rstrip("\n").rpartition("\n\n")[2]
    return (comments + "\n\n" if comments.startswith("#") else "") + mark + marks


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument(
        "--keep-marks", action="store_true", help="leave the numbers of the exclusion marks as they are"
    )
    options = parser.parse_args(arguments)
    pack, embedder = load_pack(default_pack()), shipped_embedder()
    documents = list(read_documents(read_split().ranking, pack))
    asked = list(ask_all(documents, pack, embedder))
    told = {mode: out_of_fold(asked, mode) for mode in MODES}
    order = replace(fit_order(asked), second=fit_second(told[RERANKED_MODE], RERANKED_MODE))
    digest = hashlib.sha256("".join(each.sha256 for each in documents).encode()).hexdigest()
    reranked, said_of_it = _second_stage(told[RERANKED_MODE])
    said = [
        "Fitted numbers of the ranking. The score of the best clause is P(the documents asked hold an answer).",
        "command: python -m development.fitting.ranking CORPUS" + (" --keep-marks" if options.keep_marks else ""),
        f"date: {datetime.date.today().isoformat()}   embedding: {embedder.fingerprint}",
        f"data sha256: {digest} ({', '.join(each.name for each in documents)})",
        *(f"left-out documents, {mode}: {measured(judge(order, told[mode], mode))}" for mode in MODES),
        *said_of_it,
    ]
    for line in said:
        sys.stderr.write(line + "\n")
    target = ranking.model_path(pack.name)
    marks = _kept_marks(target) if options.keep_marks else matching.fitted(options.corpus, SEED)
    fitted = replace(with_answers(order, told), reranked=reranked)
    target.write_text(written(fitted, marks, said), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
