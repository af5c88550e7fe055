"""A document printed by its habits, with the sections and the table that it must come back as."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import contents, tables
from .combination import Combination
from .expected import Made, PrintedTable, Section, SectionKind
from .flow import NUMBER_X, PITCH, RIGHT, Flow, Piece
from .layout import INDENT, Laid, Layout, Signs
from .paper import SIZE, Mark, Sheet, bound, marked, plain, rows_of, words

HEADING = SIZE * 1.15
LABEL, TITLE, SENTENCE = "label", "title", "sentence"
MOVED = 8
"""A section is moved down by so many rows at most to be cut by the end of the page."""


@dataclass(slots=True)
class Draft:
    """A section while it is printed."""

    id: str
    title: str
    parent: str
    kind: SectionKind
    page: int
    texts: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """What those below name it by."""
        return self.id or self.title

    def done(self) -> Section:
        return Section(self.id, self.title, self.parent, self.kind, self.page, "".join(self.texts))


def make(combination: Combination) -> Made:
    """The document of these habits; the same bytes for the same habits."""
    return Writer(combination).document()


class Writer:
    """Prints from the top down and keeps what it printed."""

    def __init__(self, habits: Combination) -> None:
        self.habits = habits
        self.words = words()
        self.forms: dict[str, Any] = self.words["forms"]
        self.flow = Flow(habits.emphasis)
        self.layout = Layout(habits)
        self.sections: list[Draft] = []
        self.tables: list[PrintedTable] = []
        self.entries: list[contents.Entry] = []
        self.chapters = self.counted = self.in_chapter = 0
        self.parent = ""
        self.is_broken = habits.page_break not in {LABEL, TITLE, SENTENCE}

    @property
    def first_page(self) -> int:
        return 1 if self.habits.contents == "none" else 2

    def document(self) -> Made:
        for text, size in ((self.words["company"], 13.0), (self.words["product"], 16.0)):
            self.flow.sheet.centred(self.flow.y, text, size)
            self.flow.y += 1.7 * PITCH
        width = RIGHT - NUMBER_X
        self.print([(Piece(NUMBER_X, row),) for row in rows_of([*INDENT, *marked(self.words["preface"])], width)])
        for chapter in self.words["chapters"]:
            self.chapter(chapter["title"])
            for section in chapter["sections"]:
                self.section(section, is_last=section["title"] == self.words["long_titles"]["section"])
        self.definitions()
        self.flow.foot()
        self.contents()
        self.flow.furnish(self.habits.furniture)
        notes = self.notes() if self.habits.definitions == "notes" else []
        return Made(
            bound(self.flow.sheets), tuple(each.done() for each in (*self.sections, *notes)), tuple(self.tables)
        )

    def print(self, rows: Sequence[Any]) -> int:
        """Rows one below the other; returns the page of the first."""
        return self.first_page - 1 + min([self.flow.row(row) for row in rows], default=self.flow.page)

    def begin(self, number: str, title: str, kind: SectionKind, parent: str) -> Draft:
        """Keeps a section that begins with the next row."""
        key = number.rstrip(".\u3001")
        self.sections.append(Draft(key, title, parent, kind, 0))
        if kind in {SectionKind.CHAPTER, SectionKind.CLAUSE} and number.count(".") < 2:
            shown = self.layout.joined(number, title)
            self.entries.append(contents.Entry(shown, 0, kind is SectionKind.CHAPTER))
        return self.sections[-1]

    def put(self, draft: Draft, laid: Laid) -> None:
        """Prints the rows with which a section begins."""
        draft.page = self.print(laid.rows)
        for place, entry in enumerate(self.entries):
            if not entry.page:
                self.entries[place] = entry._replace(page=draft.page)

    # Chapters and sections

    def chapter(self, title: str) -> None:
        """A heading above sections; none in flat documents and in those without chapters."""
        kind = self.habits.chapters
        self.in_chapter = 0
        if kind in {"flat", "none"}:
            return
        number = self.chapter_number()
        self.chapters += 1
        self.flow.gap(0.6)
        self.flow.room_for(4 * PITCH)
        shown_id = number if kind in {"chapter", "part"} else "" if kind == "centred" else str(self.chapters)
        draft = self.begin(number, title, SectionKind.CHAPTER, "")
        draft.id, draft.page = shown_id, self.flow.page + self.first_page - 1
        self.entries[-1] = self.entries[-1]._replace(page=draft.page)
        if kind in {"chapter", "part", "centred"}:
            self.flow.sheet.centred(self.flow.y, f"{number} {title}".strip(), HEADING)
        else:
            self.flow.sheet.title(NUMBER_X, self.flow.y, number, size=HEADING)
            self.flow.sheet.title(self.layout.heading_x(number), self.flow.y, title, size=HEADING)
        self.flow.y += 1.5 * PITCH
        self.parent = draft.key

    def chapter_number(self) -> str:
        numeral = self.forms["numerals"][self.chapters]
        shown: dict[str, str] = {
            "plain": f"{self.chapters + 1}.",
            "circled": self.forms["black_circles"][self.chapters],
            "chapter": self.forms["chapter"].format(numeral),
            "part": self.forms["part"].format(numeral),
        }
        return shown.get(self.habits.chapters, "")

    def next_number(self) -> str:
        """The number of the next section; articles and numerals count on through the chapters."""
        self.counted += 1
        self.in_chapter += 1
        if self.habits.numbers == "none":
            return ""
        if self.habits.chapters == "flat":
            return f"{self.counted}."
        if self.habits.form in {"decimal", "deep"}:
            return f"{self.chapters}.{self.in_chapter}"
        if self.habits.form == "circled":
            return str(self.forms["circles"][self.in_chapter - 1 if self.chapters else self.counted - 1])
        return str(self.forms[self.habits.form].format(self.forms["numerals"][self.counted - 1]))

    def section(self, plan: Mapping[str, Any], *, is_last: bool) -> None:
        if plan.get("diseases") and self.habits.diseases == "none":
            return
        number, title = self.next_number(), "" if self.habits.titles == "none" else plan["title"]
        has_table = "before_table" in plan and self.habits.table != "none"
        said = [plan["before_table"]] if has_table else [*plan["text"]]
        said += self.words["items"] if plan.get("items") else []
        paragraphs = [self.noted(each) for each in said]
        title, laid = self.with_break(number, title, paragraphs, is_last=is_last)
        draft = self.begin(number, title, SectionKind.CLAUSE, self.parent)
        if self.habits.page_break in {"none", "row"}:
            self.flow.room_for(laid.height)
        self.put(draft, laid)
        draft.texts += map(_read, paragraphs)
        if has_table:
            self.table(draft, plan["text"])
        self.flow.gap(0.5)
        for place, sub in enumerate(plan.get("subs", ())):
            self.sub(draft, place, sub)
        for place, disease in enumerate(self.words["diseases"] if plan.get("diseases") else (), 1):
            self.disease(draft, place, disease)

    def with_break(self, number: str, title: str, paragraphs: list[Signs], *, is_last: bool) -> tuple[str, Laid]:
        """The section as printed; the first that reaches the end of a page is moved so that the page cuts it there."""
        kind = self.habits.page_break
        laid = self.layout.section(number, title, paragraphs)
        has_marks = any(type(sign) is Mark for each in paragraphs for sign in each)
        if self.is_broken or has_marks or self.counted < 4:
            return title, laid
        longer = self.words["long_titles"].get("line" if kind == TITLE else kind, title)
        tried = self.layout.section(number, longer, paragraphs)
        is_number_first = kind == LABEL and self.habits.form == "article"
        cut = tried.above + 1 if kind == SENTENCE else 1 + is_number_first
        if not is_last and not cut <= self.flow.rows_left < len(tried.rows) + MOVED:
            return title, laid
        if self.flow.rows_left < cut:
            self.flow.turn()
        self.fill(self.flow.rows_left - cut - 1)
        self.flow.y += (self.flow.rows_left - cut) * PITCH
        self.is_broken = True
        return longer, tried

    def fill(self, rows: int) -> None:
        """So many more rows in the section before, a sentence each."""
        for text in self.words["fillers"][: max(rows, 0)]:
            self.print(self.layout.text([marked(text)]))
            self.sections[-1].texts.append(text)

    def noted(self, text: str) -> Signs:
        """The signs of a paragraph; the first naming of each term carries the mark of its note."""
        signs = marked(text)
        if self.habits.definitions != "notes":
            return signs
        for place, term in enumerate(self.words["terms"]):
            at = plain(text).find(term["name"])
            if at >= 0 and place not in self.flow.terms:
                self.flow.terms.append(place)
                at += len(term["name"]) + sum(type(each) is Mark for each in signs[: at + len(term["name"])])
                signs.insert(at, Mark(str(len(self.flow.terms))))
        return signs

    def table(self, draft: Draft, behind: Sequence[str]) -> None:
        """The table in its section, and the text behind it."""
        self.flow.gap(0.3)
        is_cut = self.habits.page_break == "row"
        printed = tables.Printer(self.habits.table, self.flow, self.layout.left, is_cut=is_cut).print(draft.key)
        self.tables.append(printed)
        draft.texts += [cell for row in (*printed.header, *printed.rows) for cell in row]
        paragraphs = [self.noted(each) for each in behind]
        self.print(self.layout.text(paragraphs))
        draft.texts += map(_read, paragraphs)

    def sub(self, owner: Draft, place: int, plan: Mapping[str, Any]) -> None:
        """A section of the third level: with a third number, a numeral in brackets, or as a label of its own."""
        number, kind, titles = "", SectionKind.TITLED_ITEM, "line"
        if self.habits.numbers == "none" or self.habits.titles == "none":
            return
        if self.habits.form == "deep":
            number, kind, titles = f"{owner.id}.{place + 1}", SectionKind.CLAUSE, self.habits.titles
        elif self.habits.titles == "label" and self.habits.form == "decimal":
            kind, titles = SectionKind.LABEL, "label"
        elif self.habits.emphasis == "none":
            return
        else:
            number = self.forms["bracketed_han"].format(self.forms["numerals"][place])
            titles = "label" if self.habits.titles == "label" else "line"
        self.below(self.begin(number, plan["title"], kind, owner.key), number, plan["text"], titles)

    def below(self, draft: Draft, number: str, said: Sequence[str], titles: str) -> None:
        """A section below another, in its place; only a number of the third level stands in the column of numbers."""
        paragraphs = [marked(each) if draft.kind is SectionKind.DISEASE else self.noted(each) for each in said]
        shown = ("", self.layout.joined(number, draft.title))
        laid = self.layout.section(
            *((number, draft.title) if draft.kind is SectionKind.CLAUSE else shown), paragraphs, titles=titles
        )
        if self.habits.page_break in {"none", "row"}:
            self.flow.room_for(laid.height)
        self.put(draft, laid)
        draft.texts += map(_read, paragraphs)
        self.flow.gap(0.4)

    def disease(self, owner: Draft, place: int, plan: Mapping[str, str]) -> None:
        number = f"{place}." if self.habits.diseases == "numbered" else ""
        titles = "label" if self.habits.titles == "label" else "line"
        self.below(self.begin(number, plan["name"], SectionKind.DISEASE, owner.key), number, [plan["text"]], titles)

    # Definitions, contents, notes

    def definitions(self) -> None:
        kind = self.habits.definitions
        if kind in {"none", "notes"}:
            return
        owner = self.heading_of_definitions()
        for place, term in enumerate(self.words["terms"]):
            self.definition(owner, place, term["name"], term["text"])

    def heading_of_definitions(self) -> Draft:
        """A chapter, or a section where there are none; without numbers, words in the middle."""
        title, intro = self.words["definitions"], self.words["definition_intro"]
        is_middle = self.habits.numbers == "none" and self.habits.chapters == "none"
        if self.habits.chapters not in {"flat", "none"}:
            self.chapter(title)
        elif is_middle:
            self.flow.gap(0.6)
            self.flow.room_for(4 * PITCH)
            draft = self.begin("", title, SectionKind.CHAPTER, "")
            draft.page = self.flow.page + self.first_page - 1
            self.flow.sheet.centred(self.flow.y, title, HEADING)
            self.flow.y += 1.5 * PITCH
        else:
            titled = self.habits.titles != "none"
            number = self.next_number()
            self.flow.room_for(4 * PITCH)
            draft = self.begin(number, title if titled else "", SectionKind.CLAUSE, "")
            draft.texts.append(intro)
            self.put(draft, self.layout.section(number, title, [marked(intro)]))
            self.flow.gap(0.5)
            return draft
        self.print(self.layout.text([marked(intro)]))
        self.sections[-1].texts.append(intro)
        self.flow.gap(0.5)
        return self.sections[-1]

    def definition(self, owner: Draft, place: int, term: str, text: str) -> None:
        """A term with its explanation, numbered or not."""
        kind = self.habits.definitions
        number = {
            "numbered": f"{owner.id}.{place + 1}",
            "han": self.forms["han"].format(self.forms["numerals"][place]),
        }.get(kind, "")
        draft = self.begin(number, term, SectionKind.DEFINITION, owner.key)
        draft.texts.append(text)
        laid = self.laid_definition(kind, number, term, marked(text))
        if self.habits.page_break in {"none", "row"}:
            self.flow.room_for(laid.height)
        self.put(draft, laid)
        self.flow.gap(0.4)

    def laid_definition(self, kind: str, number: str, term: str, text: Signs) -> Laid:
        is_labelled = self.habits.titles == "label"
        if kind == "numbered":
            titles = "line" if self.habits.titles in {"bracketed", "none"} else self.habits.titles
            return self.layout.section(number, term, [text], titles=titles)
        if kind == "terms" and is_labelled:
            return self.layout.section("", term, [text])
        if kind == "brackets":
            head = marked(self.forms["bracket"].format(term), is_title=True)
            return Laid(self.layout.full([*head, *text], indent=False), 0)
        if kind == "han" and self.habits.titles in {"label", "line"}:
            return self.layout.section("", f"{number}{term}", [text], titles="line")
        head = marked(f"{number}{term}{self.forms['colon']}", is_title=True)
        return Laid(self.layout.full([*head, *text], indent=False), 0)

    def contents(self) -> None:
        """A page before all others; the notes of the others stay with them."""
        if self.habits.contents == "none":
            return
        sheet = Sheet(self.habits.emphasis)
        contents.draw(sheet, self.habits.contents, self.entries)
        self.flow.sheets.insert(0, sheet)

    def notes(self) -> list[Draft]:
        """The notes at the feet of the pages, by their numbers."""
        found: list[Draft] = []
        for number, (term, page) in enumerate(zip(self.flow.terms, self.flow.noted, strict=True), 1):
            plan = self.words["terms"][term]
            said = [str(number), plan["name"], self.forms["colon"], plan["text"]]
            found.append(Draft(str(number), plan["name"], "", SectionKind.NOTE, page + self.first_page - 1, said))
        return found


def _read(signs: Signs) -> str:
    """The signs as they are read, marks of notes among them."""
    return "".join(each.character for each in signs)
