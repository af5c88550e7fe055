"""Printed numbers: Chinese numerals and Arabic digits say the same number (第十条, 第10条)."""

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

from .identity import normalised

CLOSERS = ")]"
_CIRCLE, _ZERO = "\u25cb", chr(0x3007)
"""The circle that is written for a zero, and the zero."""
_PAIR, _TWO = chr(0x4E24), chr(0x4E8C)
"""The two that things are counted with, which Unicode gives no value, and the numeral."""
_NOUGHT, _ONE = chr(0x96F6), chr(0x4E00)
_DIGITS = (_NOUGHT, _ONE, *map(chr, (0x4E8C, 0x4E09, 0x56DB, 0x4E94, 0x516D, 0x4E03, 0x516B, 0x4E5D)))
_UNITS = ((1000, chr(0x5343)), (100, chr(0x767E)), (10, chr(0x5341)))


def numbered(text: str) -> tuple[str, str]:
    """A printed number as (what stands beside its numerals, its value): ("\u7b2c\u6761", "15"), ("()", "3")."""
    plain = normalised(text).casefold().rstrip(".")
    if plain.isascii():
        word = plain.rstrip("0123456789.-")
        head = next((place for place, sign in enumerate(plain) if sign.isdigit()), len(plain))
        value = plain[head:].rstrip(CLOSERS)
        return (plain[:head] + plain[head + len(value) :], value) if value else _roman(word)
    word = "".join(sign for sign in plain if not is_numeral(sign))
    return word, _value([sign for sign in plain if is_numeral(sign)])


def _roman(word: str) -> tuple[str, str]:
    """A word that ends with a Roman numeral, such as annexiv."""
    head = word.rstrip("ivxlc")
    return (head, word[len(head) :]) if head != word else (word, "")


def in_roman(value: int) -> str:
    """A whole number below 90 in Roman numerals."""
    tens, ones = divmod(value, 10)
    of_tens = "XL" if tens == 4 else "L" * (tens // 5) + "X" * (tens % 5)
    return of_tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def values_in(text: str) -> tuple[str, ...]:
    """The values of the whole numbers in a text, in order, whatever stands between them."""
    plain = with_zeros(unicodedata.normalize("NFKC", text)).replace(_PAIR, _TWO)
    runs = "".join(sign if sign != "." and is_numeral(sign) else " " for sign in plain).split()
    return tuple(_value(run) for run in runs)


def with_zeros(text: str) -> str:
    """The text of a number with the circles that are written for zeros as zeros."""
    return text.replace(_CIRCLE, _ZERO)


def is_numeral(sign: str) -> bool:
    """Whether a sign is a digit, a Chinese numeral or the point between them."""
    return sign.isdigit() or sign == "." or unicodedata.numeric(sign, -1.0) >= 0


def _value(signs: Iterable[str]) -> str:
    """Arabic digits as they are; Chinese numerals counted together."""
    text = "".join(signs)
    if text.replace(".", "").isdigit() and text.isascii():
        return text
    return str(int(_counted(text))) if text else ""


_MYRIAD, _HUNDRED, _TEN = 10_000, 100, 10
_SIGN = re.compile(r"\d+(?:\.\d+)?|.", re.ASCII)
_POINT = chr(0x70B9)
"""The point as it is said: three, point, five."""


def amount(text: str) -> Decimal:
    """The value of a printed amount, in digits, numerals or both: 10,000, 3.5\u4e07, 3\u4e072\u5343, \u4e09\u5341."""
    plain = with_zeros(unicodedata.normalize("NFKC", text)).replace(",", "").replace(_PAIR, _TWO)
    whole, point, behind = plain.partition(_POINT)
    if point and behind and is_numeral(behind[0]):
        digits = next((place for place, sign in enumerate(behind) if _number_of(sign) >= _TEN), len(behind))
        plain = f"{_counted(whole)}.{_value(behind[:digits]) or 0}{behind[digits:]}"
    return _counted(plain)


def _counted(text: str) -> Decimal:
    """What digits and numerals say together; signs that are neither say nothing.

    Hundreds stand before the ten thousands that they are counted in (\u5341\u4e07). A single digit behind a large
    unit counts the next smaller one: \u4e09\u5343\u4e94 is 3,500.
    """
    whole, section, current = Decimal(0), Decimal(0), Decimal(0)
    scale, unit, counts = 0, 0, 1
    for sign in _SIGN.findall(text):
        value = _number_of(sign)
        if value < 0:
            continue
        if sign.isascii() or value < _TEN:
            counts = unit // _TEN if unit >= _HUNDRED and 0 < value < _TEN else 1
            current = value if sign.isascii() else _TEN * current + value
            unit = 0
            continue
        if value < _MYRIAD:
            section += (current or 1) * value
        elif value > scale:
            whole, section = (whole + section + current or 1) * value, Decimal(0)
        else:
            whole, section = whole + (section + current or 1) * value, Decimal(0)
        scale = int(value) if value >= _MYRIAD else scale
        current, unit, counts = Decimal(0), int(value), 1
    return whole + section + current * counts


def _number_of(sign: str) -> Decimal:
    """The value of a sign or of digits; below zero for what is no number."""
    return Decimal(sign) if sign[0].isascii() and sign[0].isdigit() else Decimal(int(unicodedata.numeric(sign, -1.0)))


def in_chinese(value: int) -> str:
    """Chinese numerals as legal texts count with them up to 9999; Arabic digits beyond."""
    if not 1 <= value < 10 * _UNITS[0][0]:
        return str(value)
    found, is_gap = "", False
    for size, sign in _UNITS:
        digit, value = divmod(value, size)
        if digit:
            found += (_NOUGHT if is_gap else "") + _DIGITS[digit] + sign
        is_gap = bool(found) and not digit and value > 0
    found += ((_NOUGHT if is_gap else "") + _DIGITS[value]) if value else ""
    return found.removeprefix(_ONE) if found.startswith(_ONE + _UNITS[-1][1]) else found
