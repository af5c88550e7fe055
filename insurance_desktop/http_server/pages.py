"""Pages as trees of elements: what a document or a person says goes in as text and never becomes markup."""

from xml.etree.ElementTree import Element, tostring

from insurance_desktop.packs.wording import DEFAULT_LANGUAGE, say

STYLE, ICON = "/style.css", "/icon.svg"


def element(tag: str, *children: Element | str | None, **attributes: object) -> Element:
    """`class_` and the like lose their last sign; attributes that are None are left out."""
    named = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items() if value is not None}
    made = Element(tag, named)
    for child in children:
        if isinstance(child, str):
            if len(made):
                made[-1].tail = (made[-1].tail or "") + child
            else:
                made.text = (made.text or "") + child
        elif child is not None:
            made.append(child)
    return made


def words(tag: str, text: str | None, **attributes: object) -> Element | None:
    """An element around a text; none around no text."""
    return element(tag, text, **attributes) if text else None


def page(title: str, *children: Element | None) -> str:
    """A whole page without script, that links nothing but the style."""
    ways = (("http_server.home", "/"), ("http_server.answers", "/ask"), ("http_server.docs", "/docs"))
    nav = element("nav", *(element("a", say(key), href=to) for key, to in ways))
    return document(title, nav, element("main", element("h1", title), *children))


def document(
    title: str, nav: Element, main: Element, *, language: str = DEFAULT_LANGUAGE, script: str | None = None
) -> str:
    """The frame of every page."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("link", rel="stylesheet", href=STYLE),
        element("link", rel="icon", href=ICON),
        element("script", src=script, defer="defer") if script else None,
    )
    root = element("html", head, element("body", nav, main), lang=language)
    return "<!doctype html>\n" + tostring(root, encoding="unicode", method="html")
