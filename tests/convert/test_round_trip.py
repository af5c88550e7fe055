"""Clauses made at random go through a PDF and come back as they were: ids, titles, text, items and order."""

from dataclasses import dataclass, field
from functools import cache

import pymupdf
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from paper import Paper, kinds

from insurance_desktop.domain.kinds import FindingKind

SIGNS = "保险合同被人我们您在的是约定承担责任给付金额按照本期间生效日费交付申请通知证明疾病伤害医院治疗身故受益变更解除"
CRITICAL = (
    *"不非未无但除",
    *("5%", "100元", "2,000元", "1.5倍", "30日", "三十万元", "0.5‰", "（含3日）", "A类", "B超", "《约定》", "“等待期”"),
)
"""What must not change; each ends with a sign that no other can run together with."""
FAST = settings(
    max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
TOP = 120
"""Below the zone of running headers: rows made at random may be alike."""
passages = st.lists(st.sampled_from([*SIGNS, *CRITICAL, *CRITICAL]), min_size=1, max_size=40).map("".join)
words = st.text(alphabet=SIGNS, min_size=2, max_size=20)


@dataclass
class Piece:
    """A paragraph, an item or a sub-label with its text, in the column that it stands in."""

    kind: str
    text: str
    label: str = ""


@dataclass
class Section:
    number: str
    title: str
    pieces: list[Piece] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(piece.text for piece in self.pieces if piece.text)

    def parts(self) -> list[tuple[str, str, str]]:
        """The section and those that its labels open below it: id, title and text of each."""
        found: list[tuple[str, str, list[str]]] = [(self.number, self.title, [])]
        for piece in self.pieces:
            if piece.label:
                found.append((f"{self.number}/{piece.label}", piece.label, []))
            found[-1][2].append(piece.text)
        return [(key, title, "\n".join(filter(None, texts))) for key, title, texts in found]


def breadth(text: str) -> float:
    """How wide the text is printed, in type sizes."""
    return pymupdf.get_text_length(text, "helv", 1) if text.isascii() else sum(map(sign_breadth, text))


@cache
def sign_breadth(sign: str) -> float:
    return pymupdf.get_text_length(sign, "helv" if sign.isascii() else "china-s", 1)


def fitting(text: str, per_row: int) -> str:
    """The text, so long that its last row is clearly short: a full last row looks as if more followed."""
    rest = breadth(cut(text, per_row)[-1])
    return text + "本" * (per_row + 3 - int(rest)) + "。" if rest < 1 or rest > per_row - 3 else f"{text}。"


@st.composite
def sections(draw, number: str, per_row: int, label_per_row: int, with_labels: bool = True) -> Section:
    title = draw(st.text(alphabet=SIGNS, min_size=2 if label_per_row else 1, max_size=20))
    section = Section(number, title)
    for position in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["text", "items", "label" if with_labels else "text"])) if position else "text"
        least, most = (2 * per_row, 4 * per_row) if not position else (4, 90)
        body = fitting(
            (draw(st.text(alphabet=SIGNS + "，", min_size=least, max_size=most)).strip("，") or "本合同")
            + draw(passages),
            per_row,
        )
        if kind == "items":
            for mark in range(1, draw(st.integers(2, 4))):
                words_of = draw(st.text(alphabet=SIGNS, min_size=3, max_size=30)) + draw(passages)
                section.pieces.append(Piece("item", fitting(f"（{mark}）{words_of}", per_row)))
        elif kind == "label":
            section.pieces.append(Piece("label", body, draw(st.text(alphabet=SIGNS, min_size=2, max_size=6))))
        else:
            section.pieces.append(Piece("text", body))
    return section


