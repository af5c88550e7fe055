"""Every sentence of a written answer beside the verified clauses that it cites: what they do not say is struck."""

import re
from collections.abc import Sequence
from functools import cached_property

from insurance_desktop.domain.asking import AnswerSentence, Passage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.index.characters import comparable
from insurance_desktop.packs.wording import say

from .faults import fault_of
from .grounds import Ground, Held, Supports, grounds_in, heading_of, held_in
from .naming import Names
from .reading import Kind, Reader, plain, symbols
from .splitting import Form, Numbers, Part, Written, written_in
from .statement import AROUND, Statement

_NUMBERS = re.compile(r"\s*\^?\d{1,3}(?:\s*[,\uff0c\u3001;\uff1b]\s*\^?\d{1,3}|\s*[-~\u2013\uff5e]\s*\d{1,3})*\s*")
_RANGE = re.compile(r"(\d+)\s*[-~\u2013\uff5e]\s*(\d+)")
_MARKUP = re.compile(r"<[!/?|A-Za-z]|\]\(")
"""Tags, and links and pictures of Markdown: an answer that is shown fetches nothing and leads nowhere."""
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
        self.done: dict[tuple[Written, str], AnswerSentence] = {}
        rules = pack.statements
        self.harmless = re.compile("|".join(f"(?:{each})" for each in rules.harmless_forms) or "(?!)")
        self.absent = re.compile("|".join(rules.absence_forms) or "(?!)")

    def __call__(self, text: str) -> tuple[AnswerSentence, ...]:
        """The sentences of an answer in order, each of which is a stretch of its text.

        One that claims something is struck where it cites nothing, or nothing that is there, and where the cited
        clauses do not say it; `reason` says why. Nothing of the passages' words is anything but words to compare with.
        """
        found: list[AnswerSentence] = []
        after: tuple[Written, ...] = ()
        for each in reversed(written_in(text, self.resolved)):
            sentence = self._sentence(each, _beside(each, after))
            after = () if sentence.struck else (each,)
            found.append(sentence)
        return tuple(reversed(found))

    def resolved(self, inside: str) -> Numbers:
        """The numbers that a citation names: by number, by the clause's own number, or as a person names it."""
        if _NUMBERS.fullmatch(inside):
            spread = _RANGE.sub(lambda found: ",".join(map(str, _between(found))), inside)
            return tuple(map(int, re.findall(r"\d+", spread)))
        named = self.by_name.get(comparable(inside), ())
        return named if len(named) == 1 else ()

    @cached_property
    def by_name(self) -> dict[str, Numbers]:
        found: dict[str, Numbers] = {}
        for number, each in self.passages.items():
            section = f"{each.section_id} {each.section_title}"
            names = (each.section_id, section, each.citation, f"{each.product_name}{section}")
            for name in dict.fromkeys(map(comparable, names)):
                found[name] = (*found.get(name, ()), number)
        return found

    def _sentence(self, each: Written, following: str) -> AnswerSentence:
        if (each, following) not in self.done:
            self.done[each, following] = self._compared(each, following)
        return self.done[each, following]

    def _compared(self, each: Written, following: str) -> AnswerSentence:
        if not _MARKUP.search(each.text) and (each.form is Form.MARK or self._claims_nothing(each)):
            return AnswerSentence(each.text, each.cites, checked=False)
        reason = say("asking.markup") if _MARKUP.search(each.text) else self._fault(each, following)
        return AnswerSentence(each.text, each.cites, checked=True, struck=reason is not None, reason=reason)

    def _claims_nothing(self, each: Written) -> bool:
        """Whether a sentence only joins others, asks to look at the contract, or names what clauses are titled."""
        said = "\n".join(part.text for part in each.parts)
        if self.harmless.fullmatch(plain(said).strip(AROUND)):
            return True
        reading = self.reader.read(said)
        if symbols(said):
            return False
        if not reading.claims:
            return not self._is_bare(said)
        if each.form not in (Form.HEADING, Form.LEAD) or each.cites:
            return False
        titled = self._titled
        return all(
            word.kind is Kind.LIGHT or (word.kind is Kind.WORD and self.supports.share(word, titled) == 1.0)
            for word in reading.words
        )

    def _is_bare(self, said: str) -> bool:
        return plain(said).strip(AROUND).casefold() in self.pack.statements.bare_answers

    @cached_property
    def _titled(self) -> Held:
        return held_in([self.reader.read(heading_of(each)) for each in self.passages.values()])

    def _fault(self, each: Written, following: str) -> str | None:
        said = "\n".join(part.text for part in each.parts)
        if self._is_bare(said):
            return say("asking.bare")
        missing = [number for number in each.cites if number not in self.passages]
        if missing:
            return say("asking.no_such_citation", number=missing[0])
        parts = [part if part.cites else Part(part.text, each.cites) for part in each.parts]
        reasons = (self._part_fault(part, following, each.is_quoted) for part in parts)
        reason = next(filter(None, reasons), None) if each.cites else say("asking.uncited")
        phrases = [phrase for phrase in _PHRASE_ENDS.split(plain(said)) if phrase.strip()]
        is_absence = all(self.absent.search(phrase) for phrase in phrases)
        return self._absence_fault(said) if reason and is_absence else reason

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
        grounds = tuple(ground for each in cited for ground in self._grounds(each))
        return Statement(text, self.reader.read(text), tuple(cited), grounds, self.pack, self.reader, self.supports)

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
