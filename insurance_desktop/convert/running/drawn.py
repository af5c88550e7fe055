"""A page as it was drawn: known without anything that draws."""

from insurance_desktop.domain.entity import entity


@entity
class RenderedPage:
    """A page as PNG: `width`, `height` in pixels, `page_width`, `page_height` in PDF points."""

    png: bytes
    width: int
    height: int
    page_width: float
    page_height: float
