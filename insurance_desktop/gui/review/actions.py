"""All that can be done on the review page, by its keys: for the menus, the list of keys and the keyboard alike."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..shortcuts import REGULATION
from . import keys

if TYPE_CHECKING:
    from .review_page import ReviewPage


def actions_of(page: "ReviewPage") -> dict[str, Callable[[], object]]:
    """What each key does, by the key as it ships. Everything that can be done here stands here once."""
    return {
        keys.APPROVE: page.approve.click,
        keys.REJECT: page.reject.click,
        keys.UNDO: page.undo.click,
        keys.NOTE: page.notes.write,
        keys.FRAME: page.page.start_frame,
        keys.CORRECT_CLAUSE: page.correct_clause,
        REGULATION: page.linking.relate,
        keys.NEXT_DOCUMENT: lambda: page.go(1),
        keys.PREVIOUS_DOCUMENT: lambda: page.go(-1),
        keys.NEXT_FINDING: lambda: page.findings.step(1),
        keys.PREVIOUS_FINDING: lambda: page.findings.step(-1),
        keys.RESOLVE: page.findings.resolve.click,
        keys.CITE: page.menus.cite,
        keys.READ_ON: page.read_on,
        keys.NEXT_CLAUSE: lambda: page.walk(page.progress.go_on),
        keys.PREVIOUS_CLAUSE: lambda: page.walk(page.progress.go_back),
        keys.LOOKED: page.progress.toggle,
        keys.NEXT_FACT: lambda: page.walk(lambda: page.facts.step(1), page.tabs.facts),
        keys.PREVIOUS_FACT: lambda: page.walk(lambda: page.facts.step(-1), page.tabs.facts),
        **page.tabs.facts.by_key(),
        keys.MISREAD: page.layers.misread.click,
        keys.EXCLUSIONS: page.layers.exclusions.click,
        keys.LEDGER: page.layers.ledger.click,
        **page.text.by_key(),
        keys.NEXT_PAGE: lambda: page.page.turn(1),
        keys.PREVIOUS_PAGE: lambda: page.page.turn(-1),
        keys.FOLD: page.page.fold.click,
        keys.ZOOM_IN: page.page.view.zoom_in,
        keys.ZOOM_OUT: page.page.view.zoom_out,
        keys.FIT_WIDTH: page.page.view.fit_width,
        keys.FIT_PAGE: page.page.view.fit_page,
    }
