"""One way to write a character: what index text and questions are compared in. Verified text is never changed."""

import re
import tomllib
import unicodedata
from functools import cache
from itertools import pairwise
from pathlib import Path

from insurance_desktop import paths

_SIGNS = frozenset("\uff0e\uff05\u2024\ufe52\ufe6a")
"""Signs that carry meaning inside numbers: full-width point and percent, one-dot leader, small point and percent."""


_FIRST_RADICAL, _LAST_RADICAL = 0x2E80, 0x2FDF

_PLAIN = (
    " -~\u00d7\u2014\u2018\u2019\u201c\u201d\u2026\u3001-\u3003\u3008-\u3011\u3014-\u3017"
    "\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f"
)
_FIRST_IDEOGRAPH, _LAST_IDEOGRAPH = 0x4E00, 0x9FA5
"""Signs that stay as they are, and ideographs that do where the table of spellings does not name them."""


class _Spelling(dict[int, str]):
    """A `str.translate` table that works out each character once."""

    def __init__(self, pairs: dict[str, str]) -> None:
        super().__init__()
        self._pairs = pairs
        named = sorted(code for code in map(ord, pairs) if _FIRST_IDEOGRAPH <= code <= _LAST_IDEOGRAPH)
        around = pairwise((_FIRST_IDEOGRAPH - 1, *named, _LAST_IDEOGRAPH + 1))
        plain = (f"{chr(one + 1)}-{chr(other - 1)}" for one, other in around if other - one > 1)
        self._other = re.compile(f"[^{_PLAIN}{''.join(plain)}]+")

    def spell(self, text: str) -> str:
        """Texts hold little that has to be respelled, and looking for it is ten times as fast as translating all."""
        return self._other.sub(lambda found: found[0].translate(self), text.replace("\n", " "))

    def __missing__(self, code: int) -> str:
        spelling = self._spell(chr(code))
        self[code] = spelling
        return spelling

    def _spell(self, character: str) -> str:
        kind = unicodedata.category(character)
        if kind in ("Cc", "Cf", "Cs", "Co", "Cn"):
            return " "
        if kind[0] in "LN" or kind == "Zs" or character in _SIGNS or _FIRST_RADICAL <= ord(character) <= _LAST_RADICAL:
            composed = unicodedata.normalize("NFKC", character)
            return "".join(map(self._simplified, composed))
        return self._simplified(character)

    def _simplified(self, character: str) -> str:
        """To the end: what is respelled already stays as it is."""
        found = self._pairs.get(character, character)
        return self._pairs.get(found, found)


@cache
def _spelling() -> _Spelling:
    table = tomllib.loads(characters_file().read_text(encoding="utf-8"))
    pairs = dict(zip(table["traditional"], table["simplified"], strict=True))
    pairs |= dict(zip(table["radicals"], table["unified"], strict=True))
    return _Spelling(pairs)


def characters_file() -> Path:
    """The table of spellings that ships with the program."""
    return paths.resource_root() / "models" / "characters.toml"


def respelled(text: str) -> str:
    """`text` with letters and digits in NFKC, radicals as ideographs, simplified, without control characters.

    Punctuation stays as printed: the embedding model was trained on Chinese punctuation.
    """
    return _spelling().spell(text)


def comparable(text: str) -> str:
    """`text` as a key: respelled, full NFKC, lower case, letters and digits and the point between digits only."""
    spelled = unicodedata.normalize("NFKC", respelled(text)).lower()
    return "".join(each for place, each in enumerate(spelled) if each.isalnum() or _is_point_in_number(spelled, place))


def _is_point_in_number(text: str, place: int) -> bool:
    around = text[max(place - 1, 0) : place] + text[place + 1 : place + 2]
    return text[place] == "." and len(around) == 2 and around.isdigit()
