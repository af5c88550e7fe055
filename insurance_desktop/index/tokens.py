"""Words and character bigrams for FTS5, and the MATCH expressions made of them.

FTS5's own tokenizers cannot read Chinese: `unicode61` takes a run of characters as one token, `trigram` cannot match
two. So text is cut here and stored with spaces. A token holds only letters and digits, therefore no sign of a question
can ever reach FTS5's query syntax. English (`language` "en") has words of its own: there a word loses the ending of
its plural, FTS5 takes the rest of it to its stem, and two words that stand side by side are what a bigram is.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from operator import add
from typing import NamedTuple

from .characters import respelled

_NUMBER = re.compile(r"(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)*%?")
_HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_RUN = re.compile(rf"[{_HAN}]+|(?:(?![{_HAN}])[^\W_])+")
_ANY_RUN = re.compile(rf"[{_HAN}]+|{_NUMBER.pattern}|[^\W\d_{_HAN}]+")
_STOP = "\u3002"
_PERCENT = "pct"
_POINT = "p"
_LONGEST_TOKEN = 64
ENGLISH = "en"
_PLURALS = ((re.compile(r"(?<![ae])ies$"), "y"), (re.compile(r"(?<![aeo])es$"), "e"), (re.compile(r"(?<![us])s$"), ""))
"""Harman's S-stemmer: the first that fits is taken; a word of three letters stays."""
_SHORTEST_PLURAL = 3


def _number(written: str) -> str:
    """`3.2` → `3p2`, `1,000` → `1000`, `5%` → `5pct`: one token that unicode61 does not cut."""
    return written.replace(",", "").replace("%", _PERCENT).replace(".", _POINT)


def _prepared(text: str) -> str:
    return _NUMBER.sub(lambda match: f" {_number(match[0])} ", respelled(text).lower())


def is_ideographic(token: str) -> bool:
    code = ord(token[0])
    return 0x3400 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or code >= 0x20000


def words(text: str, language: str = "") -> list[str]:
    """jieba's words in order, numbers whole, signs left out; of a text in English its words in the singular."""
    found = _words_of(_runs(text))
    return list(map(_singular, found)) if language == ENGLISH else found


def bigrams(text: str, language: str = "") -> list[str]:
    """Overlapping pairs of each Chinese run (a single character stands alone); other runs whole.

    Of a text in English its words and its pairs of words, each pair written as one.
    """
    if language == ENGLISH:
        found = words(text, language)
        return [*found, *(f"{one}{other}"[:_LONGEST_TOKEN] for one, other in pairwise(found))]
    return _bigrams_of(_runs(text))


def columns_of(spelled: str, language: str = "") -> tuple[str, str]:
    """Words and bigrams of a text as the keyword index takes them, in any order; it is respelled and lower already."""
    return columns_of_all((spelled,), language)[0]


def columns_of_all(spelled: Sequence[str], language: str = "") -> list[tuple[str, str]]:
    """The same of many texts: what none of them said before is cut in one call."""
    if language == ENGLISH:
        return [(" ".join(words(text, language)), " ".join(bigrams(text, language))) for text in spelled]
    found: list[list[str]] = [_ANY_RUN.findall(text) for text in spelled]
    known = _known_runs(chain.from_iterable(found))
    return [
        (" ".join(map(known.words.__getitem__, runs)), " ".join(map(known.pairs.__getitem__, runs))) for runs in found
    ]


class _Remembered(NamedTuple):
    """Words and bigrams of runs, with spaces between. A run that has words has its bigrams, too."""

    words: dict[str, str]
    pairs: dict[str, str]


_remembered = _Remembered({}, {})
_MOST_REMEMBERED = 20_000
"""Runs whose words and bigrams are kept: insurers print the same sentences in one contract after the other."""


def _known_runs(runs: Iterable[str]) -> _Remembered:
    """Words and bigrams of these runs, and of others."""
    global _remembered  # noqa: PLW0603  replaced, never emptied: another thread may be reading it
    if len(_remembered.words) > _MOST_REMEMBERED:
        _remembered = _Remembered({}, {})
    known = _remembered
    new = [run for run in dict.fromkeys(runs) if run not in known.words]
    others = {run: _token(run) for run in new if not is_ideographic(run)}
    chinese = [run for run in new if run not in others]
    known.pairs.update(others)
    known.words.update(others)
    if chinese:
        known.pairs.update(zip(chinese, _pairs_of(chinese), strict=True))
        cut = " ".join(_cut(_STOP.join(chinese)))  # one call: a stop parts what stands around it
        known.words.update(zip(chinese, cut.split(f" {_STOP} "), strict=True))
    return known