@st.composite
def label_clauses(draw):
    size = draw(st.sampled_from([9.0, 10.5, 12.0]))
    gap = draw(st.integers(6, 60))
    label_per_row = draw(st.integers(5, 8))
    title_x = 58 + 4 * size
    text_x = title_x + label_per_row * size + gap
    per_row = int((545 - text_x) // size)
    chapters = [
        [draw(sections(f"{chapter}.{number}", per_row, label_per_row)) for number in range(1, draw(st.integers(3, 5)))]
        for chapter in range(1, draw(st.integers(3, 4)))
    ]
    bottom = draw(st.integers(420, 780))
    titles = draw(st.lists(words, min_size=len(chapters), max_size=len(chapters)))
    return size, title_x, text_x, per_row, label_per_row, bottom, chapters, titles


class Columns:
    """Prints label and text rows line by line and turns the page wherever it is full."""

    def __init__(self, size: float, bottom: float) -> None:
        self.paper = Paper()
        self.paper.y = TOP
        self.size = size
        self.pitch = round(1.8 * size, 1)
        self.bottom = bottom
        self.is_open = False
        """A full row of a label ended the last page, and no label without a number has been printed yet."""
        self.knows_own = False
        self.is_ambiguous = False

    def feed(self, rows: float = 1) -> None:
        self.paper.y += rows * self.pitch
        if self.paper.y > self.bottom:
            self.paper.new_page()
            self.paper.y = TOP

    def note_label(self, *, is_full: bool, is_own: bool) -> None:
        """The first label without a number, at the head of a page below a full one, reads like the rest of that."""
        self.is_ambiguous = self.is_ambiguous or (is_own and self.is_open and self.paper.y == TOP)
        self.knows_own = self.knows_own or is_own
        self.is_open = is_full and not self.knows_own

    def row(self, *pieces: tuple[float, str, bool]) -> None:
        for x, text, bold in pieces:
            self.paper.words(x, text, size=self.size, bold=bold)
        self.feed()


def cut(text: str, count: int) -> list[str]:
    """The text in rows as wide as so many Chinese signs."""
    rows = [""]
    room = float(count)
    for sign in text:
        if breadth(sign) > room:
            rows.append("")
            room = float(count)
        rows[-1] += sign
        room -= breadth(sign)
    return rows


def print_section(page: Columns, section: Section, title_x: float, text_x: float, per_row: int, in_label: int) -> None:
    labels: dict[int, list[tuple[float, str, bool]]] = {}
    for place, part in enumerate(cut(section.title, in_label)):
        labels[place] = [(title_x, part, True)]
    labels[0].insert(0, (58, section.number, True))
    texts: list[str] = []
    own: set[int] = set()
    for piece in section.pieces:
        if piece.label:
            texts += [""] * max(1, len(labels) + 1 - len(texts))
            labels[len(texts)] = [(title_x, piece.label, True)]
            own.add(len(texts))
        texts += cut(piece.text, per_row)
    for place in range(max(max(labels) + 1, len(texts))):
        text = [(text_x, texts[place], False)] if place < len(texts) and texts[place] else []
        page.note_label(is_full=breadth(labels.get(place, [(0, "", False)])[-1][1]) == in_label, is_own=place in own)
        page.row(*labels.get(place, []), *text)
    page.feed()


@FAST
@given(label_clauses())
def test_label_clauses_come_back_as_they_were(made):
    size, title_x, text_x, per_row, in_label, bottom, chapters, titles = made
    page = Columns(size, bottom)
    expected = []
    for number, (chapter, title) in enumerate(zip(chapters, titles, strict=True), 1):
        page.paper.words(58, f"{number}.", size=size * 1.2, bold=True)
        page.paper.words(title_x, title, size=size * 1.2, bold=True)
        page.feed(2)
        expected.append((str(number), title, ""))
        for section in chapter:
            print_section(page, section, title_x, text_x, per_row, in_label)
            expected += section.parts()
    assume(not page.is_ambiguous)
    assume(len({key for key, _, _ in expected}) == len(expected))  # labels of one section that say the same
    conversion = page.paper.convert()
    assert [(each.section_id, each.section_title, each.text) for each in conversion.clauses] == expected
    items = [piece.text for chapter in chapters for each in chapter for piece in each.pieces if piece.kind == "item"]
    assert [f"{item.mark}{item.text}" for clause in conversion.clauses for item in clause.items] == items
    assert not {FindingKind.UNACCOUNTED, FindingKind.SECTION_TWICE, FindingKind.SECTION_JUMP} & kinds(conversion)


NUMERALS = "零一二三四五六七八九十"
CHAPTERS = ("总则", "保险责任", "责任免除", "保险期间", "保险人义务", "投保人义务", "赔偿处理", "争议处理", "其他事项")


def numeral(number: int) -> str:
    tens, ones = divmod(number, 10)
    if not tens:
        return NUMERALS[ones]
    return ("" if tens == 1 else NUMERALS[tens]) + "十" + (NUMERALS[ones] if ones else "")


@st.composite
def article_clauses(draw):
    size = draw(st.sampled_from([10.5, 12.0]))
    per_row = int((545 - 58) // size)
    form = draw(st.sampled_from(["titled", "inline", "untitled"]))
    count = draw(st.integers(2, 4))
    chapters = [
        (title, [draw(sections("", per_row - 12, 0, with_labels=False)) for _ in range(draw(st.integers(1, 4)))])
        for title in CHAPTERS[:count]
    ]
    return size, per_row, form, draw(st.booleans()), draw(st.integers(420, 780)), chapters


def print_paragraph(page: Columns, text: str, per_row: int, lead: str = "", between: str = "") -> None:
    """A paragraph with its first row indented by two signs; `lead` is printed bold before it."""
    indent = 58 + 2 * page.size
    taken = len(lead) + len(between) + 2
    first = cut(text, per_row - taken)[0]
    rest = text[len(first) :]
    page.row((indent, lead, True), (indent + (len(lead) + len(between)) * page.size, first, False))
    for row in cut(rest, per_row) if rest else ():
        page.row((58, row, False))


@FAST
@given(article_clauses())
def test_articles_under_centred_chapters_come_back_as_they_were(made):
    size, per_row, form, has_numbers, bottom, chapters = made
    page = Columns(size, bottom)
    page.paper.words(297.5 - 8 * size, "青松意外伤害保险条款", size=size * 1.6, bold=True)
    page.feed(2)
    expected = []
    number = 0
    for place, (title, articles) in enumerate(chapters, 1):
        printed = f"第{numeral(place)}章　{title}" if has_numbers else title
        page.row((297.5 - len(printed) * size / 2, printed, True))
        expected.append((f"第{numeral(place)}章" if has_numbers else title, title, ""))
        for article in articles:
            number += 1
            lead = f"第{numeral(number)}条"
            texts = [piece.text for piece in article.pieces]
            if form == "titled":
                page.row((58 + 2 * size, f"{lead}　{article.title}", True))
                print_paragraph(page, texts[0], per_row)
            elif form == "inline":
                print_paragraph(page, texts[0], per_row, f"{lead}　{article.title}", "　")
            else:
                print_paragraph(page, texts[0], per_row, lead, "　")
            for text in texts[1:]:
                print_paragraph(page, text, per_row)
            expected.append((lead, "" if form == "untitled" else article.title, article.text))
    conversion = page.paper.convert()
    assert [(each.section_id, each.section_title, each.text) for each in conversion.clauses] == expected
    assert not {FindingKind.UNACCOUNTED, FindingKind.SECTION_TWICE} & kinds(conversion)
