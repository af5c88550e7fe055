"""Tables with known truth, typeset in every way that insurers typeset them. The same seed gives the same PDF."""

import random
import re
from dataclasses import dataclass, field

import pymupdf
from paper import Paper

SIZE = 9.0
LEADING = 1.22
STYLES = ("ruled", "dashed", "rectangles", "double", "frame", "verticals", "rows", "three_line", "banded", "borderless")
RULED = STYLES[:4]
CONTENTS = ("rates", "illustration", "plan", "occupation", "charges")
WORDS = "投保年龄保险金额现金价值身故给付医疗费用住院门诊特殊计划年度累计限额"


@dataclass
class Truth:
    """The printed grid, how many of its rows are header, and what spans more than one place."""

    rows: list[list[str]] = field(default_factory=list)
    header: int = 1
    spans: set[tuple[int, int, int, int]] = field(default_factory=set)
    aligns: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Look:
    """How a table is typeset."""

    style: str
    gutter: float
    row_gap: float
    bold_header: bool
    repeat_header: bool
    unit: bool
    note: bool
    landscape: bool


def stretches(text: str) -> list[tuple[str, str]]:
    """The text with the font of each part: figures in a Latin one, as insurers print them."""
    parts = re.findall(r"[\x00-\x7f]+|[^\x00-\x7f]+", text)
    return [(part, "helv" if part.isascii() else "china-s") for part in parts]


def width_of(text: str) -> float:
    return sum(pymupdf.get_text_length(part, font, SIZE) for part, font in stretches(text))


# What the tables say


