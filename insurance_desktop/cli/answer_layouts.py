"""The answers about verified text as a person reads them on a console."""

from itertools import groupby
from operator import attrgetter
from textwrap import indent
from typing import Any

from insurance_desktop.domain.asking import EXTRACTIVE
from insurance_desktop.domain.product_answers import LookedUpProduct
from insurance_desktop.packs.places import place_in_words
from insurance_desktop.packs.practice_words import practice_words
from insurance_desktop.packs.wording import say
from insurance_desktop.services.products.fact_words import cited_words
from insurance_desktop.services.search.law_words import edition_words, related_words

from .rendering import LAYOUTS, MARGIN, Part, each, either, known, line, lines, rendered, text


def named(section_id: str, title: str) -> str:
    """A clause's number and title; the title once where the number already holds it (前言, 第二十六条【火车】)."""
    is_said = title in ("", section_id.rpartition("/")[2]) or section_id.endswith(f"【{title}】")
    return section_id if is_said else f"{section_id} {title}"


def place(it: Any) -> str:
    return named(it.section_id, it.section_title)


def pages(it: Any) -> str:
    """Where it stands: pages, or paragraphs of an original without pages."""
    return place_in_words(it.page_number, it.page_to, getattr(it, "locator", None))


def _hit_name(hit: Any) -> str:
    """The product and the clause that a hit is."""
    return f"{known(hit.source_reference.product_name)}  {place(hit)}"


def _document_of(it: Any) -> str:
    return it.product_name or say("cli.document_number", document_id=it.document_id)


def _explained(hit: Any) -> str:
    return ", ".join(f"{name} {value:.3f}" for name, value in (hit.explain or {}).items())


def _quoted(key: str, value: str) -> Part:
    """Passages under their clauses; a clause is named once where several of its passages follow each other."""

    def part(it: Any, more: dict[str, object]) -> str | None:
        found = getattr(it, value)
        passages = found if isinstance(found, tuple) else (found,) if found else ()
        said = []
        for clause_id, same in groupby(passages, key=attrgetter("chunk_id")):
            together = list(same)
            said.append(say("cli.quotation", place=place(together[0]), chunk_id=clause_id))
            said += [indent(passage.text, MARGIN) for passage in together]
        return lines(say(key), *said) if said else None

    return part


def _differences(it: Any) -> str:
    """The verified words in one line of reading, what differs in brackets: 等待期为【引文：180】【原文：90】日."""
    return "".join(
        one.verified if one.kind == "same" else _sides(("quoted", one.quoted), ("verified", one.verified))
        for one in it.difference
    )


def _change_text(it: Any) -> str:
    """A clause's words: taken away, put there, or both beside each other."""
    whole = next((side.text for side in (it.new, it.old) if side is not None and side.text), None)
    return whole or "".join(
        one.new if one.kind in ("same", "same_cut") else _sides(("old", one.old), ("new", one.new))
        for one in it.text_changes
    )


def _sides(*sides: tuple[str, str]) -> str:
    return "".join(say(f"cli.words_{side}", words=words) for side, words in sides if words)


def _changed_places(it: Any) -> str:
    places = [place(side) for side in (it.old, it.new) if side is not None]
    return say("cli.change_arrow").join(dict.fromkeys(places))


def _verdicts(answer: Any) -> str:
    return ", ".join(
        say("cli.verdict_count", verdict=say(f"cli.verdict_{verdict.lower()}"), count=count)
        for verdict, count in answer.counts.items()
        if count
    )


def product_row(it: Any) -> str:
    """A product in a list: what tells it from others, as far as that is known."""
    code = getattr(it, "product_code", None)
    name = say("cli.product_coded", name=it.product_name, code=code) if code else it.product_name
    age = getattr(it, "age_range", None)
    ages = say("cli.product_ages", ages=age) if age and not isinstance(it, LookedUpProduct) else None
    kind = None if isinstance(it, LookedUpProduct) else getattr(it, "product_type", None)
    told = (name, getattr(it, "company", None), kind, ages)
    return say("cli.product", number=it.product_id, told=say("cli.product_joint").join(filter(None, told)))


def _link(name: str) -> Part:
    return each(name, layout=(line(f"cli.link_{name}", place=place),))


def _item_of(it: Any) -> str:
    """An item's mark, in which of its clause's lists where there are several."""
    listed = "" if it.list_number is None else say("cli.list_number", number=it.list_number)
    return listed + (it.item or "")


def _cells(rows: Any) -> str:
    return "\n".join(MARGIN + "\t".join(row) for row in rows)


def _whole_table(answer: Any) -> str:
    return _cells((answer.columns, *answer.rows)) if answer.cell is None and answer.rows else ""


def _law_place(it: Any) -> str:
    return " ".join((*it.chapter, it.article))


