"""Pages as trees of elements: what a document or a person says goes in as text and never becomes markup."""

from xml.etree.ElementTree import Element, tostring

from insurance_desktop.packs.wording import say

STYLE = "/style.css"


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
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("link", rel="stylesheet", href=STYLE),
    )
    way_back = element("nav", element("a", say("http_server.home"), href="/"), " ", _link("http_server.docs", "/docs"))
    body = element("body", way_back, element("main", element("h1", title), *children))
    return "<!doctype html>\n" + tostring(element("html", head, body, lang="zh"), encoding="unicode", method="html")


def _link(key: str, to: str) -> Element:
    return element("a", say(key), href=to)
