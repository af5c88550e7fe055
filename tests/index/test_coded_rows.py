"""Vectors of few bits: as near to what they were as the steps promise, and the same bytes wherever they are decoded."""

import numpy as np
import pytest

from development.fitting.row_coding import arrays_of, coded
from insurance_desktop.index.coded_rows import read_coded, together


def vectors(count: int = 500, dimensions: int = 32) -> np.ndarray:
    chance = np.random.default_rng(5)
    drawn = chance.standard_normal((count, dimensions)) * np.linspace(3, 0.2, dimensions)
    turned = drawn @ np.linalg.qr(chance.standard_normal((dimensions, dimensions)))[0]
    return (turned / np.linalg.norm(turned, axis=1, keepdims=True)).astype(np.float32)


def likeness(width: float) -> float:
    given = vectors()
    found = coded(given, width).decoded().astype(np.float32)
    return float((found / np.linalg.norm(found, axis=1, keepdims=True) * given).sum(axis=1).mean())


def test_finer_steps_lie_nearer_and_take_more() -> None:
    assert 0.9 < likeness(0.3) < likeness(0.1) < likeness(0.03) < 1.0001
    assert likeness(0.03) > 0.998
    assert len(coded(vectors(), 0.3).symbols) < len(coded(vectors(), 0.1).symbols)


def test_rows_come_back_from_a_file_as_they_went_in(tmp_path) -> None:
    rows = coded(vectors(), 0.1)
    np.savez(tmp_path / "rows.npz", **arrays_of(rows))
    with np.load(tmp_path / "rows.npz") as file:
        assert np.array_equal(read_coded(file).decoded(), rows.decoded())


def test_decoding_is_exact_whatever_order_a_machine_sums_in(monkeypatch) -> None:
    rows = coded(vectors(), 0.1)
    expected = rows.decoded()
    numbers = rows._numbers().astype(np.int64)
    exact = numbers.T @ rows.axes.astype(np.int64)
    largest = np.maximum(np.abs(exact).max(axis=1, keepdims=True), 1)
    wide = np.rint(exact.astype(np.float32) * (np.float32(127) / largest.astype(np.float32)))
    assert np.array_equal(expected, wide.astype(np.int8))


@pytest.mark.parametrize(("largest", "count"), [(1, 5), (2, 3), (7, 2), (8, 1), (127, 1)])
def test_a_byte_holds_as_many_numbers_as_fit(largest: int, count: int) -> None:
    assert together(largest) == count
    assert (2 * largest + 1) ** count <= 256


def test_steps_too_fine_for_a_byte_are_refused() -> None:
    with pytest.raises(ValueError, match="too fine"):
        coded(vectors(), 0.001)
