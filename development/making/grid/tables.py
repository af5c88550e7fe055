"""The tables of the made documents: ruled, shaded, without rules, with two header rows, over pages, without header."""

from itertools import pairwise
from typing import Any

from .combination import Tables
from .expected import PrintedTable
from .flow import Flow
from .paper import SIZE, marked, rows_of, words

ROW, LINE, PAD = 22.0, 15.0, 6.0
CONTINUED_ROWS, ROWS_BEHIND = 30, 3
TABLE_SIZE = 9.5


class Printer:
    """Prints one table at the place that the flow has reached."""

    def __init__(self, kind: Tables, flow: Flow, left: float, *, is_cut: bool) -> None:
        plan: dict[str, Any] = words()["tables"]["nested" if kind == "nested" else "plain"]
        self.kind, self.flow, self.left, self.is_cut = kind, flow, left, is_cut
        if kind == "continued" or is_cut:
            plan = words()["tables"]["continued"]
        self.header: list[list[str]] = [] if kind == "entries" else plan["header"]
        self.widths: list[float] = plan["widths"]
        self.spans = {(row, column): (down, across) for row, column, down, across in plan.get("spans", ())}
        self.rows: list[list[str]] = plan["rows"] if "rows" in plan else _long_rows(CONTINUED_ROWS)
        self.xs = [left]
        for width in self.widths:
            self.xs.append(self.xs[-1] + width)

    def print(self, owner: str) -> PrintedTable:
        if self.is_cut:
            self.print_cut()
        elif self.kind == "continued":
            self.flow.room_for(ROW * 6)
            self.print_over_pages()
        else:
            self.flow.room_for(ROW * (len(self.header) + len(self.rows)))
            self.block([*self.header, *self.rows], len(self.header))
        self.flow.y += LINE
        return PrintedTable(tuple(map(tuple, self.header)), tuple(map(tuple, self.rows)), owner)

    def print_over_pages(self) -> None:
        """As many rows as a page takes; the header comes again."""
        left = list(self.rows)
        while left:
            count = int((self.flow.bottom - self.flow.y + SIZE) // ROW) - len(self.header)
            self.block([*self.header, *left[:count]], len(self.header))
            left = left[count:]
            if left:
                self.flow.turn()

    def print_cut(self) -> None:
        """Rows down to the end of the page; the last of them has three lines, of which one stands there."""
        self.flow.room_for(ROW * 8)
        count = int((self.flow.bottom - self.flow.y + SIZE - ROW) // ROW) - len(self.header)
        wide: list[str] = words()["tables"]["cut"]["row"]
        rows = _long_rows(count + ROWS_BEHIND)
        self.rows = [*rows[:count], wide, *rows[count:]]
        lines = self.lines(wide[1], 1)
        self.block([*self.header, *rows[:count], [wide[0], lines[0], wide[2]]], len(self.header))
        self.flow.turn()
        self.block([["", "".join(lines[1:]), ""], *rows[count:]], 0)

    def lines(self, text: str, column: int) -> list[str]:
        width = (self.widths[column] - 2 * PAD) * SIZE / TABLE_SIZE
        return ["".join(each.character for each in row) for row in rows_of(marked(text), width)]

    def block(self, rows: list[list[str]], header: int) -> None:
        """Rows of one page with their rules."""
        tops = [self.flow.y - SIZE]
        for row in rows:
            most = max(
                len(self.lines(text, column))
                for column, text in enumerate(row)
                if (0, column) not in self.spans or text
            )
            tops.append(tops[-1] + ROW + (max(most, 1) - 1) * LINE)
        if self.kind == "shaded" and header:
            self.flow.sheet.fill(self.left, tops[0], self.xs[-1] - self.left, tops[header] - tops[0])
        for place, row in enumerate(rows):
            for column, text in enumerate(row):
                self.cell(place, column, text, tops, is_header=place < header)
        if self.kind != "borderless":
            self.rules(tops, header)
        self.flow.y = tops[-1] + SIZE + 2

    def cell(self, row: int, column: int, text: str, tops: list[float], *, is_header: bool) -> None:
        down, across = self.spans.get((row, column), (1, 1)) if is_header else (1, 1)
        x, y = self.xs[column] + PAD, tops[row] + LINE
        if down > 1:
            y += (tops[row + down] - tops[row + 1]) / 2
        if across > 1:
            x += (self.xs[column + across] - self.xs[column]) / 2 - 2 * SIZE
        for place, line in enumerate(self.lines(text, column)):
            weight = self.flow.sheet.title_weight if is_header else ""
            self.flow.sheet.text(x, y + place * LINE, line, size=TABLE_SIZE, weight=weight)

    def rules(self, tops: list[float], header: int) -> None:
        """All rules but those inside merged cells."""
        hidden = self.spans if header else {}
        inside_across = {(row, at) for (row, column), (_, n) in hidden.items() for at in range(column + 1, column + n)}
        inside_down = {(at, column) for (row, column), (n, _) in hidden.items() for at in range(row + 1, row + n)}
        for row, top in enumerate(tops):
            for column in range(len(self.widths)):
                if (row, column) not in inside_down:
                    self.flow.sheet.line(self.xs[column], top, self.xs[column + 1], top)
        for row, (top, bottom) in enumerate(pairwise(tops)):
            for column, x in enumerate(self.xs):
                if (row, column) not in inside_across:
                    self.flow.sheet.line(x, top, x, bottom)


def _long_rows(count: int) -> list[list[str]]:
    """Levels with their shares, as tables of disability have them."""
    plan = words()["tables"]["continued"]
    levels, matters = plan["levels"], plan["matters"]
    return [
        [
            levels[min(place // 3, len(levels) - 1)],
            matters[place % 3] if place < 3 * len(levels) else matters[0],
            f"{100 - place * 2}%",
        ]
        for place in range(count)
    ]
