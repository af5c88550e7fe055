"""How near a few typed letters are to a name: as they stand, by its sounds, or scattered in their order."""

from collections.abc import Sequence

AS_IT_STANDS, BY_SOUND, SCATTERED = range(3)
Nearness = tuple[int, int, int]
LEAST_SCATTERED = 2
"""One letter is somewhere in nearly every name."""


def nearness(typed: Sequence[str], name: str, sounds: str) -> Nearness | None:
    """Smaller is nearer; None where one of the words is not there at all. All of them casefolded."""
    found = [_nearness(word, name, sounds) for word in typed]
    if None in found:
        return None
    ways, places, spans = zip(*(each for each in found if each is not None), strict=True) if found else ((), (), ())
    return sum(ways), sum(spans), sum(places)


def _nearness(word: str, name: str, sounds: str) -> Nearness | None:
    """The way it is there, where it begins, and how far its letters stretch."""
    if (place := name.find(word)) >= 0:
        return AS_IT_STANDS, place, len(word)
    if any(each.startswith(word) for each in sounds.split()):
        return BY_SOUND, 0, len(word)
    if (place := sounds.find(word)) >= 0:
        return BY_SOUND, place, len(word)
    if len(word) < LEAST_SCATTERED:
        return None
    places: list[int] = []
    for letter in word:
        place = name.find(letter, places[-1] + 1 if places else 0)
        if place < 0:
            return None
        places.append(place)
    return SCATTERED, places[0], places[-1] - places[0] + 1
