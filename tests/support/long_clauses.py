"""The sample clause with clauses that run over a page, drawn by the project's own sample maker, and its pages read."""

import tomllib
from pathlib import Path

import pymupdf

from development.making.samples import TEXT, bind, draw_clause

RIDES = "马车、牛车、雪橇、热气球、滑翔伞、快艇、帆船、皮划艇、竹筏、缆车、索道、溜索、滑梯、蹦床、秋千、旋转木马"
ITEMS = tuple(
    f"（{number}）被保险人乘坐{ride}时不听从管理人员的劝阻，或者在第{number}号场地关闭以后擅自进入并且停留；"
    for number, ride in enumerate(RIDES.split("、") * 2, 1)
)
"""Enough items for more than a page, no two alike."""

STEPS = tuple(
    f"您办理第{number}项手续时，请在第{number}号窗口领取表格，逐栏填写以后签名，并在当天把表格交回这一个窗口。"
    for number in range(1, 37)
)
LOSS = "犹豫期后退保，退还的现金价值可能少于您已交的保险费，您会遭受一定损失。"


def draw_long_clauses(path: Path) -> Path:
    """Edition 2 of the sample with 32 exclusions in 2.5 and 36 steps in 7.1 before the sentence on the loss."""
    text = tomllib.loads(TEXT.read_text(encoding="utf-8"))
    edition = text["edition"][-1]
    opening = "因下列情形之一导致被保险人身故或者全残的，我们不承担给付保险金的责任："
    text["changes"].setdefault(str(edition["number"]), {}).update(
        {"2.5": "\n".join((opening, *ITEMS)), "7.1": "\n".join(("犹豫期过后您也可以随时退保。", *STEPS, LOSS))}
    )
    bind(draw_clause(text, edition, pymupdf.Font("cjk")), text, text["product"] + "条款", path)
    return path


class PrintedPages:
    """What stands on the pages of a PDF, read by another way than the converter's."""

    def __init__(self, content: bytes) -> None:
        self._pages = []
        for page in pymupdf.open(stream=content):
            signs = [
                (sign["c"], (sign["bbox"][0] + sign["bbox"][2]) / 2, (sign["bbox"][1] + sign["bbox"][3]) / 2)
                for block in page.get_text("rawdict", flags=3)["blocks"]
                for line in block.get("lines", ())
                for span in line["spans"]
                for sign in span["chars"]
                if not sign["c"].isspace()
            ]
            self._pages.append(signs)

    def on(self, first: int, last: int | None = None) -> str:
        """The signs of these pages, as they are drawn."""
        return "".join(sign for page in self._pages[first - 1 : last or first] for sign, _, _ in page)

    def within(self, boxes) -> str:
        """The signs in these boxes, box by box."""
        return "".join(
            sign
            for box in boxes
            for sign, x, y in self._pages[box.page - 1]
            if box.x0 - 1 <= x <= box.x1 + 1 and box.y0 - 1 <= y <= box.y1 + 1
        )


def bare(text: str) -> str:
    return "".join(text.split())
