"""What the PDF of an evidence pack says, in words, and in which order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from insurance_desktop.domain.documents import Decision
from insurance_desktop.domain.geometry import Box
from insurance_desktop.domain.laws import RelatedLaw
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.wording import say
from insurance_desktop.services.search.law_words import related_words

if TYPE_CHECKING:
    from insurance_desktop.convert.running.drawn import RenderedPage
    from insurance_desktop.convert.running.evidence_paper import Paper, Picture, Words

LONGEST_TEXT = 60_000
"""Characters of a clause that are printed; a longer one stands whole in evidence.json alone."""


@dataclass(frozen=True, slots=True)
class EvidenceSheet:
    """What is told: evidence.json's facts, the pages, the boxes of the clause and of the passage that is meant, the
    log, and whose entries are printed."""

    told: Mapping[str, Any]
    boxes: Sequence[Box]
    passage: Sequence[Box]
    pictures: Mapping[int, "RenderedPage"]
    log: Sequence[Decision]
    document_id: int


def worded(sheet: EvidenceSheet) -> "Paper":
    """The paper: the clause, where it stands, its hashes, who decided, then the pages with the clause marked."""
    from insurance_desktop.convert.running.evidence_paper import Paper  # noqa: PLC0415 (only a pack sets papers)

    pictures = tuple(_picture(sheet, page, rendered) for page, rendered in sheet.pictures.items())
    return Paper(say("review.evidence_title"), tuple(_words(sheet)), pictures)


def _picture(sheet: EvidenceSheet, page: int, rendered: "RenderedPage") -> "Picture":
    """A page with the lines of the passage marked, where it stands there, else with the clause."""
    from insurance_desktop.convert.running.evidence_paper import Picture, picture_boxes  # noqa: PLC0415 (only a pack sets papers)

    passage = picture_boxes(sheet.passage, page)
    key = "review.evidence_passage_page" if passage else "review.evidence_page"
    return Picture(
        png=rendered.png,
        page_width=rendered.page_width,
        page_height=rendered.page_height,
        boxes=passage or picture_boxes(sheet.boxes, page),
        caption=say(key, page=page, sha256=sheet.told["original"]["sha256"]),
    )


def _words(sheet: EvidenceSheet) -> Iterator["Words"]:
    from insurance_desktop.convert.running.evidence_paper import Words  # noqa: PLC0415 (only a pack sets papers)

    told = sheet.told
    clause, approval = told["clause"], told["approval"]
    yield Words("title", say("review.evidence_title"))
    yield Words("heading", " \u203a ".join(clause["breadcrumb"]) or clause["section_id"])
    yield Words("text", clause["text"][:LONGEST_TEXT])
    if len(clause["text"]) > LONGEST_TEXT:
        yield Words("small", say("review.evidence_cut", shown=LONGEST_TEXT, total=len(clause["text"])))
    passage = told["passage"]
    if passage is not None:
        yield Words("heading", say("review.evidence_passage", place=_place(passage)))
        yield Words("text", passage["text"][:LONGEST_TEXT])
    if told["related_law"]:
        yield Words("heading", say("review.evidence_law"))
    for law in told["related_law"]:
        yield Words("text", related_words(RelatedLaw(**law)))
        yield Words("small", law["text"])
    yield Words("heading", say("review.evidence_source"))
    for key, value in _source(told).items():
        if value not in (None, ""):
            yield Words("text", f"{say(key)}\u3000{value}")
    yield Words("heading", say("review.evidence_hashes"))
    for key, value in {
        "review.evidence_original": told["original"]["sha256"],
        "review.evidence_text": clause["text_sha256"],
        "review.evidence_content": told["content"]["sha256"],
        "review.evidence_head": told["decisions"]["head"],
    }.items():
        yield Words("small", f"{say(key)}\u3000{value}")
    yield Words("heading", say("review.evidence_decisions"))
    if approval["first_reviewer"]:
        yield Words("text", say("review.evidence_two", first=approval["first_reviewer"], second=approval["reviewer"]))
    for entry in sheet.log:
        if entry.document_id == sheet.document_id:
            yield Words("small", _decision(entry))
    yield Words("heading", say("review.evidence_check"))
    yield Words("text", say("review.evidence_how", entries=told["decisions"]["entries"]))


def _source(told: Mapping[str, Any]) -> dict[str, Any]:
    source = told["source"]
    return {
        "review.evidence_product": source["product_name"],
        "review.evidence_code": source["product_code"],
        "review.evidence_company": source["company"],
        "review.evidence_type": source["document_type"],
        "review.evidence_edition": source["edition"],
        "review.evidence_file": source["pdf_path"],
        "review.evidence_url": source["download_url"],
        "review.evidence_place": _place(source),
        "review.evidence_clause_id": told["clause"]["clause_id"],
        "review.evidence_link": told["link"],
        "review.evidence_version": told["content"]["version"],
    }


def _place(told: Mapping[str, Any]) -> str:
    return place_in_words(told["page_number"], told["page_to"], told["locator"])


def _decision(entry: Decision) -> str:
    return say(
        "review.evidence_entry",
        entry=entry,
        at=entry.at.isoformat(sep=" ") + (say("review.backdated") if entry.is_backdated else ""),
        kind=say(f"review.kind_{entry.kind}"),
        reason=entry.reason or "\u2014",
    )
