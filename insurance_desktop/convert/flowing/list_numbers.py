"""The numbers of lists that whoever shows an original counts: they are seen, and stand nowhere in it."""

import re

from selectolax.lexbor import LexborNode

LETTERS = 26
ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
OWN_MARK = re.compile(r"\s*(?:[(\uff08]\s*\w{1,4}\s*[)\uff09]|\w{1,4}\s*[\u3001.\uff0e)\uff09]|[\u2460-\u249b])")
"""How an item begins that has its number in its own words."""


def numbered_item(item: LexborNode) -> str:
    """The number that a browser shows before an item of an ordered list; "" for other lists."""
    parent = item.parent
    if parent is None or parent.tag != "ol":
        return ""
    told = parent.attributes
    start = told.get("start") or "1"
    value = int(start) if start.lstrip("-").isdecimal() else 1
    before = item.prev
    while before is not None:
        value += before.tag == "li"
        before = before.prev
    own = item.attributes.get("value") or ""
    value = int(own) if own.lstrip("-").isdecimal() else value
    return f"{_counted(value, told.get('type') or '1')}."


def _counted(value: int, form: str) -> str:
    if form in "aA":
        return in_letters(value, is_capital=form == "A")
    if form in "iI":
        return in_roman(value, is_capital=form == "I")
    return str(value)


def in_letters(value: int, *, is_capital: bool = False) -> str:
    """a, b … z, aa; the plain number where it is none."""
    if value < 1:
        return str(value)
    letter = chr(ord("a") + (value - 1) % LETTERS) * ((value - 1) // LETTERS + 1)
    return letter.upper() if is_capital else letter


def in_roman(value: int, *, is_capital: bool = False) -> str:
    """Roman numerals up to 39; beyond them the plain number."""
    if not 1 <= value < 4 * ROMAN[0][0]:
        return str(value)
    found = ""
    for size, sign in ROMAN:
        found += sign * (value // size)
        value %= size
    return found.upper() if is_capital else found
