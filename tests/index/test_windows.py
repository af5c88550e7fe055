"""Cutting for the index: parts of a long clause, windows that the model reads whole."""

from dataclasses import replace
from itertools import pairwise

import pytest

from development.bare_library import clause
from insurance_desktop.domain.conversion import Clause, Item
from insurance_desktop.domain.geometry import Box
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.windows import WindowSettings, cut_parts, cut_windows, heading_path

SETTINGS = WindowSettings()


def long_clause(items: int, length: int) -> Clause:
    found = tuple(Item(f"（{number}）", f"第{number}种情形" + "保险责任" * length) for number in range(1, items + 1))
    text = "下列情形不赔：\n" + "\n".join(item.mark + item.text for item in found)
    return clause("2.4", "责任免除", text, items=found)


@pytest.mark.requirement("FR-009", "C2")
def test_a_short_clause_is_one_window_with_its_headings(embedder: Embedder) -> None:
    windows = cut_windows("2 我们不保什么 / 2.4 责任免除", "战争、军事冲突。", embedder)
    assert list(windows) == ["2 我们不保什么 / 2.4 责任免除\n战争、军事冲突。"]


@pytest.mark.requirement("FR-009", "C2")
def test_windows_fit_overlap_and_lose_nothing(embedder: Embedder) -> None:
    text = "".join(f"第{number}句说明保险责任的第{number}项内容。" for number in range(300))
    windows = cut_windows("1 保险责任", text, embedder)
    bodies = [window.removeprefix("1 保险责任\n") for window in windows]
    assert len(windows) > 3
    assert all(embedder.count_tokens(window) <= SETTINGS.tokens for window in windows)
    place = 0
    for earlier, later in pairwise(bodies):
        start = text.index(later[:40], place)
        assert start < text.index(earlier[-20:]) + 20, "no gap between neighbours"
        shared = embedder.count_tokens(text[start : text.index(earlier[-20:]) + 20]) - 2
        assert 0.8 * SETTINGS.overlap <= shared <= 1.2 * SETTINGS.overlap
        place = start
    assert text.startswith(bodies[0]) and text.endswith(bodies[-1])


def test_a_long_heading_path_keeps_its_nearest_headings(embedder: Embedder) -> None:
    path = heading_path(["很长的章节标题" * 20, "2.4 责任免除"], embedder, 96)
    assert path == "2.4 责任免除"
    assert len(embedder.token_ends(heading_path(["标题" * 200], embedder, 96))) <= 96


def test_a_clause_within_the_bar_is_never_cut(embedder: Embedder) -> None:
    short = long_clause(5, 20)
    assert cut_parts(short, embedder.count_tokens) == (short,)


@pytest.mark.requirement("FR-009", "C2")
def test_a_clause_over_the_bar_is_cut_at_its_items(embedder: Embedder) -> None:
    whole = long_clause(12, 120)
    parts = cut_parts(whole, embedder.count_tokens)
    assert len(parts) > 1
    assert "".join(part.text for part in parts) == whole.text
    assert all(embedder.count_tokens(part.text) <= SETTINGS.part for part in parts)
    assert [item for part in parts for item in part.items] == list(whole.items)
    assert all(part.text.startswith("（") for part in parts[1:])


def test_a_long_clause_without_items_stays_whole(embedder: Embedder) -> None:
    text = "保险责任" * 1500
    assert cut_parts(clause("1", "保险责任", text), embedder.count_tokens)[0].text == text


@pytest.mark.requirement("FR-009", "C2")
def test_a_cut_part_stands_where_its_own_items_stand(embedder: Embedder) -> None:
    whole = long_clause(12, 120)
    items = tuple(
        replace(item, boxes=(Box(4 + place // 6, 80, 100 + place % 6 * 100, 520, 190 + place % 6 * 100),))
        for place, item in enumerate(whole.items)
    )
    boxes = (Box(4, 70, 60, 520, 700), Box(5, 80, 90, 520, 700))
    parts = cut_parts(replace(whole, items=items, boxes=boxes, page_number=4, page_to=5), embedder.count_tokens)
    assert len(parts) > 2
    assert parts[0].boxes[0].y0 == 60, "what introduces the items belongs to the first part"
    for part in parts[1:]:
        own = [box for item in part.items for box in item.boxes]
        assert {box.page for box in part.boxes} == {box.page for box in own}
        assert min(box.y0 for box in part.boxes) == min(box.y0 for box in own)
        assert (part.page_number, part.page_to) == (own[0].page, own[-1].page)
    assert parts[-1].page_number == 5


def test_a_part_whose_items_have_no_places_keeps_those_of_the_clause(embedder: Embedder) -> None:
    boxes = (Box(4, 70, 60, 520, 700),)
    parts = cut_parts(replace(long_clause(12, 120), boxes=boxes), embedder.count_tokens)
    assert {part.boxes for part in parts} == {boxes}


@pytest.mark.parametrize("text", ["각하" * 300, "ｶﾞ" * 400, "𠮷" * 600, "İ" * 500, "a b\u3000c，。" * 100, "龜" * 470])
def test_no_sign_makes_a_window_longer_than_the_model_reads(embedder: Embedder, text: str) -> None:
    windows = cut_windows("1 标题", text, embedder)
    assert all(embedder.count_tokens(window) <= SETTINGS.tokens for window in windows)
    assert len(embedder.passages(windows)) == len(windows)
