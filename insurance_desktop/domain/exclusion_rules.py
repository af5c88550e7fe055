"""Grounds on which cover is refused: how contracts print them, how people tell of them, as a pack says it."""

from .entity import entity


@entity
class ExclusionGround:
    """A ground on which cover is refused: `printed`, regular expressions of how contracts say it, and what people say.

    One that lies `within` another is refused wherever the other is: who refuses all driving without a licence refuses
    driving with a lapsed one. `street` words stand for this ground alone.
    """

    name: str
    printed: tuple[str, ...]
    street: tuple[str, ...] = ()
    within: str = ""


@entity
class GroundEvent:
    """How people tell that a ground of exclusion is there, as regular expressions.

    `kind` says what sort of ground it is: an EventForm may be for some kinds only. Without one of the words `said`
    nobody tells of it (where none are given, anything may); `also` must be told beside them. `loose` words only allow
    for the ground: that somebody did it is told by its street words, by what contracts print and by `told`.
    Words of `against` say the contrary, whatever else is said.
    """

    ground: str
    kind: str
    said: tuple[str, ...] = ()
    also: str = ""
    told: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    loose: bool = False


@entity
class EventForm:
    """A form of telling what is U+25A1 in it: `use` is asked, own, denied, other or beside.

    It is for the `kinds` of grounds, for all where none is named.
    """

    use: str
    pattern: str
    kinds: tuple[str, ...] = ()


@entity
class BenefitKind:
    """What is paid in one kind of case, as regular expressions: what the words above a list of exclusions say that is
    not paid then (`refused`), and how people ask for it (`asked`)."""

    name: str
    refused: str
    asked: str


@entity
class ExceptionEvent:
    """How people tell that theirs is a case of what contracts print as an exception, as regular expressions.

    Words of `against` must not be told beside it.
    """

    name: str
    printed: tuple[str, ...]
    told: tuple[str, ...]
    against: tuple[str, ...] = ()
