"""Steps that make up for each other."""

import numpy as np

from development.fitting.compensated_rounding import rounded
from insurance_desktop.index.differences import stepped


def test_compensated_steps_move_what_comes_out_less_than_rounding_each_number() -> None:
    chance = np.random.default_rng(1)
    inputs = chance.standard_normal((400, 24)) @ chance.standard_normal((24, 96))  # they come together
    base = chance.standard_normal((96, 40)).astype(np.float16)
    fitted = (base + 0.01 * chance.standard_normal(base.shape)).astype(np.float16)
    found, plain = (rounded(fitted, base, 7, moments) for moments in (inputs.T @ inputs, None))
    wanted = inputs @ fitted.astype(np.float64)
    off = [np.square(inputs @ stepped(base, steps, 7) - wanted).mean() for steps in (found, plain)]
    assert off[0] < off[1] / 4
