"""An answer as it is read aloud: its words without marks, numbers of rules in parts, cut where a sentence ends."""

import re
from itertools import dropwhile

from insurance_desktop.packs.wording import say

LONGEST = 1_500
"""Signs, as the seed has it: some two minutes of Chinese."""
LONGEST_MARKDOWN = 20 * LONGEST
"""Signs of Markdown that are looked at: a body of a megabyte is not searched for its first two minutes."""

_ESCAPED = re.compile(r"\\([\\`*_|<>#])")
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^)\s]{0,2000}\)")
_ADDRESS = re.compile(r"<?(?:https?://|www\.)[!-~]+")
_MARK = re.compile(r"\[\d+\]")
"""The number of a citation: the words are read, not what stands beside them."""
_BRACKETS = re.compile(r"\[([^\[\]\n]+)\]")
_EMPHASIS = re.compile(r"(\*\*|__|~~|`)(?=\S)(.{1,500}?)(?<=\S)\1")
_LINE_MARK = re.compile(r"^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+)+")
_TABLE_RULE = re.compile(r"\|?(?:\s*:?-{3,}:?\s*\|)+\s*")
_BETWEEN_CELLS = re.compile(r"\s*(?<!\\)\|\s*")
_ITEM = re.compile(r"\s*(?:[-*+>]|\d+[.)、]|\[)")
_NUMBER = re.compile(r"(?<![\w./-])[0-9A-Z]+(?:[-/.][0-9A-Z]+)+(?![\w/-])", re.ASCII)
_SPLIT = re.compile(r"[-/.]")
_ROMAN = re.compile(r"[IVXLC]+")
_END = re.compile(r"[。！？!?\n]|\.(?=\s|$)")


def spoken_form(markdown: str) -> str:
    """What a voice is given; at most LONGEST signs, whole sentences of it."""
    paragraphs = [each for each in re.split(r"\n\s*\n", markdown[:LONGEST_MARKDOWN].strip()) if each.strip()]
    told = "\n\n".join(_without_marks(each) for each in _without_sources(paragraphs))
    return _cut(re.sub(r"(\n| ){2,}", r"\1", _NUMBER.sub(_in_parts, told)).strip())


def _without_sources(paragraphs: list[str]) -> list[str]:
    """Without the list of sources: its heading, and the items under it."""
    names = "|".join(map(re.escape, say("speech.sources").split()))
    heading = re.compile(rf"[\s#*>_-]*(?:{names})\s*[*_]*\s*(?:[:：].*|$)", re.IGNORECASE)
    kept: list[str] = []
    rest = list(paragraphs)
    while rest:
        first, *rest = rest
        line, *others = first.splitlines()
        if not heading.fullmatch(line):
            kept.append(first)
        elif not others:
            rest = list(dropwhile(lambda each: all(map(_ITEM.match, each.splitlines())), rest))
    return kept


def _without_marks(paragraph: str) -> str:
    lines = [_line(each) for each in paragraph.splitlines() if not _TABLE_RULE.fullmatch(each)]
    return "\n".join(each for each in lines if each)


def _line(line: str) -> str:
    text = _LINE_MARK.sub("", line)
    if text.startswith("|"):
        text = say("speech.pause").join(filter(None, _BETWEEN_CELLS.split(text.strip())))
    text = _BRACKETS.sub(r"\1", _MARK.sub("", _ADDRESS.sub("", _LINK.sub(r"\1", text))))
    return _ESCAPED.sub(r"\1", _EMPHASIS.sub(r"\2", text)).strip()


def _in_parts(found: re.Match[str]) -> str:
    """II-1/3-6 and 2.3.1 with a pause between the parts; dates, ranges, shares and decimals as they stand."""
    parts = _SPLIT.split(found.group())
    is_section = len(parts) > 2 and set(re.findall(r"[^0-9]", found.group())) == {"."}
    return say("speech.pause").join(parts) if _ROMAN.fullmatch(parts[0]) or is_section else found.group()


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    ends = [each.end() for each in _END.finditer(text, 0, LONGEST)]
    return text[: ends[-1] if ends else LONGEST].rstrip()