def _law_source(it: Any) -> str:
    return "" if it.document_id is None else say("cli.law_document", number=it.document_id)


CANDIDATES = each("candidates", head="cli.candidates")
MORE = line("cli.more", when="next_cursor")
SOURCE = each("source_reference", margin=1)
PART_LINK = (line("cli.link_part", place=place),)

HIT = (
    text("content", 1),
    each("matching_rows", margin=1),
    each("facts", margin=1),
    each("related_law", margin=1),
    line("cli.brought_by", when="brought_by", heading=lambda it: place(it.brought_by), margin=1),
    SOURCE,
    line("cli.clause_id", margin=1),
    text(_explained, 1),
)

OPERATION = (
    _quoted("cli.surrender_definition", "definition"),
    _quoted("cli.surrender_rules", "calculation_rules"),
    _quoted("cli.surrender_conditions", "conditions"),
    _quoted("cli.surrender_consequences", "consequences"),
)

LAYOUTS.update(
    Hit=(line("cli.hit", name=_hit_name), *HIT),
    AnsweredSide=(
        line("cli.side", when="found", headings=lambda it: ", ".join(map(place, it.answered_by))),
        line("cli.side_missing", when=lambda it: not it.found),
    ),
    MatchingRows=(line("cli.matching_rows"), text(lambda it: _cells(it.rows))),
    SourceReference=(line("cli.source", place=pages, sha=lambda it: it.pdf_sha256[:12]),),
    Nearest=(line("cli.nearest_title", place=place, document=_document_of),),
    ToldFact=(text(cited_words),),
    ProductMatch=(text(product_row),),
    LookedUpProduct=(text(product_row), line("cli.looked_up", when="product_type", margin=1)),
    SearchAnswer=(
        text("message"),
        each("sides"),
        each("results", numbered=True),
        each("nearest", head="cli.nearest"),
        CANDIDATES,
        MORE,
    ),
    LookupAnswer=(text("message"), each("products"), MORE),
    ExclusionAnswer=(
        text(lambda it: it.message if it.message != it.summary else None),
        text("summary"),
        line("cli.exclusions_not_listed", when=lambda it: it.finding == "possible" and not it.matched_clauses),
        each("matched_clauses"),
        CANDIDATES,
        text("disclaimer"),
        MORE,
    ),
    ExclusionItem=(
        line("cli.exclusion", mark=lambda it: say(f"cli.mark_{it.mark}"), place=place, item=_item_of),
        text("lead_in", 1),
        text("text", 1),
        text("reason", 1),
        each("exceptions", margin=1),
        each("facts", margin=1),
        SOURCE,
    ),
    ExceptionClause=(line("cli.exception"),),
    SurrenderAnswer=(
        text(lambda it: None if it.message in it.comparison_note.splitlines() else it.message),
        *OPERATION,
        text("comparison_note"),
        each("related_tables"),
        each("other_operations"),
        text(lambda it: "\n".join(dict.fromkeys(map(rendered, it.source_references)))),
        CANDIDATES,
        each("notices"),
        MORE,
    ),
    OperationWords=(line("cli.other_operation"), *OPERATION),
    RelatedTable=(line("cli.related_table"), text(lambda it: _cells(it.policy_year_rows))),
    RelatedLaw=(text(related_words), text("text", 1)),
    LawAnswer=(text("message"), each("article"), line("cli.law_passage", when="passage"), text("passage", 1)),
    LawArticle=(line("cli.law_article", place=_law_place, edition=edition_words), text("text", 1)),
    LawHit=(
        line("cli.law_article", place=_law_place, edition=edition_words),
        text("text", 1),
        line("cli.law_passage", when="passage"),
        text("passage", 1),
    ),
    LawSearchAnswer=(text("message"), each("results", numbered=True), MORE),
    ListedLaw=(line("cli.listed_law", edition=edition_words, where=_law_source),),
    LawsAnswer=(text("message"), each("laws"), MORE),
    ClauseAnswer=(
        text("message"),
        either(
            "hit",
            (
                text(lambda it: _hit_name(it.hit)),
                each("hit", layout=HIT),
                *map(_link, ("parent", "previous", "next")),
                each("parts", layout=PART_LINK),
                each("references"),
                each("definitions"),
                MORE,
            ),
            (each("places"), CANDIDATES),
        ),
    ),
    RegulationAnswer=(text("message"), each("regulation"), each("candidates"), MORE),
    Regulation=(
        line("cli.regulation"),
        text(lambda it: " > ".join(it.breadcrumb), 1),
        text("text"),
        line(
            "cli.regulation_around", when=lambda it: it.parent or it.children, below=lambda it: ", ".join(it.children)
        ),
        each("references"),
        each("source_reference"),
    ),
    RegulationSearchAnswer=(
        text("message"),
        each("results"),
        each("candidates"),
        text(lambda it: say("search.practice_notice") if it.practice else None),
        each("practice"),
        MORE,
    ),
    RegulationHit=(
        line(lambda it: "cli.regulation_beside" if it.graph_expanded else "cli.regulation_hit"),
        text(lambda it: it.graph_context.breadcrumb_path, 1),
        text("text"),
        line("cli.regulation_interpreted", when=lambda it: it.graph_context.has_interpretations),
        each("source_reference"),
    ),
    RegulationLink=(line("cli.regulation_link"),),
    RegulationReference=(
        line(lambda it: "cli.regulation_reference" if it.resolved else "cli.regulation_reference_open"),
    ),
    RelatedAnswer=(text("message"), each("regulation"), each("edges"), each("concepts"), each("candidates"), MORE),
    PracticeAnswer=(text("message"), each("entries"), text(lambda it: it.notice if it.entries else None)),
    PracticeHit=(
        line("cli.practice_entry", title=lambda it: say("practice.title", title=it.entry.title)),
        text(practice_words),
        each("source_reference"),
    ),
    ConceptLink=(
        line("cli.concept", others=lambda it: ", ".join(it.words)),
        each("regulations"),
    ),
    RegulationEdge=(line(lambda it: "cli.regulation_edge" if it.resolved else "cli.regulation_edge_open"),),
    StoredReference=(line("cli.reference"),),
    DefinitionText=(line("cli.definition", place=place), text("text", 1)),
    ClausePlace=(line("cli.clause_place", place=place),),
    TableAnswer=(
        text("message"),
        each("cell"),
        each("candidates"),
        each("tables", layout=PART_LINK),
        text(_whole_table),
        each("source_reference"),
        MORE,
    ),
    TableCell=(line("cli.cell", unit=lambda it: say("cli.cell_unit", unit=it.unit) if it.unit else ""),),
    CellCandidate=(line("cli.cell_candidate"),),
    QuoteAnswer=(each("check"), CANDIDATES),
    QuoteCheck=(
        line("cli.quote_verdict", verdict=lambda it: say(f"cli.verdict_{it.verdict.lower()}")),
        text(lambda it: _differences(it) or it.verified_text, 1),
        line("cli.clause_id", margin=1, when="chunk_id"),
        SOURCE,
        each("also_in", margin=1),
    ),
    QuotePlace=(line("cli.quote_also_in", place=place, product=_document_of),),
    CheckedAnswer=(
        text("message"),
        line("cli.answer_checked", when="quotes", count=lambda it: len(it.quotes), verdicts=_verdicts),
        each("quotes", numbered=True),
        CANDIDATES,
        MORE,
    ),
    AskedAnswer=(
        text(lambda it: it.answer_text.replace("**", "")),
        text(lambda it: None if (it.message or "") in it.answer_text else it.message),
        each("citations", head="cli.ask_sources", layout=(text("citation", 1),)),
        line("cli.ask_written", when=lambda it: it.model_used != EXTRACTIVE),
        line(
            lambda it: f"cli.ask_measured_{it.confidence}",
            seconds=lambda it: f"{(it.timing.total_ms or 0) / 1000:.1f}",
        ),
    ),
    CheckedQuotation=(line("cli.quotation_number"), each("check", margin=1)),
    ComparisonAnswer=(
        each("old", layout=(line("cli.compared_old", name=lambda it: it.product_name or it.pdf_path),)),
        each("new", layout=(line("cli.compared_new", name=lambda it: it.product_name or it.pdf_path),)),
        each("counts"),
        text("message"),
        each("changes"),
        MORE,
    ),
    ChangeCounts=(line("cli.compared"),),
    ClauseChange=(
        line(
            "cli.change",
            kind=lambda it: say(f"cli.change_{it.kind}"),
            places=_changed_places,
            decisive=lambda it: say("cli.change_decisive") if it.decisive else "",
        ),
        text(_change_text, 1),
    ),
    PracticeState=(
        line("cli.practice_state"),
        line("cli.practice_next", when="next_due", at=lambda it: f"{it.next_due.astimezone():%Y-%m-%d %H:%M}"),
        each("papers"),
    ),
    PractisedPaper=(line("cli.practice_paper", name=lambda it: it.name or say("practise_page.typed")),),
    LibraryStatusAnswer=(
        text("message"),
        line("cli.library_documents", when="documents"),
        line("cli.library_times", when="documents"),
        each("soundness"),
        each("sites"),
        each("ranking"),
    ),
    Soundness=(line("cli.library_soundness"),),
    SiteFreshness=(line("cli.library_site"),),
    RankingStanding=(line("cli.library_ranking"),),
)
