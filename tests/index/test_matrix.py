"""The matrix in memory answers as a full scan does, whatever came and went since it was made."""

from functools import cache
from io import FileIO

import numpy as np
import pytest

from insurance_desktop.index import matrix as matrix_module
from insurance_desktop.index.leading import LeadingMatrix, axes_of, turned_rows
from insurance_desktop.index.matrix import Part, Wanted, WindowMatrix
from insurance_desktop.index.matrix_file import KeptDocument, MatrixWriter, read_matrix, spans_of
from insurance_desktop.index.rows import RowsInMemory, dots

DIMENSIONS = 512
LIMIT = 24


def vectors(count, seed, spread=1.0):
    """Unit vectors; a small `spread` lays them so close together that rounding alone cannot tell them apart."""
    chance = np.random.default_rng(seed)
    found = chance.standard_normal(DIMENSIONS) + spread * chance.standard_normal((count, DIMENSIONS))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


def documents(count, size):
    return [
        KeptDocument(each, each + 100, each * size, min((each + 1) * size, count)) for each in range(-(-count // size))
    ]


def part_of(rows, axes=None, size=50):
    """`axes` may be those of other rows."""
    clauses = np.arange(len(rows), dtype=np.int64) // 2
    axes = axes or axes_of(rows[:500])
    leading = LeadingMatrix(
        axes, [turned_rows(rows[start : start + 2000], axes) for start in range(0, len(rows), 2000)]
    )
    return Part(RowsInMemory(rows), clauses, spans_of(documents(len(rows), size)), leading)


def full_scan(rows, clauses, question, limit=LIMIT):
    cosines = dots(rows, question)
    nearest = np.lexsort((clauses, -cosines))[:limit]
    best = {}
    for place in nearest:
        best.setdefault(int(clauses[place]), float(cosines[place]))
    return best


def same(found, expected):
    """Alike but for what lies equally near: how a sum of floats is put together changes its last bit."""
    cosines = [cosine for _, cosine in found]
    assert cosines == sorted(cosines, reverse=True)
    assert cosines == pytest.approx(sorted(expected.values(), reverse=True), abs=1e-6)
    least = min(expected.values(), default=0.0) + 1e-6
    for given, other in ((dict(found), expected), (expected, dict(found))):
        over = {clause: cosine for clause, cosine in given.items() if cosine > least}
        assert over == pytest.approx({clause: other.get(clause) for clause in over}, abs=1e-6)


@pytest.mark.requirement("FR-011")
@pytest.mark.parametrize("spread", [1.0, 0.05, 0.002])
def test_the_nearest_of_everything_are_those_of_a_full_scan(spread):
    rows = vectors(1000, 1, spread)
    whole = WindowMatrix(part_of(rows))
    questions = np.concatenate([vectors(5, 2), rows[:5]])
    together = whole.nearest_to_each(questions, LIMIT)
    for question, found in zip(questions, together, strict=True):
        expected = full_scan(rows, whole.base.clauses, question)
        same(whole.nearest(question, LIMIT), expected)
        same(found, expected)


@pytest.mark.requirement("FR-011")
def test_many_alike_among_many_rows_are_told_apart():
    rows = np.concatenate([vectors(7000, 11), vectors(3000, 12, 0.01)])
    whole = WindowMatrix(part_of(rows))
    for question in (*vectors(3, 13), *rows[-3:]):
        same(whole.nearest(question, LIMIT), full_scan(rows, whole.base.clauses, question))


def uneven(count, seed):
    """Unit vectors as a model of one language makes them: far from the middle of the space, a few axes tell most."""
    chance = np.random.default_rng(seed)
    axes = 0.05 * 0.98 ** np.arange(DIMENSIONS)
    found = 0.03 * vectors(1, 0)[0] * DIMENSIONS**0.5 + axes * chance.standard_normal((count, DIMENSIONS))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


ROWS = {
    "even": vectors(700, 3),
    "close": vectors(700, 3, 0.02),
    "uneven": uneven(700, 3),
    "one": np.repeat(vectors(1, 3), 700, axis=0),
    "opposite": np.concatenate([vectors(350, 3, 0.1), -vectors(350, 3, 0.1)]),
    "axes": np.eye(DIMENSIONS, dtype=np.float32),
}


@cache
def axes_for(name):
    return axes_of(ROWS[name])


@pytest.mark.parametrize("axes", ROWS)
@pytest.mark.parametrize("name", ROWS)
def test_no_row_is_nearer_than_the_first_and_the_second_look_say(name, axes):
    rows = ROWS[name]
    leading = part_of(rows, axes_for(axes)).leading
    assert leading.is_exact
    questions = np.concatenate([vectors(10, 4), rows[::97], uneven(10, 5)])
    for question, look in zip(questions, leading.looks(questions), strict=True):
        exact = (rows.astype(np.float64) @ question.astype(np.float64)).astype(np.float32)
        assert (exact <= look.nothing + look.worth * look.counts.astype(np.float64)).all()
        assert (exact <= leading.highest(look, np.arange(len(rows)))).all()


def test_both_looks_leave_out_most_rows_of_a_library_that_its_axes_describe():
    rows = uneven(20_000, 6)
    leading = part_of(rows, axes_of(rows[::2])).leading
    questions = np.concatenate([uneven(5, 7), rows[:5]])
    first, second = [], []
    for question, look in zip(questions, leading.looks(questions), strict=True):
        bar = np.sort(rows @ question)[-LIMIT]
        kept = np.flatnonzero(look.counts >= look.least_count(bar))
        first.append(len(kept))
        second.append(np.count_nonzero(leading.highest(look, kept) >= bar))
    assert min(second) >= LIMIT
    assert max(first) < len(rows) / 4
    assert sum(second) < sum(first)


@pytest.mark.parametrize("name", ROWS)
def test_rows_that_the_axes_describe_badly_are_found_none_the_less(name):
    rows = np.concatenate([uneven(900, 8), ROWS[name]])
    whole = WindowMatrix(part_of(rows, axes_for("uneven")))
    for question in (*vectors(3, 9), *rows[900:1500:200], *uneven(3, 10)):
        nearest = whole.nearest(question, LIMIT)
        least = np.sort(rows @ question)[-LIMIT]
        assert [cosine for _, cosine in nearest] == sorted((cosine for _, cosine in nearest), reverse=True)
        over = np.flatnonzero(rows @ question > least + 1e-5)
        assert {int(clause) for clause in whole.base.clauses[over]} <= {clause for clause, _ in nearest}


@pytest.mark.parametrize("direct", [4096, 10])
def test_a_scope_sees_its_documents_and_clauses_alone(monkeypatch, direct):
    monkeypatch.setattr(matrix_module, "DIRECT", direct)
    rows = vectors(1000, 5)
    whole = WindowMatrix(part_of(rows))
    inside = np.r_[100:150, 700:750]
    question = rows[3]
    found = whole.nearest(question, LIMIT, Wanted(documents=(2, 14, 999)))
    same(found, full_scan(rows[inside], whole.base.clauses[inside], question))
    chosen = np.array([51, 52, 60, 355])
    found = whole.nearest(question, LIMIT, Wanted((2, 14), chosen))
    kept = inside[np.isin(whole.base.clauses[inside], chosen)]
    same(found, full_scan(rows[kept], whole.base.clauses[kept], question))
    assert whole.nearest(question, LIMIT, Wanted(documents=())) == []


def test_what_came_and_went_counts_at_once():
    rows, newer = vectors(1000, 6), vectors(60, 7)
    whole = WindowMatrix(part_of(rows))
    changed = whole.with_documents({3, 40}, Part(RowsInMemory(newer), np.arange(60) + 9000, {3: (0, 20), 40: (20, 60)}))
    left = np.r_[0:150, 200:1000]
    now = np.concatenate([rows[left], newer])
    clauses = np.concatenate([whole.base.clauses[left], np.arange(60) + 9000])
    for question in (*newer[:3], *rows[150:153], *vectors(3, 8)):
        same(changed.nearest(question, LIMIT), full_scan(now, clauses, question))
    gone = changed.with_documents({40}, None)
    assert not {clause for clause, _ in gone.nearest(newer[30], LIMIT)} & set(range(9020, 9060))
    same(whole.nearest(rows[150], LIMIT), full_scan(rows, whole.base.clauses, rows[150]))


def test_a_matrix_comes_back_from_its_file_as_it_was(tmp_path):
    rows = vectors(900, 9)
    clauses = np.arange(900, dtype=np.int64)
    with FileIO(tmp_path / "kept", "w+") as file:
        writer = MatrixWriter(file, clauses, DIMENSIONS)
        shuffled = np.random.default_rng(1).permutation(900)
        for places in np.array_split(shuffled, 7):
            writer.put(places, rows[places])
        made = WindowMatrix(writer.finish(documents(900, 50)))
        question = vectors(1, 10)[0]
        same(made.nearest(question, LIMIT), full_scan(rows, clauses, question))
    part, kept = read_matrix(tmp_path / "kept")
    assert list(kept) == documents(900, 50)
    same(WindowMatrix(part).nearest(question, LIMIT), full_scan(rows, clauses, question))
    same(
        WindowMatrix(part).nearest(question, LIMIT, Wanted((4,))), full_scan(rows[200:250], clauses[200:250], question)
    )


def test_half_a_file_is_no_file(tmp_path):
    path = tmp_path / "kept"
    assert read_matrix(path) is None
    for content in (b"", b"IDVEC001", b"something else that is long enough for a head", b"\0" * 5000):
        path.write_bytes(content)
        assert read_matrix(path) is None
