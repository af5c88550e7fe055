"""Proposes passages outside the exclusions that refuse or limit cover, each with its reason and place. Pure.

Insurers put such sentences into benefits, waiting periods, deductibles and definitions, and the law makes them print
these so as to be noticed. How this document prints its own exclusions tells what is noticed in it: many set defined
terms in bold as well. A definition counts as part of a benefit where a benefit points at it; where only exclusions do,
what it leaves out is covered again.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from insurance_desktop.domain.conversion import Clause, Emphasis, ProposedExclusion, Reference, SourceSpan
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.kinds import ProposalReason
from insurance_desktop.domain.pack import DomainPack

from ..compiled import per_pack
from ..headings import item_mark
from ..text.plain_text import unescaped
from ..text.source_places import SourcePlaces, boxes_of
from .anchored_lines import AnchoredLine, lines_of
from .targets import SHORTEST_TERM, bare

LOUD = (Emphasis.SHADED, Emphasis.UNDERLINED, Emphasis.BOLD, Emphasis.STROKED, Emphasis.TYPEFACE, Emphasis.COLOURED)
HEAVY = frozenset({Emphasis.BOLD, Emphasis.STROKED})
"""Two ways to print bold; one sentence may mix them, its digits in a bold font and its words stroked."""
MARKED = frozenset({Emphasis.SHADED.value, Emphasis.UNDERLINED.value})
USUAL_SHARE = 0.6
"""A kind of emphasis is the exclusions' own where at least this part of their signs has it."""
SHORTEST = 9
"""Fewer signs that stand out are a term, not a sentence."""
LONG_CELL = 12
"""A cell with fewer signs is an entry, not a sentence."""
CELL = re.compile(r"[^|]+")
QUESTIONS = frozenset("?\uff1f")
SENTENCE = re.compile("[^\u3002\uff1b;\uff01]+[\u3002\uff1b;\uff01]*")
COLONS = frozenset("\uff1a:")
ROW = "|"
NEVER = r"(?!)"


class _Phrases(NamedTuple):
    refusals: re.Pattern[str]
    limits: re.Pattern[str]
    losses: re.Pattern[str]
    neutral: re.Pattern[str]


class _Passage(NamedTuple):
    """A sentence of a line as offsets of its text, and which of its signs stand out as exclusions do."""

    line: AnchoredLine
    start: int
    end: int
    loud: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        return self.line.text[self.start : self.end]


class _Found(NamedTuple):
    """Why a stretch of a line is proposed, and the words that tell."""

    reason: ProposalReason
    phrase: str
    start: int
    end: int


def propose_exclusions(
    clauses: Sequence[Clause],
    references: Sequence[Reference],
    markdown: str,
    source_map: Sequence[SourceSpan],
    pack: DomainPack,
) -> tuple[ProposedExclusion, ...]:
    """The passages of a document that a reviewer should look at as exclusions, in reading order."""
    finder = _Finder(clauses, references, markdown, source_map, pack)
    return tuple(each for clause in clauses if finder.may_hold(clause) for each in finder.read(clause))


