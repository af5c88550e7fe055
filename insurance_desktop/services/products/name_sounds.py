"""Names as they are typed and sorted: Chinese by its sound, everything else as it is written."""

from functools import lru_cache

from insurance_desktop.index.readings import readings

_MANY = 200_000


@lru_cache(maxsize=_MANY)
def sort_key(text: str) -> str:
    """Orders names by pinyin, characters of one sound beside each other; digits and Latin letters as they are."""
    return "".join(f"{(readings(sign) or (sign.casefold(),))[0]}\0{sign}" for sign in text)


@lru_cache(maxsize=_MANY)
def spelled(text: str) -> str:
    """What a name can be found by beside its characters: its pinyin and its initials.

    Both with the most frequent reading of each character, and again with the rarest one where there are several.
    "" for a name without Chinese.
    """
    sounds = [readings(sign) or (sign.casefold(),) for sign in text if not sign.isspace()]
    if text.isascii():
        return ""
    ways = sorted({tuple(each[0] for each in sounds), tuple(each[-1] for each in sounds)})
    return " ".join(f"{''.join(way)} {''.join(sound[0] for sound in way)}" for way in ways)
