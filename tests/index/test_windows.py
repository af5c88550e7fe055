"""Cutting for the index: parts of a long clause, windows that the model reads whole."""

from itertools import pairwise

import pytest

from insurance_desktop.domain.conversion import Clause, Item
from insurance_desktop.index.embedding import Embedder
from insurance_desktop.index.windows import WindowSettings, cut_parts, cut_windows, heading_path
from insurance_desktop.tools.bare_library import clause

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
        assert 80 <= shared <= 120
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
