"""What a clause is called by who asks for it: its number in any spelling, its title, or both."""

import re
from difflib import SequenceMatcher
from itertools import groupby

from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.numerals import is_numeral, numbered, with_zeros
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import comparable, respelled
from insurance_desktop.index.questions import figured, leading_section

_MARKS = re.compile(r"[\uff08(\u3010\[][^\uff09)\u3011\]]{1,4}[\uff09)\u3011\]]")
"""An item's mark or a page behind a title."""
_ALIKE = 0.75

NumberKey = tuple[str, ...]


def number_key(name: str) -> NumberKey:
    """What numbers with a word are compared by: (第, 9, 条) for 第九條 and 第9条, (附录, 3, 6) for 附录/三/（六）.

    () for a number without a word: it is compared as it is printed.
    """
    plain = with_zeros(normalised(respelled(name)).casefold())
    parts = []
    for kind, signs in groupby(plain, key=_kind):
        run = "".join(signs)
        parts.append(numbered(run.strip("."))[1] if kind == "numeral" else run if kind == "word" else "")
    key = tuple(filter(None, parts))
    return key if any(part[0].isalpha() for part in key) else ()


def _kind(sign: str) -> str:
    if is_numeral(sign):
        return "numeral"
    return "word" if sign.isalnum() else "sign"


def heading_behind(name: str, section_id: str, pack: DomainPack) -> str | None:
    """What a name says behind this section's number, "" where nothing; None where it does not begin with it.

    The number may be spelled otherwise: 第10条 for 第十条, 第2.4条 for 2.4.
    """
    plain, own = normalised(name), normalised(section_id)
    key = number_key(own)
    if not numbered(own)[1]:
        return None
    if plain.startswith(own) and not _goes_on(plain, len(own)):
        return _bare(plain[len(own) :])
    number, rest = leading_section(figured(name, pack), pack) or (plain, "")
    same = normalised(number) == own or (key != () and number_key(number) == key)
    return _bare(rest) if same else None


def agrees(said: str, title: str) -> bool:
    """Whether a title that was said may be the printed one: the same, a part of it, more than it, or spelled alike."""
    said, printed = comparable(_MARKS.sub("", said)), comparable(title)
    if not said or not printed or said in printed or printed in said:
        return True
    return likeness(said, printed) >= _ALIKE


def likeness(one: str, other: str) -> float:
    """How much two titles have in common, 0–1."""
    return SequenceMatcher(None, comparable(one), comparable(other), autojunk=False).ratio()


def _goes_on(plain: str, end: int) -> bool:
    """Whether the number in a name is a longer one: 2.1 is not the number of 2.10 or 2.1.3."""
    behind = plain[end : end + 2]
    return behind[:1].isdigit() or (behind[:1] == "." and behind[1:].isdigit())


def _bare(heading: str) -> str:
    """A title without the signs around it."""
    return re.sub(r"^[\W_]+|[\W_]+$", "", _MARKS.sub("", normalised(heading)))
