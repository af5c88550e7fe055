"""An answer that no language model writes: verbatim sentences of the clauses that answer, each with its citation.

Whether something is paid is said by the check of exclusions, never by which sentences were chosen.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from insurance_desktop.domain.answers import AnsweredSide, ExclusionItem, Hit, Nearest
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.questions import take_apart
from insurance_desktop.index.tokens import bigrams
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.excerpts import shares

from .evidence import Evidence, EvidenceClause, heading_of
from .quoted_page import Extract, Gap, Quoted, QuotedPage
from .units import CELLS, Unit, units_of

Relevance = Callable[[Sequence[str]], Sequence[float]]
"""How surely each of some passages answers the question."""

_ROOM = 540
"""Signs of clauses in an answer. What may not be cut makes it longer."""
_MOST_OF_ONE = 270
"""Signs of one clause, where several answer."""
_LEAST = 40
"""A clause that would get less is not quoted."""
_FIRST_ROWS = 3
"""Rows of figures that are quoted where none of them is asked for."""
_MOST_MEANINGS, _MEANING_ROOM = 2, 100


def extract(evidence: Evidence, question: str, pack: DomainPack, relevance: Relevance) -> Extract:
    """An answer from the clauses; where there are none, the words for that, with the nearest titles."""
    page = QuotedPage()
    if not evidence.clauses:
        for words in _nothing(evidence):
            page.say(words)
        return page.made()
    for told in (finding_of(evidence), evidence.message):
        if told:
            page.say(told)
    quotes = _quotes(evidence, question, pack, relevance)
    for each in quotes:
        page.quote(each)
    if not all(each.is_whole for each in quotes):
        page.say(say("ask.left_out"))
    if evidence.exclusions is not None:
        page.say(evidence.exclusions.disclaimer)
    page.say(say("ask.extractive"))
    return page.made()


def _nothing(evidence: Evidence) -> Iterator[str]:
    """Why there is no answer, and what is nearest, by its title: nothing of it is quoted."""
    if evidence.message:
        yield evidence.message
    if finding := finding_of(evidence):
        yield finding
    if evidence.results:
        yield say("ask.weak", titles=_names(map(_title, evidence.results)))
    if evidence.nearest:
        yield say("ask.nearest", titles=_names(map(_title, evidence.nearest)))
    if evidence.candidates:
        yield say("ask.candidates", names=_names(each.product_name for each in evidence.candidates))


def finding_of(evidence: Evidence) -> str:
    """What the check of exclusions says, in its own words."""
    found = evidence.exclusions
    if found is None:
        return ""
    return found.summary if found.status is AnswerStatus.OK else found.message or found.summary


def _names(names: Iterable[str]) -> str:
    return say("ask.comma").join(dict.fromkeys(names))


def _title(of: Hit | Nearest) -> str:
    return heading_of(of.section_id, of.section_title)


def _quotes(evidence: Evidence, question: str, pack: DomainPack, relevance: Relevance) -> tuple[Quoted, ...]:
    """What is quoted: the exclusions that fit, then the clauses that answer, each thing that is asked about with as
    much room, then what their words mean."""
    refused = tuple(_refused(evidence, pack))
    done = {each.clause.clause_id for each in refused}
    answering = _answering(evidence, done)
    firsts = _firsts(evidence.sides)
    units = _units(answering, pack)
    answering, units = [each for each, own in zip(answering, units, strict=True) if own], [own for own in units if own]
    sizes = [sum(unit.size() for unit in each) for each in units]
    spent = sum(len(line) for each in refused for line in each.lines)
    rooms = _rooms(sizes, max(_ROOM - spent, _LEAST), sum(each.clause_id in firsts for each in answering))
    quoted = [
        _quoted(clause, own, room, relevance, take_apart(question, pack).trade)
        for clause, own, room in zip(answering, units, rooms, strict=True)
        if room or (not refused and clause is answering[0])
    ]
    found = _once((*refused, *_headed(quoted, firsts)))
    return (*found, *_meanings(evidence, found, question, pack))


def _units(answering: Sequence[EvidenceClause], pack: DomainPack) -> list[list[Unit]]:
    """What of each may be quoted; the figures of a table that is a clause of its own only there, where some of its rows
    are asked for."""
    met = {_place(each) for each in answering if each.rows_asked}
    return [
        [
            unit
            for unit in units_of(each.text, each.items, each.table, pack)
            if each.rows_asked or not unit.is_figures or _place(each) not in met
        ]
        for each in answering
    ]


def _rooms(sizes: Sequence[int], room: int, equals: int) -> list[int]:
    """Signs for each clause: none takes much before the others have theirs, and what these leave goes to the best."""
    most = room if len(sizes) == 1 else _MOST_OF_ONE
    rooms = shares([min(each, most) for each in sizes], room, _LEAST, max(equals, 1))
    spare = room - sum(rooms)
    for place, given in enumerate(rooms):
        more = min(spare, sizes[place] - given) if given else 0
        rooms[place] += more
        spare -= more
    return rooms


def _firsts(sides: Sequence[AnsweredSide]) -> dict[str, str]:
    """The clause that answers each thing that is asked about, with its name."""
    return {each.answered_by[0].chunk_id: each.name for each in sides if each.answered_by}


def _answering(evidence: Evidence, done: Collection[str]) -> list[EvidenceClause]:
    """The clauses that answer, one for each thing that is asked about first. Where one of these things is missing, only
    what answers another: what was found for both together may speak of neither."""
    answering = [each for each in evidence.clauses if not each.is_meaning and each.clause_id not in done]
    if not all(each.found for each in evidence.sides):
        sided = {link.chunk_id for each in evidence.sides for link in each.answered_by}
        answering = [each for each in answering if each.clause_id in sided]
    firsts = list(_firsts(evidence.sides))
    return sorted(answering, key=lambda each: firsts.index(each.clause_id) if each.clause_id in firsts else len(firsts))


def _headed(quotes: Sequence[Quoted], firsts: Mapping[str, str]) -> Iterator[Quoted]:
    """Each under what it is for, where several things are asked about."""
    beside = say("ask.beside")
    for each in quotes:
        name = firsts.get(each.clause.clause_id)
        heading = say("ask.side", name=name) if name else beside if firsts else ""
        yield replace(each, heading=heading)
        beside = "" if heading == beside else beside


def _once(quotes: Iterable[Quoted]) -> tuple[Quoted, ...]:
    """Without what another clause of the same section says: a table may be a clause of its own, too."""
    kept: list[Quoted] = []
    for each in quotes:
        same = [line for one in kept if _place(one.clause) == _place(each.clause) for line in one.lines]
        if not all(_stands_in(line, same) for line in each.lines):
            kept.append(each)
    return tuple(kept)


def _place(clause: EvidenceClause) -> tuple[int, str]:
    return clause.source.document_id, clause.section_id


def _quoted(
    clause: EvidenceClause, units: Sequence[Unit], room: int, relevance: Relevance, terms: Sequence[str]
) -> Quoted:
    """The whole clause where it has the room, else its most relevant units in the order of the clause; the best of them
    comes first where it says something by itself."""
    if sum(each.size() for each in units) <= room:
        return Quoted(clause, _laid_out(units, range(len(units)))[0], is_whole=True)
    taken: list[int] = []
    shown: frozenset[str] = frozenset()
    order = _with_answering(_best_first(clause, units, relevance), clause, units, terms)
    for place in order:
        size = units[place].size(shown)
        if taken and size > room:
            if units[place].is_row:
                continue  # a sentence may be shorter
            break
        room -= size
        taken.append(place)
        shown |= {*units[place].leads, *units[place].lines}
    ahead = [order[0]] if units[order[0]].stands_alone else []
    places = [*ahead, *sorted(place for place in taken if place not in ahead)]
    lines, gaps = _laid_out(units, places)
    return Quoted(clause, lines, is_whole=False, gaps=gaps)


def _best_first(clause: EvidenceClause, units: Sequence[Unit], relevance: Relevance) -> list[int]:
    """The places of the units that may be quoted: the rows that hold for what is asked, then by relevance. Rows of
    figures answer where they are asked for; where none is, the first of them show what the table is like."""
    asked = {_bare("".join(row)) for each in clause.rows_asked for row in each.rows[1:]}
    met = [place for place, each in enumerate(units) if each.is_row and _bare(each.text) in asked]
    figures = [place for place, each in enumerate(units) if each.is_figures and place not in met]
    worded = [place for place, each in enumerate(units) if not each.is_figures and place not in met]
    told = relevance([_in_place(clause, units[place]) for place in worded]) if worded else ()
    ranked = [place for _, place in sorted(zip(told, worded, strict=True), key=lambda each: -each[0])]
    ranked = [place for place in ranked if not units[place].is_lead_in] or ranked
    return [*met, *ranked, *([] if met else figures[:_FIRST_ROWS])]


def _with_answering(order: list[int], clause: EvidenceClause, units: Sequence[Unit], terms: Sequence[str]) -> list[int]:
    """The order, the unit next to the best that says most of what the question means in the trade's terms, beside what
    the title says for the whole clause: who asks what he gets back is told of the cash value."""
    own = [term for term in terms if term not in clause.section_title]
    said = {place: sum(term in units[place].text for term in own) for place in order if not units[place].is_row}
    most = max(said, key=said.__getitem__, default=order[0])
    if not said.get(most) or most == order[0]:
        return order
    return [order[0], most, *(place for place in order[1:] if place != most)]


def _laid_out(units: Sequence[Unit], places: Sequence[int]) -> tuple[tuple[str, ...], tuple[Gap, ...]]:
    """The lines of these units, and where rows or items of a table or list that is quoted in part are left out."""
    lines: list[str] = []
    gaps: list[Gap] = []
    for place in places:
        unit = units[place]
        listed = [at for at, each in enumerate(units) if each.listed == unit.listed] if unit.listed else [place]
        before = [at for at in listed if at < place and at in places]
        last = lines[-len(unit.leads) :] if unit.is_row else lines
        lines += (
            []
            if unit.is_row and before
            else [_rest_of(lead, lines) for lead in unit.leads if not _stands_in(lead, last)]
        )
        skipped = sum(max(before, default=-1) < at < place for at in listed)
        gaps += [Gap(len(lines), skipped, unit.is_row)] if skipped else []
        lines += unit.lines
        behind = [at for at in listed if at > place]
        gaps += [Gap(len(lines), len(behind), unit.is_row)] if behind and not {*behind} & {*places} else []
    return tuple(lines), tuple(gaps)


def _rest_of(lead: str, lines: Sequence[str]) -> str:
    """What leads into a list, without the sentences before it in its line that were quoted just now."""
    tails = ("".join(lines[place:]) for place in range(len(lines)))
    return lead[len(next((tail for tail in tails if lead.startswith(tail)), "")) :]


def _in_place(clause: EvidenceClause, unit: Unit) -> str:
    """A unit as it is read: below its title and behind its leads; a row behind the header alone, for what leads to a
    table says nothing of one of its rows."""
    leads = [lead for lead in unit.leads if not unit.is_row or CELLS in lead]
    return "\n".join((clause.section_title, *leads, *unit.lines))


def _refused(evidence: Evidence, pack: DomainPack) -> Iterator[Quoted]:
    """The exclusions that fit, with the words above their lists and whatever takes them back."""
    matched = evidence.excluded.matched_clauses if evidence.excluded else ()
    known = {each.clause_id: each for each in evidence.clauses}
    for clause_id, items in groupby(matched, key=attrgetter("chunk_id")):
        if clause_id not in known:
            continue
        clause, together = known[clause_id], list(items)
        units = units_of(clause.text, clause.items, clause.table, pack)
        fitting = [place for place, unit in enumerate(units) if any(_holds(unit, each) for each in together)]
        lines, _ = _laid_out(units, fitting)  # how many were gone through is told above them
        yield Quoted(clause, lines or (clause.text,), is_whole=False)
        for words in (each.text for item in together for each in item.exceptions):
            if not _stands_in(words, lines):
                yield from _excepted(evidence, words, pack)


def _holds(unit: Unit, item: ExclusionItem) -> bool:
    """Whether a unit is this item, or holds words that take it back."""
    words = (item.text, *(each.text for each in item.exceptions))
    return any(_stands_in(each, unit.lines) or _stands_in(unit.text, (each,)) for each in words)


def _excepted(evidence: Evidence, words: str, pack: DomainPack) -> Iterator[Quoted]:
    """Words that take an exclusion back in another clause, in their sentence."""
    for clause in evidence.clauses:
        if not _stands_in(words, (clause.text,)):
            continue
        units = units_of(clause.text, clause.items, clause.table, pack)
        if lines := _laid_out(units, [at for at, unit in enumerate(units) if _stands_in(words, unit.lines)])[0]:
            yield Quoted(clause, lines, is_whole=False)
            return


def _meanings(evidence: Evidence, quoted: Sequence[Quoted], question: str, pack: DomainPack) -> Iterator[Quoted]:
    """What those words mean that are quoted and asked about, as far as there is room."""
    known = {each.clause_id: each for each in evidence.clauses if each.is_meaning}
    asked = take_apart(question, pack)
    pairs = {*asked.bigrams, *(pair for term in asked.trade for pair in bigrams(term))}
    found: dict[str, EvidenceClause] = {}
    for each in quoted:
        for meant in each.clause.definitions:
            said = {*bigrams(meant.title)}
            is_asked = 2 * len(said & pairs) >= max(len(said), 1)
            if meant.clause_id in known and is_asked and _stands_in(meant.anchor, each.lines):
                found.setdefault(meant.clause_id, known[meant.clause_id])
    done = {each.clause.clause_id for each in quoted}
    for clause in [each for each in found.values() if each.clause_id not in done][:_MOST_MEANINGS]:
        units = units_of(clause.text, clause.items, clause.table, pack)
        count = 1
        while count < len(units) and sum(each.size() for each in units[: count + 1]) <= _MEANING_ROOM:
            count += 1
        lines = tuple(line for each in units[:count] for line in each.lines)
        yield Quoted(clause, lines, is_whole=count == len(units))


def _stands_in(words: str, lines: Sequence[str]) -> bool:
    return _bare(words) in _bare("".join(lines))


def _bare(text: str) -> str:
    return "".join(text.split())
