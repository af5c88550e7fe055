"""Printed numbers: Chinese numerals and Arabic digits say the same number (第十条, 第10条)."""

import unicodedata
from collections.abc import Iterable

from .identity import normalised


def numbered(text: str) -> tuple[str, str]:
    """A printed number as (what stands beside its numerals, its value): ("\u7b2c\u6761", "15"), ("", "2.3")."""
    plain = normalised(text).casefold().rstrip(".")
    if plain.isascii():
        word = plain.rstrip("0123456789.-")
        head = next((place for place, sign in enumerate(plain) if sign.isdigit()), len(plain))
        return (plain[:head], plain[head:]) if head < len(plain) else _roman(word)
    word = "".join(sign for sign in plain if not _is_numeral(sign))
    return word, _value([sign for sign in plain if _is_numeral(sign)])


def _roman(word: str) -> tuple[str, str]:
    """A word that ends with a Roman numeral, such as annexiv."""
    head = word.rstrip("ivxlc")
    return (head, word[len(head) :]) if head != word else (word, "")


def _is_numeral(sign: str) -> bool:
    return sign.isdigit() or sign == "." or unicodedata.numeric(sign, -1.0) >= 0


def _value(signs: Iterable[str]) -> str:
    """Arabic digits as they are; Chinese numerals counted together."""
    text = "".join(signs)
    if text.replace(".", "").isdigit() and text.isascii():
        return text
    total, current = 0, 0
    for sign in text:
        value = int(unicodedata.numeric(sign, 0.0))
        if value >= 10:
            total += (current or 1) * value
            current = 0
        else:
            current = 10 * current + value
    return str(total + current) if text else ""