def rates(dice: random.Random) -> Truth:
    """Premiums by age, sex and payment term; old ages cannot take long terms."""
    terms = dice.sample(["趸交", "3年交", "5年交", "10年交", "15年交", "20年交", "30年交"], dice.randint(2, 4))
    levels = dice.choice([1, 2, 2, 3])
    rows: list[list[str]] = []
    spans: set[tuple[int, int, int, int]] = set()
    if levels == 1:
        rows.append(["投保年龄", *terms])
    elif levels == 2:
        rows.append(["投保年龄", *_wide("男性", len(terms)), *_wide("女性", len(terms))])
        rows.append(["", *terms, *terms])
        spans |= {(0, 0, 2, 1), (0, 1, 1, len(terms)), (0, 1 + len(terms), 1, len(terms))}
    else:
        terms = terms[:2]
        rows.append(["投保年龄", *_wide("有社会医疗保险", 4), *_wide("无社会医疗保险", 4)])
        rows.append(["", *_wide("男", 2), *_wide("女", 2), *_wide("男", 2), *_wide("女", 2)])
        rows.append(["", *terms, *terms, *terms, *terms])
        spans |= {(0, 0, 3, 1), (0, 1, 1, 4), (0, 5, 1, 4)} | {(1, column, 1, 2) for column in (1, 3, 5, 7)}
    columns = len(rows[0])
    form = dice.choice(["{:,.0f}", "{:.2f}", "{:.0f}", "{:.1f}"])
    base = [dice.uniform(0.9, 60) * dice.choice([1, 20]) for _ in range(columns - 1)]
    for age in range(dice.choice([0, 18]), dice.choice([26, 34, 46])):
        figures = [form.format(each * (1 + age / 30)) for each in base]
        rows.append([str(age), *figures])
    if dice.random() < 0.5:
        for missing in range(1, min(6, len(rows) - levels - 4)):
            for column in range(max(1, columns - (missing + 1) // 2), columns):
                rows[-missing][column] = dice.choice(["", "-"]) if column % 2 else ""
    return Truth(rows, levels, spans, ["center", *[dice.choice(["right"] * 2 + ["center"])] * (columns - 1)])


def illustration(dice: random.Random) -> Truth:
    """Values by policy year under two or three scenarios."""
    single = dice.sample(
        ["年末年龄", "年交保险费", "累计保险费", "初始费用", "持续奖金", "身故保险金"], dice.randint(2, 3)
    )
    under = dice.sample(["现金价值", "当年红利", "累积红利", "生存总利益", "个人账户价值"], dice.choice([2, 3]))
    over = dice.choice([["保证利益", "非保证利益"], ["低档", "中档", "高档"]])
    rows = [["保单年度", *single], [""] * (1 + len(single))]
    spans = {(0, column, 2, 1) for column in range(1 + len(single))}
    for name in over:
        spans.add((0, len(rows[0]), 1, len(under)))
        rows[0] += _wide(name, len(under))
        rows[1] += under
    columns = len(rows[0])
    for year in range(1, dice.randint(8, 30)):
        figures = [f"{dice.randint(0, 10 ** dice.randint(1, 7)):,}" for _ in range(columns - 1)]
        rows.append([str(year), *figures])
    return Truth(rows, 2, spans, ["center", *[dice.choice(["right", "center"])] * (columns - 1)])


def plan(dice: random.Random) -> Truth:
    """Limits by plan; some cells hold for several plans, some labels for several rows."""
    count = dice.randint(3, 5)
    rows = [["保障项目", *(f"计划{sign}" for sign in "一二三四五"[:count])]]
    spans: set[tuple[int, int, int, int]] = set()
    items = [
        "住院医疗费用",
        "特殊门诊医疗费用",
        "住院前后门急诊医疗费用",
        "重大疾病保险金",
        "意外身故保险金",
        "年度给付限额",
    ]
    for item in dice.sample(items, dice.randint(4, 6)):
        rows.append([item, *(f"{dice.randint(1, 600)}万元" for _ in range(count))])
    rows.append(["免赔额", *(f"{dice.randint(1, 9)}千元" for _ in range(count))])
    rows.append(["给付比例", *(f"{dice.randint(5, 10)}0%" for _ in range(count))])
    return Truth(rows, 1, spans, ["left", *["center"] * count])


def merged_plan(dice: random.Random) -> Truth:
    """The same with cells merged across plans and labels merged over rows: for tables with lines."""
    truth = plan(dice)
    columns = len(truth.rows[0])
    for row in range(1, len(truth.rows), 2):
        wide = dice.randint(2, columns - 1)
        first = dice.randint(1, columns - wide)
        truth.rows[row][first + 1 : first + wide] = [""] * (wide - 1)
        truth.spans.add((row, first, 1, wide))
    truth.rows = [[("类别" if not n else ""), *row] for n, row in enumerate(truth.rows)]
    truth.spans = {(row, column + 1, down, across) for row, column, down, across in truth.spans}
    cut = dice.randint(2, len(truth.rows) - 3)
    truth.rows[1][0], truth.rows[cut][0] = "基本责任", "可选责任"
    truth.spans |= {(1, 0, cut - 1, 1), (cut, 0, len(truth.rows) - cut, 1)}
    truth.spans = {span for span in truth.spans if span[2] > 1 or span[3] > 1}
    truth.aligns = ["center", *truth.aligns]
    return truth


def occupation(dice: random.Random) -> Truth:
    """Codes, names that wrap, and a class."""
    rows = [["职业代码", "职业名称", "类别"]]
    for number in range(dice.randint(8, 40)):
        name = "".join(dice.choice(WORDS) for _ in range(dice.choice([3, 5, 8, 8, 18, 24])))
        rows.append([f"{2000000 + number * 101 + dice.randint(0, 99)}", name, str(dice.randint(1, 6))])
    return Truth(rows, 1, set(), ["center", "left", "center"])


def merged_occupation(dice: random.Random) -> Truth:
    """The same with the class of occupations merged over its rows: for tables with lines."""
    truth = occupation(dice)
    truth.rows = [["职业大类" if not n else "", *row] for n, row in enumerate(truth.rows)]
    row = 1
    while row < len(truth.rows):
        down = min(dice.randint(1, 5), len(truth.rows) - row)
        truth.rows[row][0] = "".join(dice.choice(WORDS) for _ in range(5)) + "人员"
        if down > 1:
            truth.spans.add((row, 0, down, 1))
        row += down
    truth.aligns = ["center", *truth.aligns]
    return truth


def charges(dice: random.Random) -> Truth:
    """Percentages by policy year: few rows, many columns."""
    years = dice.randint(4, 6)
    rows = [["保单年度", *(f"第{year}年" for year in range(1, years + 1))]]
    for label in dice.sample(["退保费用比例", "初始费用比例", "部分领取费用比例", "持续奖金比例"], dice.randint(3, 4)):
        rows.append([label, *(f"{dice.randint(0, 50) / 10:g}%" for _ in range(years))])
    return Truth(rows, 1, set(), ["left", *["center"] * years])


def _wide(text: str, across: int) -> list[str]:
    return [text, *[""] * (across - 1)]


# How they are printed


class Typesetter:
    """Prints one table, over as many pages as it needs."""

    def __init__(self, truth: Truth, look: Look) -> None:
        self.truth, self.look = truth, look
        count = len(truth.rows[0])
        self.covered = {
            (row + step, column + aside)
            for row, column, down, across in truth.spans
            for step in range(down)
            for aside in range(across)
        } - {(row, column) for row, column, _, _ in truth.spans}
        self.span = {(row, column): (down, across) for row, column, down, across in truth.spans}
        most = 110.0 if count <= 5 else 46.0
        self.widths = [self.width(column, most) for column in range(count)]
        for row, column, _, across in sorted(truth.spans, key=lambda span: span[3]):
            lack = width_of(truth.rows[row][column]) + 6 - sum(self.widths[column : column + across])
            for place in range(column, column + across):
                self.widths[place] += max(lack, 0) / across
        self.xs = [60.0]
        for each in self.widths:
            self.xs.append(self.xs[-1] + each + look.gutter)
        self.heights = [self.height(row) for row in range(len(truth.rows))]
        wide, high = (842, 595) if look.landscape else (595, 842)
        self.paper = Paper(max(wide, self.xs[-1] + 40), high)
        self.bottom = high - 90

    def width(self, column: int, most: float) -> float:
        """As wide as its figures; words wrap where they are longer than `most`."""
        texts = [row[column] for number, row in enumerate(self.truth.rows) if (number, column) not in self.span]
        return max([min(width_of(text), most if not text[:1].isdigit() else 999) for text in texts if text] or [20])

    def lines(self, row: int, column: int) -> list[str]:
        text = self.truth.rows[row][column]
        _, across = self.span.get((row, column), (1, 1))
        room = sum(self.widths[column : column + across]) + self.look.gutter * (across - 1) + 0.5
        lines = [""]
        for sign in text:
            if width_of(lines[-1] + sign) > room:
                lines.append("")
            lines[-1] += sign
        return lines

    def height(self, row: int) -> float:
        most = max(
            len(self.lines(row, column))
            for column in range(len(self.widths))
            if self.span.get((row, column), (1, 1))[0] == 1 and (row, column) not in self.covered
        )
        return most * SIZE * LEADING + self.look.row_gap

    def print(self) -> bytes:
        self.paper.words(60, "以下为本产品的演示内容，具体数值以保险合同载明的为准。", y=70, size=SIZE)
        top = 100.0
        if self.look.unit:
            self.words([("单位：元", self.xs[-1] - 36, 94.0)], bold=False)
        header = list(range(self.truth.header))
        rows, y = list(header), top + sum(self.heights[row] for row in header)
        for row in range(self.truth.header, len(self.truth.rows)):
            fits = y + self.heights[row] <= self.bottom
            if not fits and not self.is_merged_over(row):
                self.page(rows, top)
                self.paper.new_page()
                top = 60.0
                rows = list(header) if self.look.repeat_header else []
                y = top + sum(self.heights[each] for each in rows)
            rows.append(row)
            y += self.heights[row]
        end = self.page(rows, top)
        if self.look.note:
            self.words([("注：上述数值仅供参考，不作为给付依据，请以保险合同为准。", 60, end + 18)], bold=False)
        return self.paper.bytes()

    def is_merged_over(self, row: int) -> bool:
        return any(first < row < first + down for first, _, down, _ in self.truth.spans)

    def page(self, rows: list[int], top: float) -> float:
        """Prints these rows from `top` down; where they end."""
        ys = [top]
        for row in rows:
            ys.append(ys[-1] + self.heights[row])
        self.lines_and_bands(rows, ys)
        for is_header in (True, False):
            words = []
            for place, row in enumerate(rows):
                if (row < self.truth.header) is is_header:
                    for column in range(len(self.widths)):
                        words += self.cell(row, column, place, ys)
            self.words(words, bold=is_header and self.look.bold_header)
        return ys[-1]

    def cell(self, row: int, column: int, place: int, ys: list[float]) -> list[tuple[str, float, float]]:
        if not self.truth.rows[row][column]:
            return []
        down, across = self.span.get((row, column), (1, 1))
        lines = self.lines(row, column)
        is_header = row < self.truth.header
        align = "center" if is_header else self.truth.aligns[column]
        left, right = self.xs[column], self.xs[column + across] - self.look.gutter
        leading = SIZE * LEADING
        middle = (ys[place] + ys[min(place + down, len(ys) - 1)]) / 2
        first = middle - leading * len(lines) / 2 + SIZE * 0.98
        found = []
        for number, line in enumerate(lines):
            room = right - left - width_of(line)
            x = left + {"left": 0, "center": room / 2, "right": room}[align] + self.look.gutter / 2
            found.append((line, x, first + number * leading))
        return found

    def words(self, words: list[tuple[str, float, float]], *, bold: bool) -> None:
        """All at once: one call for each word would take a second a page."""
        for mode in (0, 1) if bold else (0,):
            shape = self.paper.page.new_shape()
            for text, left, y in words:
                x = left
                for part, font in stretches(text):
                    shape.insert_text((x, y), part, fontsize=SIZE, fontname=font, render_mode=mode)
                    x += pymupdf.get_text_length(part, font, SIZE)
            shape.commit()

    def lines_and_bands(self, rows: list[int], ys: list[float]) -> None:
        style = self.look.style
        shape = self.paper.page.new_shape()
        if style == "banded":
            for place in range(0, len(rows), 2):
                shape.draw_rect((self.xs[0], ys[place], self.xs[-1], ys[place + 1]))
            shape.finish(color=None, fill=(0.9, 0.93, 0.97))
        else:
            for x0, y0, x1, y1 in self.rules(rows, ys):
                self.rule(shape, x0, y0, x1, y1)
        shape.commit()

    def rule(self, shape, x0: float, y0: float, x1: float, y1: float) -> None:
        style = self.look.style
        if style == "rectangles":
            shape.draw_rect((x0, y0, x1 + 0.5 * (x0 == x1), y1 + 0.5 * (y0 == y1)))
            shape.finish(color=None, fill=(0, 0, 0))
        elif style == "dashed":
            length = max(x1 - x0, y1 - y0)
            for step in range(0, int(length), 6):
                end = min(step + 3.5, length)
                if y0 == y1:
                    shape.draw_line((x0 + step, y0), (x0 + end, y0))
                else:
                    shape.draw_line((x0, y0 + step), (x0, y0 + end))
            shape.finish(width=0.5)
        else:
            shape.draw_line((x0, y0), (x1, y1))
            if style == "double" and (y0 in (self.top_line, self.bottom_line) and y0 == y1):
                shape.draw_line((x0, y0 - 2), (x1, y1 - 2))
            shape.finish(width=0.5)

    def rules(self, rows: list[int], ys: list[float]) -> list[tuple[float, float, float, float]]:
        """The lines of this page for the style: all of them, those of the header, those between rows, or few."""
        style, xs = self.look.style, self.xs
        self.top_line, self.bottom_line = ys[0], ys[-1]
        found = []
        header = sum(row < self.truth.header for row in rows)
        for place in range(len(rows) + 1):
            is_edge = place in (0, len(rows))
            if (
                style in RULED
                or (place <= header and style in ("frame", "verticals"))
                or (is_edge and style != "borderless")
            ):
                if not (style == "verticals" and is_edge):
                    found += self.across(rows, ys, place)
            elif (style == "rows" and place >= header) or (style == "three_line" and place == header):
                found.append((xs[0], ys[place], xs[-1], ys[place]))
            elif style in ("rows", "three_line") and place < header:
                found += self.under_wide(rows, ys, place)
        if style in (*RULED, "frame", "verticals"):
            found += self.upright(rows, ys)
        return found

    def across(self, rows: list[int], ys: list[float], place: int) -> list[tuple[float, float, float, float]]:
        """The pieces of a horizontal line that no merged cell interrupts."""
        if place in (0, len(rows)):
            return [(self.xs[0], ys[place], self.xs[-1], ys[place])]
        return [
            (self.xs[column], ys[place], self.xs[column + 1], ys[place])
            for column in range(len(self.widths))
            if not self.is_inside(rows[place], column, over=True)
        ]

    def under_wide(self, rows: list[int], ys: list[float], place: int) -> list[tuple[float, float, float, float]]:
        return [
            (self.xs[column] + 2, ys[place], self.xs[column + across] - 2, ys[place])
            for (row, column), (_, across) in self.span.items()
            if across > 1 and row == rows[place] - 1
        ]

    def upright(self, rows: list[int], ys: list[float]) -> list[tuple[float, float, float, float]]:
        outer = (0, len(self.widths)) if self.look.style != "verticals" else ()
        return [
            (self.xs[column], ys[place], self.xs[column], ys[place + 1])
            for place, row in enumerate(rows)
            for column in range(len(self.widths) + 1)
            if column in outer or (0 < column < len(self.widths) and not self.is_inside(row, column, over=False))
        ]

    def is_inside(self, row: int, column: int, *, over: bool) -> bool:
        """Whether the border above (`over`) or left of this place lies inside a merged cell."""
        for first, left, down, across in self.truth.spans:
            if first <= row < first + down and left <= column < left + across:
                return row > first if over else column > left
        return False


def make_table(seed: int) -> tuple[bytes, Truth, Look]:
    """The PDF, the truth and the look of table number `seed`."""
    dice = random.Random(seed)
    style = STYLES[seed % len(STYLES)]
    content = CONTENTS[seed // len(STYLES) % len(CONTENTS)]
    has_lines = style in RULED
    makers = {
        "rates": rates,
        "illustration": illustration,
        "plan": merged_plan if has_lines else plan,
        "occupation": merged_occupation if has_lines else occupation,
        "charges": charges,
    }
    truth = makers[content](dice)
    look = Look(
        style=style,
        gutter=dice.choice([7.0, 9.0, 12.0, 16.0]) if style != "borderless" else dice.choice([8.0, 12.0, 20.0]),
        row_gap=dice.choice([4.0, 6.0, 9.0]),
        bold_header=dice.random() < 0.4,
        repeat_header=dice.random() < 0.6,
        unit=dice.random() < 0.5,
        note=dice.random() < 0.5,
        landscape=content == "illustration" or len(truth.rows[0]) > 8,
    )
    return Typesetter(truth, look).print(), truth, look
