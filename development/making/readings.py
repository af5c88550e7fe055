"""Makes the table of readings that product names are found by (`resources/models/readings.toml`), out of pypinyin.

    python -m development.making.readings

pypinyin itself (MIT) takes 57 MB and 0.2 s to load, most of it for a dictionary of phrases; a name of ten characters is
found as well by the readings that its characters have in phrases: the most frequent first, rare ones left out.
"""

from collections import Counter, defaultdict
from importlib.metadata import version

from insurance_desktop.index.readings import readings_file

_HEAD = """\
# How the ideographs U+4E00..U+9FFF are read, without tones, as pinyin is typed (u for ue after l and n is v: lv, nve).
# [first]: the most frequent reading; [other]: readings with at least {share:.0%} of the character's uses in phrases.
# From pypinyin {version} (https://github.com/mozillazg/python-pinyin, MIT), by development/making/readings.py.
"""
_SHARE = 0.03
_FIRST, _LAST = 0x4E00, 0x9FFF


def main() -> None:
    first: defaultdict[str, list[str]] = defaultdict(list)
    other: defaultdict[str, list[str]] = defaultdict(list)
    for character, readings in _readings().items():
        first[readings[0]].append(character)
        for reading in readings[1:]:
            other[reading].append(character)
    parts = [_HEAD.format(share=_SHARE, version=version("pypinyin"))]
    for name, table in (("first", first), ("other", other)):
        parts.append(f"\n[{name}]\n")
        parts += [f'{reading} = "{"".join(sorted(table[reading]))}"\n' for reading in sorted(table)]
    readings_file().write_text("".join(parts), encoding="utf-8")


def _readings() -> dict[str, list[str]]:
    """The readings of each character, by how often phrases use them."""
    from pypinyin.constants import PHRASES_DICT, PINYIN_DICT  # noqa: PLC0415 (extra `dev`)
    from pypinyin.contrib.tone_convert import to_normal  # noqa: PLC0415 (extra `dev`)

    uses: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for phrase, readings in PHRASES_DICT.items():
        if len(phrase) == len(readings):
            for character, reading in zip(phrase, readings, strict=True):
                uses[character][to_normal(reading[0])] += 1
    found = {}
    for code in range(_FIRST, _LAST + 1):
        if code not in PINYIN_DICT:
            continue
        named = to_normal(PINYIN_DICT[code].partition(",")[0])
        counted = uses[chr(code)]
        total = sum(counted.values())
        kept = [reading for reading, count in counted.most_common() if count >= max(_SHARE * total, 2)]
        spelled = [each for each in kept or [named] if each.isascii() and each.isalpha()]
        if spelled:
            found[chr(code)] = spelled
    return found


if __name__ == "__main__":
    main()
