"""Rounds a matrix to whole steps so that what it makes of real inputs moves least. Needs the extra `train`.

Row by row: what rounding took from one row, the rows behind it make up for as far as their inputs come together with
its own (Frantar et al., GPTQ, 2023). At 3.2 bits a number the vectors move half as far as with each number rounded for
itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from insurance_desktop.index.differences import Halves, stepped

from .model_weights import telling

Moments = npt.NDArray[np.float64]
_DAMPING = 0.01
"""Share of the mean square added to each input's own: rare inputs must not be trusted to make up for much."""

_TOGETHER = 128
"""Rows that are made up for one by one; those behind them get it in one product."""

_TEXTS_AT_ONCE = 50


def input_moments(model: Any, texts: Sequence[Sequence[int]]) -> Mapping[str, Moments]:
    """Of each MatMul with a stored operand, by that operand's name: the summed products of its inputs with each other.

    `texts` are token ids.
    """
    stored = {initializer.name for initializer in model.graph.initializer}
    widened = {node.output[0]: node.input[0] for node in model.graph.node if node.op_type == "Cast"}
    inputs = {
        widened[node.input[1]]: node.input[0]
        for node in model.graph.node
        if node.op_type == "MatMul" and widened.get(node.input[1]) in stored
    }
    names = sorted(set(inputs.values()))
    session = telling(model, names)
    moments: dict[str, Moments] = {}
    for start in range(0, len(texts), _TEXTS_AT_ONCE):
        read = [_read(session, names, text) for text in texts[start : start + _TEXTS_AT_ONCE]]
        for name, states in zip(names, zip(*read, strict=True), strict=True):
            rows = np.concatenate(states)
            moments[name] = moments.get(name, 0.0) + (rows.T @ rows).astype(np.float64)
    return {operand: moments[name] for operand, name in inputs.items()}


def _read(session: Any, names: Sequence[str], text: Sequence[int]) -> list[npt.NDArray[np.float32]]:
    ids = np.array([text], dtype=np.int64)
    given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    return [states[0] for states in session.run(names, given)]


def rounded(fitted: Halves, base: Halves, finer: int, moments: Moments | None = None) -> npt.NDArray[np.int64]:
    """Whole steps from `base` to about `fitted` (inputs × outputs); without moments each number for itself."""
    if moments is None:
        return np.rint((fitted.astype(np.float64) - base) * 2.0**finer).astype(np.int64)
    order = np.argsort(-np.diag(moments), kind="stable")  # the strongest first: the others can make up for it
    wanted, known = fitted[order].astype(np.float64), base[order]
    damped = moments[np.ix_(order, order)] + np.eye(len(order)) * np.trace(moments) / len(order) * _DAMPING
    share = np.linalg.cholesky(np.linalg.inv(damped)).T
    steps = np.zeros(wanted.shape, dtype=np.int64)
    for start in range(0, len(order), _TOGETHER):
        stop = min(start + _TOGETHER, len(order))
        missed = np.zeros((stop - start, wanted.shape[1]))
        for row in range(start, stop):
            steps[row] = np.rint((wanted[row] - known[row]) * 2.0**finer)
            missed[row - start] = (wanted[row] - stepped(known[row], steps[row], finer)) / share[row, row]
            wanted[row + 1 : stop] -= np.outer(share[row, row + 1 : stop], missed[row - start])
        wanted[stop:] -= share[start:stop, stop:].T @ missed
    return steps[np.argsort(order)]
