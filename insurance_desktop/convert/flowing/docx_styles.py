"""What paragraphs and runs of a Word file are by their styles: headings, emphasis, numbers that Word counts."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from insurance_desktop.domain.conversion import UNREADABLE, Emphasis
from insurance_desktop.domain.numerals import in_chinese

from .docx_package import WORD
from .list_numbers import in_letters, in_roman

if TYPE_CHECKING:
    from docx.document import Document

TITLE_LEVEL = 0
"""A title stands above headings of the first level."""
TITLE = "title"
CIRCLED = 0x2460
MOST_CIRCLED = 20
HAN = frozenset(
    {"chineseCounting", "chineseCountingThousand", "ideographDigital", "japaneseCounting", "taiwaneseCountingThousand"}
)
OFF = frozenset({"0", "false", "off", "none"})


def value_of(element: Any, *path: str, name: str = "val") -> str | None:
    """The attribute of the element that a path of names leads to; None where there is none."""
    for step in path:
        element = None if element is None else element.find(f"{WORD}{step}")
    found = None if element is None else element.get(f"{WORD}{name}")
    return None if found is None else str(found)


def is_on(properties: Any, name: str) -> bool | None:
    """Whether a property is switched on or off; None where it is not said."""
    element = None if properties is None else properties.find(f"{WORD}{name}")
    return None if element is None else element.get(f"{WORD}val", "1") not in OFF


class Styles:
    """The styles of a document with what they are based on."""

    def __init__(self, document: "Document") -> None:
        self._styles = {each.get(f"{WORD}styleId"): each for each in document.styles.element.iter(f"{WORD}style")}
        self._default = next(
            (
                style_id
                for style_id, each in self._styles.items()
                if each.get(f"{WORD}type") == "paragraph" and each.get(f"{WORD}default") == "1"
            ),
            None,
        )

    def chain(self, style_id: str | None) -> Iterator[Any]:
        """A style and those that it is based on."""
        seen: set[str | None] = set()
        while style_id in self._styles and style_id not in seen:
            seen.add(style_id)
            yield self._styles[style_id]
            style_id = value_of(self._styles[style_id], "basedOn")

    def of_paragraph(self, paragraph: Any) -> tuple[Any, ...]:
        """The properties that a paragraph has of itself, then of its styles."""
        own = paragraph.find(f"{WORD}pPr")
        chain = self.chain(value_of(own, "pStyle") or self._default)
        return (own, *(style.find(f"{WORD}pPr") for style in chain))

    def names_of(self, paragraph: Any) -> tuple[str, ...]:
        """The names of its styles, in small letters."""
        style_id = value_of(paragraph.find(f"{WORD}pPr"), "pStyle")
        return tuple((value_of(style, "name") or "").casefold() for style in self.chain(style_id))

    def level_of(self, paragraph: Any) -> int | None:
        """The level of a heading, from 1; 0 for a title; None for text."""
        if TITLE in self.names_of(paragraph)[:1]:
            return TITLE_LEVEL
        told = next((each for own in self.of_paragraph(paragraph) if (each := value_of(own, "outlineLvl"))), None)
        return int(told) + 1 if told is not None and told.isdecimal() and int(told) < 9 else None

    def numbering_of(self, paragraph: Any) -> tuple[str, int] | None:
        """(list, level from 0) of a paragraph that Word numbers."""
        level, number = None, None
        for own in self.of_paragraph(paragraph):
            number = number or value_of(own, "numPr", "numId")
            level = level or value_of(own, "numPr", "ilvl")
        return None if number in (None, "0") else (str(number), int(level or 0))

    def emphasis_of(self, run: Any, paragraph: Any) -> tuple[tuple[Emphasis, ...], bool, bool]:
        """How a run stands out, whether it is hidden, and whether it is struck out."""
        own = run.find(f"{WORD}rPr")
        style_ids = (value_of(own, "rStyle"), value_of(paragraph.find(f"{WORD}pPr"), "pStyle") or self._default)
        inherited = [style.find(f"{WORD}rPr") for style_id in style_ids for style in self.chain(style_id)]
        all_of = (own, *inherited)
        kinds = {
            Emphasis.BOLD: self._is(all_of, "b"),
            Emphasis.SHADED: any(
                value_of(each, "highlight") not in (None, "none")
                or value_of(each, "shd", name="fill") not in (None, "auto", "FFFFFF", "clear")
                for each in all_of[:1]
            ),
            Emphasis.UNDERLINED: any(value_of(each, "u") not in (None, *OFF) for each in all_of[:1]),
            Emphasis.ITALIC: self._is(all_of, "i"),
            Emphasis.SUPERSCRIPT: value_of(own, "vertAlign") == "superscript",
        }
        is_struck = self._is(all_of, "strike") or self._is(all_of, "dstrike")
        return tuple(kind for kind, is_so in kinds.items() if is_so), self._is(all_of, "vanish"), is_struck

    @staticmethod
    def _is(all_of: tuple[Any, ...], name: str) -> bool:
        return next((each for own in all_of if (each := is_on(own, name)) is not None), False)


class Numbering:
    """Counts the lists of a document as Word does when it shows them."""

    def __init__(self, document: "Document") -> None:
        self._lists: dict[str, Any] = {}
        self._levels: dict[str, dict[int, Any]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[str, int]] = set()
        part = next((each for each in document.part.package.parts if each.partname == "/word/numbering.xml"), None)
        element = getattr(part, "element", None)
        for each in () if element is None else element.iter(f"{WORD}abstractNum"):
            levels = {int(level.get(f"{WORD}ilvl")): level for level in each.iter(f"{WORD}lvl")}
            self._levels[each.get(f"{WORD}abstractNumId")] = levels
        for each in () if element is None else element.iter(f"{WORD}num"):
            self._lists[each.get(f"{WORD}numId")] = each

    def next_of(self, list_id: str, level: int) -> str:
        """The number that Word shows before the next paragraph of a list; "" for bullets and lists of none."""
        found = self._lists.get(list_id)
        abstract = value_of(found, "abstractNumId") if found is not None else None
        levels = self._levels.get(str(abstract), {})
        if found is None or level not in levels:
            return ""
        counts = self._counts.setdefault(str(abstract), {})
        override = next((each for each in found if each.get(f"{WORD}ilvl") == str(level)), None)
        anew = value_of(override, "startOverride") if override is not None else None
        if anew is not None and (list_id, level) not in self._begun:
            counts[level] = int(anew) - 1
        self._begun.add((list_id, level))
        start = value_of(levels[level], "start") or "1"
        counts[level] = counts.get(level, int(start) - 1) + 1
        for deeper in [each for each in counts if each > level]:
            del counts[deeper]
        return self._shown(levels, counts, level)

    def _shown(self, levels: dict[int, Any], counts: dict[int, int], level: int) -> str:
        if value_of(levels[level], "numFmt") == "bullet":
            return ""
        text = value_of(levels[level], "lvlText") or ""
        is_legal = levels[level].find(f"{WORD}isLgl") is not None
        for each in range(level, -1, -1):
            if f"%{each + 1}" not in text:
                continue
            own = levels.get(each)
            start = int(value_of(own, "start") or 1) if own is not None else 1
            form = "decimal" if is_legal else (value_of(own, "numFmt") or "decimal") if own is not None else "decimal"
            text = text.replace(f"%{each + 1}", counted(counts.get(each, start), form))
        return text


def counted(value: int, form: str) -> str:
    """A number in one of Word's forms; the sign for what is unreadable where the form is not known."""
    if form in HAN:
        return in_chinese(value)
    if form in ("lowerLetter", "upperLetter"):
        return in_letters(value, is_capital=form == "upperLetter")
    if form in ("lowerRoman", "upperRoman"):
        return in_roman(value, is_capital=form == "upperRoman")
    if form.startswith("decimalEnclosedCircle") and 1 <= value <= MOST_CIRCLED:
        return chr(CIRCLED + value - 1)
    forms = {"decimal": str(value), "decimalZero": f"{value:02}", "none": ""}
    forms["decimalFullWidth"] = str(value).translate({ord("0") + each: 0xFF10 + each for each in range(10)})
    return forms.get(form, UNREADABLE)
