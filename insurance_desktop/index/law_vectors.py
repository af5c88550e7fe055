"""Vectors of the articles that come with a pack: resources/models/laws-<pack>.npz.

Made by development/fitting/laws.py. They belong to one model and to the words that they were made of; with others there
are none, and words alone are asked.
"""

import hashlib
from collections.abc import Sequence

import numpy as np

from insurance_desktop.packs.registry import fitted_file

from .array_files import opened_arrays
from .embedding import Vectors

STEPS = 127
"""A vector is kept in whole steps of its largest number: no cosine moves by more than 0.003."""


def laws_name(pack: str) -> str:
    return f"laws-{pack}.npz"


def hash_of(texts: Sequence[str]) -> str:
    """What tells the texts that vectors were made of."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def law_vectors(pack: str, fingerprint: str, texts: Sequence[str]) -> Vectors | None:
    """The vectors of these texts, row by row and of unit length; None where the model or the texts are others."""
    path = fitted_file(laws_name(pack))
    if not path.is_file():
        return None
    with opened_arrays(path) as file:
        if (str(file["fingerprint"]), str(file["texts"])) != (fingerprint, hash_of(texts)):
            return None
        rows = file["rows"].astype(np.float32)
    unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit
