"""What is read or pressed stands out from its ground in both themes (WCAG 2.2 AA), and nothing by colour alone."""

import itertools
from dataclasses import asdict

import pytest
from PySide6.QtGui import QColor

from insurance_desktop.gui.look import theme, wording
from insurance_desktop.gui.review.page.highlights import ACCENT, DANGER, INK, LOOKS, MUTED, WARNING
from insurance_desktop.packs.wording import say

GROUNDS = ("window", "surface", "stripe")
WORDS = ("text", "muted", "good", "warning", "danger", "accent")
THEMES = {"light": asdict(theme.LIGHT), "dark": asdict(theme.DARK)}
READ, SEEN = 4.5, 3.0  # 1.4.3 for words, 1.4.11 for the edges of what can be used


def contrast(one, other):
    """WCAG 2 contrast of two colours."""

    def light(name):
        parts = [
            value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
            for value in QColor(name).getRgbF()[:3]
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_every_word_can_be_read_on_every_ground_that_it_stands_on(name):
    colours = THEMES[name]
    pairs = [
        *itertools.product(WORDS, (*GROUNDS, "accent_soft")),
        ("on_accent", "accent"),
        ("text", "mark"),
    ]
    assert [pair for pair in pairs if contrast(colours[pair[0]], colours[pair[1]]) < READ] == []


@pytest.mark.parametrize("name", THEMES)
def test_fields_scroll_bars_and_the_keyboards_frame_are_seen(name):
    colours = THEMES[name]
    pairs = itertools.product(("field", "focus", "accent"), GROUNDS)
    assert [pair for pair in pairs if contrast(colours[pair[0]], colours[pair[1]]) < SEEN] == []


def test_marks_on_the_page_are_seen_and_their_signs_read_on_white_paper():
    assert min(contrast(each, "#ffffff") for each in (INK, ACCENT, DANGER, WARNING, MUTED)) >= READ


def test_no_two_marks_on_the_page_differ_by_colour_alone():
    forms = [(each.line, each.width, each.fill, each.brush, each.grow) for each in LOOKS.values()]
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize(
    "words", [wording.REVIEW, wording.CONVERSION, wording.SEVERITY], ids=["review", "conversion", "severity"]
)
def test_every_state_has_a_sign_of_its_own_beside_its_word(words):
    signs = [say(each).partition(" ")[0] for each in words.values()]
    assert all(len(each) == 1 for each in signs)
    assert len(set(signs)) == len(signs)
