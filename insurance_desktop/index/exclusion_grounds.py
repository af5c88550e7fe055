"""On what ground a scenario might be refused: a linear reading of its vector and of its words.

The pack says how contracts print each ground and what people call it; the numbers lie in
resources/models/grounds-<pack>.npz (made by development/fitting/matching.py from known cases). They belong to one
embedding model; with another one they stay silent.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from insurance_desktop.domain.exclusion_rules import ExclusionGround
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.registry import fitted_file

from .array_files import opened_arrays
from .characters import respelled
from .embedding import Vectors

Weights = npt.NDArray[np.float32]
STRESS = 4.0
"""Unit vectors are too short for a linear reading that starts at zero: both parts are lengthened by this."""


def grounds_path(pack: str) -> Path:
    return fitted_file(f"grounds-{pack}.npz")


@dataclass(frozen=True, eq=False)
class ExclusionGrounds:
    """The pack's grounds, ready to be looked for in texts. What contracts print is read once a text."""

    names: tuple[str, ...]
    printed: tuple[re.Pattern[str], ...]
    street: tuple[tuple[str, ...], ...]
    within: Mapping[str, str]

    def printed_in(self, text: str) -> frozenset[str]:
        """The grounds that a contract's words give."""
        return _printed(self, text)

    def said_in(self, text: str) -> frozenset[str]:
        """The grounds that everyday words stand for; a longer word hides the shorter ones inside it."""
        found = [
            (word, name) for name, words in zip(self.names, self.street, strict=True) for word in words if word in text
        ]
        return frozenset(name for word, name in found if not any(word != other and word in other for other, _ in found))

    def refused_by(self, given: Iterable[str]) -> frozenset[str]:
        """These grounds and all that lie within one of them."""
        wide = set(given)
        return frozenset(wide | {name for name, outer in self.within.items() if outer in wide})


@lru_cache(maxsize=20_000)
def _printed(grounds: ExclusionGrounds, text: str) -> frozenset[str]:
    pairs = zip(grounds.names, grounds.printed, strict=True)
    return frozenset(name for name, pattern in pairs if pattern.search(text) is not None)


def read_grounds(pack: DomainPack) -> ExclusionGrounds:
    return _prepared(pack.exclusion_grounds)


@cache
def _prepared(grounds: tuple[ExclusionGround, ...]) -> ExclusionGrounds:
    return ExclusionGrounds(
        names=tuple(each.name for each in grounds),
        printed=tuple(re.compile("|".join(f"(?:{one})" for one in each.printed) or r"(?!)") for each in grounds),
        street=tuple(each.street for each in grounds),
        within={each.name: each.within for each in grounds if each.within},
    )


def signs(text: str) -> list[str]:
    """The single signs and the pairs of a text, punctuation left out."""
    plain = "".join(
        sign for sign in respelled(text).lower() if unicodedata.category(sign)[0] in "LN" and not sign.isspace()
    )
    return [*plain, *(plain[place : place + 2] for place in range(len(plain) - 1))]


@dataclass(frozen=True)
class GroundModel:
    """Softmax weights over grounds (some of them harmless: no contract prints them)."""

    names: tuple[str, ...]
    places: Mapping[str, int]
    rarity: Weights
    of_vector: Weights
    of_signs: Weights
    bias: Weights

    def chances(self, vector: Vectors, text: str) -> dict[str, float]:
        """How probable each ground is for a scenario; sums to 1."""
        scores = STRESS * (vector @ self.of_vector) + self.bias
        counted = self._signs(text)
        if counted:
            places = list(counted)
            shares = np.array([counted[place] for place in places], dtype=np.float32)
            scores = scores + STRESS * (shares @ self.of_signs[places])
        raised = np.exp(scores - scores.max())
        return dict(zip(self.names, (raised / raised.sum()).tolist(), strict=True))

    def _signs(self, text: str) -> dict[int, float]:
        return weighed_signs(text, self.places, self.rarity)


def weighed_signs(text: str, places: Mapping[str, int], rarity: Weights) -> dict[int, float]:
    """The known signs of a text with their weight, as a unit vector."""
    found = Counter(places[sign] for sign in signs(text) if sign in places)
    length = float(np.sqrt(sum(float(rarity[place]) ** 2 for place in found)))
    return {place: float(rarity[place]) / length for place in found} if length else {}


def load_grounds(path: Path, fingerprint: str) -> GroundModel | None:
    """The fitted numbers for this embedding model; None where there are none."""
    return _loaded(path, fingerprint) if path.is_file() else None


@cache
def _loaded(path: Path, fingerprint: str) -> GroundModel | None:
    with opened_arrays(path) as file:
        if str(file["fingerprint"]) != fingerprint:
            return None
        return GroundModel(
            names=tuple(str(name) for name in file["names"]),
            places={str(sign): place for place, sign in enumerate(file["signs"])},
            rarity=file["rarity"].astype(np.float32),
            of_vector=file["of_vector"] * np.float32(file["of_vector_step"]),
            of_signs=file["of_signs"] * np.float32(file["of_signs_step"]),
            bias=file["bias"].astype(np.float32),
        )