def _token(run: str) -> str:
    """A run without Chinese as a token: a number or a word."""
    return (_number(run) if run[0].isdecimal() else run)[:_LONGEST_TOKEN]


def _pairs_of(runs: Sequence[str]) -> list[str]:
    """The overlapping pairs of each Chinese run, with spaces between; a single character stands alone."""
    import numpy as np  # noqa: PLC0415  who cuts questions alone does without

    joined = f"{_STOP}{_STOP.join(runs)}{_STOP}"
    signs = np.frombuffer(joined.encode("utf-32-le"), dtype=np.uint32)
    begins, ends = signs[:-1] == ord(_STOP), signs[1:] == ord(_STOP)
    pairs = np.stack([signs[:-1], signs[1:], np.full(len(begins), ord(" "), dtype=np.uint32)], axis=1)
    pairs[begins, 0] = ord("\n")
    kept = np.repeat(~(begins | ends)[:, None], 3, axis=1)
    kept[begins, 0] = True
    lines = pairs[kept].tobytes().decode("utf-32-le").split("\n")[1:]
    return [line[:-1] or run for line, run in zip(lines, runs, strict=True)]


def _runs(text: str) -> list[str]:
    found: list[str] = _RUN.findall(_prepared(text))
    return found


def _words_of(runs: Iterable[str]) -> list[str]:
    found: list[str] = []
    for run in runs:
        if is_ideographic(run):
            found += _cut(run)
        else:
            found.append(run[:_LONGEST_TOKEN])
    return found


def _bigrams_of(runs: Iterable[str]) -> list[str]:
    found: list[str] = []
    for run in runs:
        if not is_ideographic(run) or len(run) == 1:
            found.append(run[:_LONGEST_TOKEN])
        else:
            found += map(add, run, run[1:])
    return found


def _singular(word: str) -> str:
    if len(word) <= _SHORTEST_PLURAL or not word.isalpha():
        return word
    return next((singular for each, end in _PLURALS if (singular := each.sub(end, word)) != word), word)


def surface(token: str) -> str:
    """How a token stands in respelled text: `3p2` → `3.2`, `5pct` → `5%`."""
    if not token[0].isdigit():
        return token
    return re.sub(rf"(?<=\d){_POINT}(?=\d)", ".", token.removesuffix(_PERCENT)) + (
        "%" if token.endswith(_PERCENT) else ""
    )


def unique(tokens: Iterable[str]) -> list[str]:
    """The tokens once each, in order."""
    return list(dict.fromkeys(tokens))


def match_expression(tokens: Sequence[str], columns: Sequence[str]) -> str:
    """`{column …} : ("a" OR "b")`; "" where there is nothing to look for. ValueError on a token that is no token."""
    return _expression(tokens, columns, " OR ")


def match_all_expression(tokens: Sequence[str], columns: Sequence[str]) -> str:
    """`{column …} : ("a" AND "b")`: all of the tokens have to stand in a row."""
    return _expression(tokens, columns, " AND ")


def _expression(tokens: Sequence[str], columns: Sequence[str], joined: str) -> str:
    for token in tokens:
        if not token.isalnum():
            raise ValueError(f"not a token: {token!r}")
    if not tokens:
        return ""
    return "{" + " ".join(columns) + "} : (" + joined.join(f'"{token}"' for token in tokens) + ")"


def unfindable(terms: Iterable[str], sentence: str) -> tuple[str, ...]:
    """The terms that would not be found inside `sentence.format(term)`: the self-test that `doctor` runs."""
    missing: list[str] = []
    for term in terms:
        running = sentence.format(term)
        stored = set(words(running)) | set(bigrams(running))
        asked = set(bigrams(term))
        if not asked or not asked <= stored:
            missing.append(term)
    return tuple(missing)


def _cut(run: str) -> list[str]:
    import rjieba  # noqa: PLC0415 (a dictionary of 0.1 s, which nobody needs who neither indexes nor searches)

    words: list[str] = rjieba.cut(run)
    return words
