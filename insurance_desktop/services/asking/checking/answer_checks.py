"""Every sentence of a written answer beside the verified clauses that it cites: what they do not say is struck."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from insurance_desktop.domain.asking import AnswerSentence, Passage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import comparable
from insurance_desktop.packs.wording import say
from insurance_desktop.services.regulations.citing import steps_below
from insurance_desktop.services.regulations.paragraphs import holds

from .claims import Claims
from .faults import fault_of, sense_fault
from .grounds import Ground, Supports, figures_of, grounds_in, heading_of, held_in
from .naming import Names
from .reading import Kind, Reader, plain
from .splitting import Form, Numbers, Part, Written, written_in
from .statement import AROUND, Statement

_NUMBERS = re.compile(r"\s*\^?\d{1,3}(?:\s*[,\uff0c\u3001;\uff1b]\s*\^?\d{1,3}|\s*[-~\u2013\uff5e]\s*\d{1,3})*\s*")
_RANGE = re.compile(r"(\d+)\s*[-~\u2013\uff5e]\s*(\d+)")
_MARKUP = re.compile(r"<[!/?|A-Za-z]|\]\(|(?<!~)~~(?!~)")
"""Tags, links and pictures of Markdown, and words that it strikes through: an answer that is shown fetches nothing,
leads nowhere and takes nothing back."""
_PHRASE_ENDS = re.compile(r"[,;:.!?\u3002]")
_MOST_OF_RANGE = 20


class AnswerCheck:
    """What is written of some passages, beside them.

    They are read when they are cited, and each sentence is checked once: an answer that is being written is asked for
    again and again.
    """

    def __init__(self, passages: Sequence[Passage], pack: DomainPack) -> None:
        self.pack = pack
        self.passages = {each.number: each for each in passages}
        self.reader = Reader(pack.statements, pack.stop_words)
        self.supports = Supports(pack)
        self.names = Names(passages, pack)
        self.grounds: dict[int, tuple[Ground, ...]] = {}
        self.done: dict[tuple[Written, Written | None, str], AnswerSentence] = {}
        self.claims = Claims(passages, pack, self.reader, self.supports)
        rules = pack.statements
        self.absent = re.compile("|".join(rules.absence_forms) or "(?!)")
        self.conditional = [re.compile(each) for each in rules.condition_forms]
        self.anaphoric = re.compile("|".join(rules.anaphoric_forms) or "(?!)")

    def __call__(self, text: str) -> tuple[AnswerSentence, ...]:
        """The sentences of an answer in order, each of which is a stretch of its text.

        One that claims something is struck where it cites nothing, or nothing that is there, and where the cited
        clauses do not say it; `reason` says why. Nothing of the passages' words is anything but words to compare with.
        """
        found: list[AnswerSentence] = []
        after: tuple[Written, ...] = ()
        written = written_in(text, self.resolved)
        for before, each in reversed(list(zip((None, *written), written, strict=False))):
            sentence = self._sentence(each, before, _beside(each, after))
            after = () if sentence.struck else (each,)
            found.append(sentence)
        return tuple(reversed(found))

    def resolved(self, inside: str) -> Numbers:
        """The numbers that a citation names: by number, by the clause's own number, or as a person names it."""
        if _NUMBERS.fullmatch(inside):
            spread = _RANGE.sub(lambda found: ",".join(map(str, _between(found))), inside)
            return tuple(map(int, re.findall(r"\d+", spread)))
        named = self.by_name.get(comparable(inside), ()) or self._regulations(inside)
        return named if len(named) == 1 else ()

    def _regulations(self, inside: str) -> Numbers:
        """The passages of the regulation that is cited, or of the one that has the paragraph which is."""
        found: list[int] = []
        for number, each in self.passages.items():
            steps = steps_below(inside, each.section_id, self.pack.regulations)
            if steps == () or (steps and each.is_whole and holds(each.text, steps)):
                found.append(number)
        return tuple(found)

    @cached_property
    def by_name(self) -> dict[str, Numbers]:
        found: dict[str, Numbers] = {}
        for number, each in self.passages.items():
            section = f"{each.section_id} {each.section_title}"
            names = (each.section_id, section, each.citation, f"{each.product_name}{section}")
            for name in dict.fromkeys(map(comparable, names)):
                found[name] = (*found.get(name, ()), number)
        return found

    def _sentence(self, each: Written, before: Written | None, following: str) -> AnswerSentence:
        if (each, before, following) not in self.done:
            self.done[each, before, following] = self._compared(each, before, following)
        return self.done[each, before, following]

    def _compared(self, each: Written, before: Written | None, following: str) -> AnswerSentence:
        if not _MARKUP.search(each.text) and (each.form is Form.MARK or self.claims.none_in(each)):
            return AnswerSentence(each.text, each.cites, checked=False)
        reason = say("asking.markup") if _MARKUP.search(each.text) else self._fault(each, following)
        reason = reason or self._joint_fault(each, before)
        return AnswerSentence(each.text, each.cites, checked=True, struck=reason is not None, reason=reason)

    def _fault(self, each: Written, following: str) -> str | None:
        if self.claims.is_bare(each.said):
            return say("asking.bare")
        missing = [number for number in each.cites if number not in self.passages]
        if missing:
            return say("asking.no_such_citation", number=missing[0])
        reasons = (self._cited_fault(part, following, each) for part in self._joined(each))
        reason = next(filter(None, reasons), None) if each.cites else say("asking.uncited")
        phrases = [phrase for phrase in _PHRASE_ENDS.split(plain(each.said)) if phrase.strip()]
        is_absence = all(self.absent.search(phrase) for phrase in phrases)
        return self._absence_fault(each.said) if reason and is_absence else reason

    def _joined(self, each: Written) -> Iterator[Part]:
        """The parts of a sentence, a condition together with what follows from it."""
        held = Part("", ())
        for part in each.parts:
            cites = part.cites or each.cites
            joint = "\uff0c" if held.text else ""
            held = Part(held.text + joint + part.text, tuple(dict.fromkeys((*held.cites, *cites))))
            if not any(form.search(plain(part.text).strip(AROUND)) for form in self.conditional):
                yield held
                held = Part("", ())
        if held.text:
            yield held

    def _joint_fault(self, each: Written, before: Written | None) -> str | None:
        """Where a sentence says something else without the one before it, or the words above its list, and other
        clauses say those."""
        elsewhere = before is not None and before.cites and not set(before.cites) & set(each.cites)
        if before is not None and elsewhere and self.anaphoric.match(plain(each.said).strip(AROUND)):
            return say("asking.leans", words=before.said)
        if each.lead is None or not each.cites or not self.reader.read(each.lead.text).claims:
            return None
        above = self._statement(Part(each.lead.text, each.cites), [self.passages[number] for number in each.cites])
        return say("asking.leans", words=each.lead.text) if sense_fault(above) else None

    def _cited_fault(self, part: Part, following: str, each: Written) -> str | None:
        """What is wrong with a part beside what it cites. Of a product that it names, the other products' clauses say
        nothing; a row of a table says one thing, which one clause has to hold."""
        named = self.names.named_in(part.text)
        own = tuple(number for number in part.cites if self.passages[number].product_name in named)
        if len(named) > 1 and len(part.cites) > 1 and len(figures_of(self.reader.read(part.text).phrases)) > 1:
            return say("asking.apart")
        cites = own if len(named) == 1 and own else part.cites
        alone = [(number,) for number in cites] if each.form is Form.ROW else [cites]
        faults = [self._part_fault(Part(part.text, numbers), following, each.is_quoted) for numbers in alone]
        return next(iter(faults), None) if all(faults) else None

    def _part_fault(self, part: Part, following: str, is_quoted: bool) -> str | None:
        cited = [self.passages[number] for number in part.cites]
        named = self.names.fault(part.text, cited)
        if named:
            return named
        statement = self._statement(part, cited)
        if is_quoted and not statement.is_verbatim:
            return say("asking.quotation", words=part.text)
        if not self.pack.statements.negations and not statement.is_verbatim:
            return say("asking.no_rules", pack=self.pack.label)
        reason = fault_of(statement, following)
        return None if reason is None else self._with_place(reason, part)

    def _statement(self, part: Part, cited: Sequence[Passage]) -> Statement:
        text = self.names.without(part.text)
        clauses = tuple(self._grounds(each) for each in cited)
        return Statement(text, self.reader.read(text), tuple(cited), clauses, self.pack, self.reader, self.supports)

    def _grounds(self, passage: Passage) -> tuple[Ground, ...]:
        if passage.number not in self.grounds:
            self.grounds[passage.number] = grounds_in(passage, self.reader, self.pack)
        return self.grounds[passage.number]

    def _with_place(self, reason: str, part: Part) -> str:
        """The reason, and the clause that does say it, where another one does."""
        for number, passage in self.passages.items():
            is_other = number not in part.cites and self.names.fault(part.text, [passage]) is None
            if is_other and fault_of(self._statement(part, [passage])) is None:
                return reason + say("asking.stands_in", number=number)
        return reason

    def _absence_fault(self, said: str) -> str | None:
        """Where a sentence says that clauses are silent, none of them may hold all that they are said to leave out."""
        rest = self.reader.read(self.absent.sub("", plain(said)))
        if not rest.content or any(word.kind not in (Kind.WORD, Kind.LIGHT) for word in rest.words):
            return say("asking.uncited")
        for number, passage in self.passages.items():
            held = held_in([self.reader.read(f"{heading_of(passage)}\n{passage.text}")])
            if all(self.supports.share(word, held) == 1.0 for word in rest.content):
                return say("asking.is_said", number=number)
        return None


def _beside(each: Written, after: Sequence[Written]) -> str:
    """What the next sentence says of the same clauses: an exception may stand there."""
    return "\n".join(part.text for one in after if set(one.cites) & set(each.cites) for part in one.parts)


def _between(found: re.Match[str]) -> range:
    first, last = int(found.group(1)), int(found.group(2))
    return range(first, min(last, first + _MOST_OF_RANGE) + 1)
