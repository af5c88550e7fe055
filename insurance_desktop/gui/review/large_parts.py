"""The parts of the review page that take long to make: the panels, the page, the original without pages, the text."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from insurance_desktop.gui.context import AppContext

from .page.flow_pane import FlowPane
from .page.page_pane import PagePane
from .panels.side_panels import SidePanels
from .text.text_pane import TextPane


class LargeParts(NamedTuple):
    """Each by its class, with how it is made."""

    tabs: tuple[type[SidePanels], Callable[[], SidePanels]]
    page: tuple[type[PagePane], Callable[[], PagePane]]
    flow: tuple[type[FlowPane], Callable[[], FlowPane]]
    text: tuple[type[TextPane], Callable[[], TextPane]]


def large_parts(context: AppContext) -> LargeParts:
    return LargeParts(
        (SidePanels, lambda: SidePanels(context.theme, context.settings)),
        (PagePane, partial(PagePane, context)),
        (FlowPane, partial(FlowPane, context)),
        (TextPane, partial(TextPane, context)),
    )
