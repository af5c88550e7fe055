"""The pages for a person: a question with its answers, and a clause beside the page it is printed on."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlencode
from xml.etree.ElementTree import Element

from insurance_desktop.domain.answers import Hit
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say
from insurance_desktop.services.evidence.marked_pages import MarkedClause, MarkedPage

from .pages import element, page, words

PICTURE = "/pictures/{document_id}/{page}"
CLAUSE = "/clause/{clause_id}"


def clause_path(clause_id: str) -> str:
    return CLAUSE.format(clause_id=quote(clause_id, safe=""))


def question_page(query: str, product: str, answer: dict[str, Any] | None) -> str:
    """The form, and under it what was found: each leads to its evidence."""
    field = element(
        "input", name="query", value=query, required="required", maxlength=2000, aria_label=say("http_server.ask")
    )
    inside = element("input", name="product", value=product, maxlength=200, placeholder=say("http_server.product"))
    form = element("form", field, inside, element("button", say("http_server.ask")), action="/", method="get")
    if answer is None:
        return page(say("http_server.title"), words("p", say("http_server.about")), form)
    found = [_found(each) for each in answer["results"]]
    told = words("p", answer["message"], class_="told")
    return page(say("http_server.title"), form, told, *found, *_listed(answer))


def _listed(answer: dict[str, Any]) -> Iterator[Element]:
    """The nearest titles of a question without an answer, each leading to its clause; the products that a name may
    mean, each leading to the same question put to it."""
    near = [
        _entry(_heading(each["section_id"], each["section_title"]), clause_path(each["chunk_id"]), each["product_name"])
        for each in answer["nearest"]
    ]
    meant = [
        _entry(each["product_name"], _again(answer["query"], each["product_id"]), each["company"])
        for each in answer["candidates"]
    ]
    for key, entries in (("http_server.nearest", near), ("http_server.candidates", meant)):
        if entries:
            yield element("section", element("h2", say(key)), element("ul", *entries))


def _entry(title: str, leads_to: str, beside: str | None) -> Element:
    return element("li", element("a", title, href=leads_to), f" · {beside}" if beside else "")


def _again(query: str, product: int) -> str:
    return "/?" + urlencode({"query": query, "product": product})


def _found(hit: dict[str, Any]) -> Element:
    source = hit["source_reference"]
    heading = element("a", _heading(hit["section_id"], hit["section_title"]), href=clause_path(hit["chunk_id"]))
    at = (
        source["product_name"],
        source["document_type"],
        place_in_words(source["page_number"], source["page_to"], source["locator"]),
    )
    return element(
        "section",
        element("h2", heading),
        words("p", _joined(*at), class_="quiet"),
        element("div", hit["content"], class_="words"),
    )


def evidence_page(marked: MarkedClause) -> str:
    """The clause word for word, where it comes from, and its pages with the clause marked."""
    clause = marked.clause
    if clause is None or clause.hit is None:
        return page(say("http_server.not_found"), words("p", marked.message))
    hit = clause.hit
    rest = None
    if clause.next_cursor:
        more = f"{clause_path(hit.chunk_id)}?{urlencode({'cursor': clause.next_cursor})}"
        rest = element("p", element("a", say("http_server.goes_on"), href=more))
    return page(
        _heading(hit.section_id, hit.section_title),
        words("p", " › ".join(hit.breadcrumb), class_="quiet"),
        words("p", marked.message, class_="told"),
        element("div", hit.content, class_="words"),
        rest,
        element("table", element("tbody", *_source(hit))),
        *(_picture(hit.source_reference.document_id, each) for each in marked.pages),
        words("p", say("http_server.pages_left", count=marked.left), class_="told") if marked.left else None,
    )


def _source(hit: Hit) -> Iterator[Element]:
    source = hit.source_reference
    told = {
        "http_server.product": _joined(source.product_name, source.product_code),
        "http_server.company": source.company,
        "http_server.document": _joined(source.document_type, source.edition, source.pdf_path),
        "http_server.edition_status": say(f"http_server.edition_{hit.edition_status}"),
        "http_server.place": place_in_words(source.page_number, source.page_to, source.locator),
        "http_server.verified": _joined(source.verified_by, source.verified_at),
        "http_server.pdf_sha256": source.pdf_sha256,
        "http_server.text_sha256": source.text_sha256,
        "http_server.clause_id": hit.chunk_id,
    }
    for key, value in told.items():
        if value:
            yield element("tr", element("th", say(key), scope="row"), element("td", value))


def _picture(document_id: int, marked: MarkedPage) -> Element:
    size = {"width": f"{marked.width:.1f}", "height": f"{marked.height:.1f}"}
    picture = element("image", href=PICTURE.format(document_id=document_id, page=marked.page), **size)
    boxes = (
        element(
            "rect",
            class_="mark",
            x=f"{box.x0:.1f}",
            y=f"{box.y0:.1f}",
            width=f"{box.x1 - box.x0:.1f}",
            height=f"{box.y1 - box.y0:.1f}",
        )
        for box in marked.boxes
    )
    label = place_in_words(marked.page)
    drawing = element(
        "svg", picture, *boxes, viewBox=f"0 0 {marked.width:.1f} {marked.height:.1f}", role="img", aria_label=label
    )
    return element("figure", element("figcaption", label), drawing)


def _heading(section_id: str, title: str) -> str:
    """The title once where the number holds it."""
    return section_id if not title or title in section_id else f"{section_id} {title}"


def _joined(*parts: str | None) -> str:
    return " · ".join(part for part in parts if part)
