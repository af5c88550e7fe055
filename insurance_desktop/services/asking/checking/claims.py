"""What of a written answer claims nothing: words that join, names of what clauses are titled."""

import re
from collections.abc import Sequence
from functools import cached_property

from insurance_desktop.domain.asking import Passage
from insurance_desktop.domain.pack import DomainPack

from .grounds import Held, Supports, heading_of, held_in
from .reading import Kind, Phrase, Reader, Word, plain, symbols
from .splitting import Form, Written
from .statement import AROUND


class Claims:
    """Tells what claims something from what does not, beside some passages."""

    def __init__(self, passages: Sequence[Passage], pack: DomainPack, reader: Reader, supports: Supports) -> None:
        self.passages = passages
        self.rules = pack.statements
        self.reader = reader
        self.supports = supports
        self.harmless = re.compile("|".join(f"(?:{each})" for each in self.rules.harmless_forms) or "(?!)")

    def none_in(self, each: Written) -> bool:
        """Whether a sentence only joins others, asks to look at the contract, or names what clauses are titled."""
        if self.harmless.fullmatch(plain(each.said).strip(AROUND)):
            return True
        reading = self.reader.read(each.said)
        if symbols(each.said) or self.is_bare(each.said):
            return False
        if not reading.claims:
            return True
        if each.form not in (Form.HEADING, Form.LEAD) or each.cites:
            return False
        return all(self._is_title(words) for phrase in reading.phrases for words in self._parted(phrase))

    def is_bare(self, said: str) -> bool:
        """Whether a sentence only says yes or no: nothing in a clause can be laid beside it."""
        reading = self.reader.read(said)
        if plain(said).strip(AROUND).casefold() in self.rules.bare_answers:
            return True
        if any(word.kind in (Kind.WORD, Kind.FIGURE) for word in reading.words):
            return any(self._answers(phrase) for phrase in reading.phrases)
        return any(word.kind is not Kind.LIGHT or word.said in self.rules.bare_answers for word in reading.words)

    def _answers(self, phrase: Phrase) -> bool:
        """Whether a phrase is nothing but a word that answers."""
        return bool(phrase.words) and all(word.said in self.rules.bare_answers for word in phrase.words)

    def _parted(self, phrase: Phrase) -> list[list[Word]]:
        parts: list[list[Word]] = [[]]
        for word in phrase.words:
            if word.said in self.rules.joints:
                parts.append([])
            else:
                parts[-1].append(word)
        return parts

    def _is_title(self, words: Sequence[Word]) -> bool:
        """Whether one title holds these words, which add nothing that answers."""
        if not all(word.kind in (Kind.WORD, Kind.LIGHT) for word in words):
            return False
        return all(word.said not in self.rules.bare_answers for word in words) and any(
            all(word.kind is Kind.LIGHT or self.supports.share(word, title) == 1.0 for word in words)
            for title in self._titles
        )

    @cached_property
    def _titles(self) -> tuple[Held, ...]:
        """What stands above each clause, line by line."""
        lines = dict.fromkeys(line for each in self.passages for line in heading_of(each).split("\n"))
        return tuple(held_in([self.reader.read(line)]) for line in lines)
