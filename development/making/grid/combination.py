"""What a made document is printed like: eleven habits, and the rules that say which of their ways never meet."""

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, Literal, NamedTuple, get_args, get_type_hints

from insurance_desktop.domain.entity import entity

Numbers = Literal["column", "inline", "none"]
Titles = Literal["label", "line", "run_in", "bracketed", "none"]
Form = Literal["decimal", "deep", "article", "han", "circled"]
Chapters = Literal["plain", "circled", "chapter", "part", "centred", "flat", "none"]
Definitions = Literal["numbered", "han", "terms", "notes", "brackets", "none"]
Emphasis = Literal["stroke", "overprint", "shade", "underline", "face", "none"]
Tables = Literal["none", "ruled", "shaded", "borderless", "nested", "continued", "entries"]
Contents = Literal["none", "one", "two", "three", "boxed"]
Furniture = Literal["none", "header", "slash", "dash", "watermark"]
PageBreak = Literal["none", "label", "title", "row", "sentence"]
Diseases = Literal["none", "numbered", "bold"]


@entity
class Combination:
    """One document's habits; the first way of each is the plainest.

    `chapters` flat: sections "N. title" with nothing below; `form` deep: a third level of numbers; `table` entries: its
    first row is data; `emphasis` shade and underline: of words in a sentence, beside titles in bold.
    """

    numbers: Numbers = "column"
    titles: Titles = "label"
    form: Form = "decimal"
    chapters: Chapters = "plain"
    definitions: Definitions = "numbered"
    emphasis: Emphasis = "stroke"
    table: Tables = "none"
    contents: Contents = "none"
    furniture: Furniture = "none"
    page_break: PageBreak = "none"
    diseases: Diseases = "none"

    @property
    def name(self) -> str:
        """The ways in the order of the habits; `combination_of` reads it again."""
        return " ".join(asdict(self).values())


def combination_of(ways: Mapping[str, Any] | str) -> Combination:
    """The combination of these ways, or of this name."""
    return Combination(**(dict(zip(HABITS, ways.split(), strict=True)) if isinstance(ways, str) else ways))


HABITS: dict[str, tuple[str, ...]] = {
    each.name: get_args(get_type_hints(Combination)[each.name]) for each in fields(Combination)
}
"""Each habit and the ways in which it is printed."""


class Rule(NamedTuple):
    """Ways that never meet, and why: a combination breaks the rule where each habit named has one of these ways."""

    why: str
    ways: Mapping[str, frozenset[str]]


def _never(why: str, **ways: str) -> Rule:
    return Rule(why, {habit: frozenset(named.split()) for habit, named in ways.items()})


def _but(habit: str, ways: str) -> str:
    return " ".join(sorted(set(HABITS[habit]) - set(ways.split())))


SOME_CONTENTS = _but("contents", "none")
RULES = (
    _never("without a number only its title on a line or in a column tells a section", numbers="none", titles="run_in"),
    _never("a section has a number or a title", numbers="none", titles="none"),
    _never("what has no number has no form of number", numbers="none", form=_but("form", "decimal")),
    _never("contents are told by their numbers", numbers="none", contents=SOME_CONTENTS),
    _never("a bracketed title stands right behind its number", numbers="column", titles="bracketed"),
    _never("beside a label the number has its column", numbers="inline", titles="label"),
    _never("labels stand beside decimal numbers and articles", titles="label", form="han circled"),
    _never("only articles go without titles", titles="none", form=_but("form", "article")),
    _never("contents without titles say nothing", titles="none", contents=SOME_CONTENTS),
    _never(
        "decimal numbers begin with the chapter's",
        numbers="column inline",
        form="decimal deep",
        chapters="chapter part centred none",
    ),
    _never("flat chapters are numbered 1. and have nothing below", chapters="flat", form=_but("form", "decimal")),
    _never("flat chapters are told by their numbers", chapters="flat", numbers="none"),
    _never("Chinese numerals stand below words, not below figures", form="han", chapters="plain"),
    _never("circles do not stand below circles", form="circled", chapters="circled"),
    _never(
        "figures of definitions begin with the chapter's", definitions="numbered", chapters="chapter part centred none"
    ),
    _never("a list of numerals does not stand in another", definitions="han", form="han"),
    _never("two levels of brackets look alike", numbers="none", titles="bracketed", definitions="brackets"),
    _never("a title run in is told by its weight", emphasis="none", titles="run_in"),
    _never("a term is told by its weight", emphasis="none", definitions="terms"),
    _never("a name is told by its weight", emphasis="none", diseases="bold"),
    _never("a title without a number is told by its weight", emphasis="none", numbers="none"),
    _never("words in the middle are told by their weight", emphasis="none", chapters="centred none"),
    _never("names and titles look alike", numbers="none", diseases="bold"),
    _never("numbered names and flat chapters look alike", chapters="flat", diseases="numbered"),
    _never("only a label breaks in its column", page_break="label", titles=_but("titles", "label")),
    _never("only a title of its own line breaks alone", page_break="title", titles=_but("titles", "line bracketed")),
    _never("a title of two rows fits no column of contents", page_break="title", contents="two three boxed"),
    _never("a title of two rows is told by its weight", page_break="title", emphasis="none"),
    _never("only a row within rules breaks", page_break="row", table="none borderless nested continued"),
)


def broken_rule(ways: Mapping[str, str]) -> Rule | None:
    """The first rule that these ways break, whatever the habits not named among them are."""
    for rule in RULES:
        if all(ways.get(habit, "") in named for habit, named in rule.ways.items()):
            return rule
    return None