class _Finder:
    """Reads the clauses of one document."""

    def __init__(
        self,
        clauses: Sequence[Clause],
        references: Sequence[Reference],
        markdown: str,
        source_map: Sequence[SourceSpan],
        pack: DomainPack,
    ) -> None:
        self.markdown = markdown
        self.pack = pack
        self.places = SourcePlaces(source_map)
        self.phrases = _phrases(pack)
        titles = {normalised(title) for title in pack.definition_titles}
        self.glossaries = {clause.section_id for clause in clauses if normalised(clause.section_title) in titles}
        self.defining = set(self.glossaries)
        for clause in clauses:  # parts of definitions too: parents come before their children
            if clause.parent_section in self.defining:
                self.defining.add(clause.section_id)
        self.narrowing = self._narrowing(clauses, references)
        self.granting = self._granting(clauses, references)
        self.style = self._style(clauses)

    def _narrowing(self, clauses: Sequence[Clause], references: Sequence[Reference]) -> frozenset[str]:
        """The definitions that benefits point at."""
        benefits = {clause.section_id for clause in clauses if self.is_benefit(clause)}
        return frozenset(each.target for each in references if each.source in benefits and each.target)

    def _granting(self, clauses: Sequence[Clause], references: Sequence[Reference]) -> frozenset[str]:
        """The definitions that only exclusions need: those point at them or, where nothing does, use their terms."""
        pointed: dict[str, set[str]] = {}
        for each in references:
            pointed.setdefault(each.target or "", set()).add(each.source)
        exclusions = {each.section_id for each in clauses if self.is_exclusion(each)}
        texts = {
            each.section_id: normalised(each.text) for each in clauses if each.text and not self.is_definition(each)
        }
        found: set[str] = set()
        for clause in clauses:
            term = bare(normalised(clause.section_title))
            if not self.is_definition(clause) or len(term) < SHORTEST_TERM:
                continue
            users = pointed.get(clause.section_id, set()) - {clause.section_id}
            users = users or {section_id for section_id, text in texts.items() if term in text}
            if users and users <= exclusions:
                found.add(clause.section_id)
        return frozenset(found)

    def is_exclusion(self, clause: Clause) -> bool:
        return clause.category[:1] == (self.pack.exclusion_category,)

    def _style(self, clauses: Sequence[Clause]) -> frozenset[str]:
        """How most of the text of the document's exclusions stands out: of their items, where they have some.

        Nothing where the document has no exclusions, or prints them plainly.
        """
        signs: Counter[str] = Counter()
        total = 0
        for clause in clauses:
            if not self.is_exclusion(clause):
                continue
            for line in lines_of(self.markdown, clause):
                if clause.items and item_mark(line.text, self.pack) is None:
                    continue
                for span in self.places.reaching(line.start, line.end):
                    count = min(span.end, line.end) - max(span.start, line.start)
                    total += count
                    signs.update(dict.fromkeys(_look(span.emphasis), count))
        return frozenset(look for look, count in signs.items() if count >= USUAL_SHARE * total)

    def may_hold(self, clause: Clause) -> bool:
        """Whether a clause is none of the exclusions, and part of the contract."""
        return not self.is_exclusion(clause) and not self.pack.is_guide(clause.section_id) and bool(clause.text)

    def is_benefit(self, clause: Clause) -> bool:
        """Whether a clause gives cover: neither a step of procedure nor an entry of the definitions."""
        kinds = (self.pack.procedure_category, self.pack.exclusion_category)
        return clause.category[:1] not in [(kind,) for kind in kinds] and clause.section_id not in self.defining

    def is_definition(self, clause: Clause) -> bool:
        return clause.parent_section in self.glossaries or clause.section_id in self.glossaries

    def read(self, clause: Clause) -> Iterator[ProposedExclusion]:
        """What one clause refuses or limits; a list with its introduction is one passage."""
        lines = list(lines_of(self.markdown, clause))
        done = 0
        for number, line in enumerate(lines):
            if line.text == clause.section_title or line.start < done:
                continue
            for passage in self.passages(line):
                for found in self.judge(passage, clause):
                    end = self.last_item(passage, found.end, lines[number + 1 :]) or line.place(found.end)
                    if line.place(found.start) >= done:
                        yield self.proposed(clause, found, line.place(found.start), end)
                        done = end

    def judge(self, passage: _Passage, clause: Clause) -> list[_Found]:
        """The words of a passage that refuse or limit, in order; else what only its print says; often nothing."""
        words = self.phrases.neutral.sub(lambda match: " " * len(match.group()), passage.text)
        is_procedure = clause.category[:1] == (self.pack.procedure_category,)
        is_cover = not is_procedure and (not self.is_definition(clause) or clause.section_id in self.narrowing)
        limits = (self.phrases.losses if is_procedure else self.phrases.limits).finditer(words)
        found = [self.placed(passage, ProposalReason.REFUSAL, match) for match in self.phrases.refusals.finditer(words)]
        found += [
            self.placed(passage, ProposalReason.LIMIT, match)
            for match in (limits if clause.section_id not in self.granting else ())
            if is_cover or _overlaps(passage, match)
        ]
        if not found and is_cover and self.is_telling and not passage.line.text.startswith(ROW):
            start, end = max(passage.loud, key=lambda each: each[1] - each[0], default=(0, 0))
            if end - start >= SHORTEST and passage.line.text[end - 1] not in COLONS:
                found = [_Found(ProposalReason.TYPOGRAPHY, "", start, end)]
        return sorted(found, key=lambda each: each.start)

    @property
    def is_telling(self) -> bool:
        """Whether the document prints its exclusions in more than bold: headings and terms are bold as well."""
        return bool(self.style - {Emphasis.BOLD.value, Emphasis.TYPEFACE.value})

    def placed(self, passage: _Passage, reason: ProposalReason, match: re.Match[str]) -> _Found:
        """The stretch that stands out around the phrase, where it can be read alone; else the sentence."""
        start, end = passage.start + match.start(), passage.start + match.end()
        for begin, stop in passage.loud:
            if begin < end and start < stop and stop - begin >= SHORTEST and not passage.line.text.startswith(ROW):
                return _Found(reason, match.group(), min(begin, start), max(stop, end))
        return _Found(reason, match.group(), passage.start, passage.end)

    def last_item(self, passage: _Passage, end: int, after: Sequence[AnchoredLine]) -> int | None:
        """Where the list ends that an introduction with a colon opens; None where there is no such list."""
        if end < len(passage.line.text.rstrip()) or passage.line.text.rstrip()[-1:] not in COLONS:
            return None
        first = item_mark(after[0].text, self.pack) if after else None
        if first is None:
            return None
        last = after[0]
        for line in after[1:]:
            mark = item_mark(line.text, self.pack)
            is_item = mark is not None and _shape(mark) == _shape(first)
            if not is_item and self.loud(line, 0, len(line.text)) != ((0, len(line.text)),):
                break
            last = line
        return last.end

    def passages(self, line: AnchoredLine) -> Iterator[_Passage]:
        """The sentences of a line; of a table's row the cells that hold one."""
        is_row = line.text.startswith(ROW)
        for match in (CELL if is_row else SENTENCE).finditer(line.text):
            words = match.group()
            start = match.start() + len(words) - len(words.lstrip())
            end = match.end() - len(words) + len(words.rstrip())
            if not is_row or (end - start >= LONG_CELL and line.text[end - 1] not in QUESTIONS):
                yield _Passage(line, start, end, self.loud(line, start, end))

    def loud(self, line: AnchoredLine, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """The stretches of a line that are printed as exclusions are, neighbours as one."""
        found: list[tuple[int, int]] = []
        for span in self.places.reaching(line.place(start), line.place(end)):
            if not self.is_loud(span):
                continue
            begin, stop = max(line.offset(span.start), start), min(line.offset(span.end), end)
            if found and begin - found[-1][1] <= 1:
                found[-1] = (found[-1][0], stop)
            elif begin < stop:
                found.append((begin, stop))
        return tuple(found)

    def is_loud(self, span: SourceSpan) -> bool:
        """Whether signs are printed as the exclusions are; without such a model shading and underlining count."""
        look = _look(span.emphasis)
        return self.style <= look if self.style else not MARKED.isdisjoint(look)

    def proposed(self, clause: Clause, found: _Found, start: int, end: int) -> ProposedExclusion:
        spans = self.places.reaching(start, end)
        kinds = {kind for span in spans for kind in span.emphasis if self.is_loud(span)}
        return ProposedExclusion(
            section_id=clause.section_id,
            text=unescaped(self.markdown[start:end]).strip(),
            reason=found.reason,
            phrase=found.phrase,
            emphasis=tuple(kind for kind in LOUD if kind in kinds),
            start=start,
            end=end,
            boxes=boxes_of(spans),
        )


def _look(emphasis: Sequence[Emphasis]) -> frozenset[str]:
    """How signs stand out, bold of either kind as one."""
    kinds = (Emphasis.BOLD if kind in HEAVY else kind for kind in emphasis if kind is not Emphasis.SUPERSCRIPT)
    return frozenset(kind.value for kind in kinds)


def _overlaps(passage: _Passage, match: re.Match[str]) -> bool:
    start, end = passage.start + match.start(), passage.start + match.end()
    return any(begin < end and start < stop for begin, stop in passage.loud)


def _shape(mark: str) -> str:
    """An item mark without its number: (1) and (2) are of one list."""
    return "".join(sign for sign in normalised(mark) if not sign.isalnum())


@per_pack
def _phrases(pack: DomainPack) -> _Phrases:
    lists = (pack.exclusion_phrases, pack.limit_phrases, pack.loss_phrases, pack.neutral_phrases)
    return _Phrases(*(re.compile("|".join(f"(?:{each})" for each in phrases) or NEVER) for phrases in lists))
