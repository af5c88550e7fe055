"""What a question asks with: its words, bigrams, the trade's words for its street words, and its form."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from insurance_desktop.domain.numerals import values_in
from insurance_desktop.domain.pack import DomainPack, SynonymGroup

from . import tokens
from .characters import comparable, respelled

SECTION, QUESTION, FILLER, COMPARISON, BORDER = "section", "question", "filler", "comparison", "border"
LAW, CONTRACT, ASIDE = "law", "contract", "aside"
CLAUSE_AHEAD, CLAUSE_BEHIND, CLAUSE_SPOKEN = "clause_ahead", "clause_behind", "clause_spoken"
"""The names of query forms that this room knows; a pack brings their patterns."""
OTHER_CONTRACT, BESIDE, BACK = "other_contract", "beside", "back"
FOLLOW_UP, VAGUE, ELLIPTIC = "follow_up", "vague", "elliptic"
THIS_CLAUSE, THIS_WORK, CONTINUES, WHICH_OF_THEM = "this_clause", "this_work", "continues", "which_of_them"
"""What points to the clause or the work that was spoken of, goes on asking about it, or about one of several."""
ELSEWHERE = "elsewhere"
"""What turns to other works than those that were spoken of, or to something else."""
OF_A_WORK = "of_a_work"
"""What only a work as a whole can be asked."""
FIGURE, CHAPTER = "figure", "chapter"
"""Numbers in other numerals or with a spoken point, and the number of a chapter, which may be printed bare."""
DECISION = "decision"
"""Whether something is paid or refused, not what it is."""
JOINT, PREDICATE, ATTRIBUTE, EACH = "joint", "predicate", "attribute", "each"
"""What joins two things, where what is asked about both begins, where what is asked of the last one is named, and what
asks it of each."""

NAME = "\u25a1"
"""Stands in a question for the name of a product, where it is asked what it says of that product."""

_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_DOTTED = re.compile(r"\d+\.\d+\.\d+")
_DECIMAL = re.compile(r"\d+\.\d+")
_STOP = re.compile("[,，。;；:：?？!！]")
_PAUSE = re.compile(r"[\s,，。;；:：、?？!！…—~～()（）]+")
_SHORTEST_PART = 2
_BESIDE = 40
"""So many signs before and after a number say what it is."""

_MOST_PARTS = 5


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart. `trade` are the pack's terms that its street words stand for.

    `parts` are what it asks about side by side, () where it cannot be parted.
    """

    text: str
    words: tuple[str, ...]
    bigrams: tuple[str, ...]
    trade: tuple[str, ...]
    is_question: bool
    numbers: int
    has_clause_number: bool
    parts: tuple[str, ...] = ()
    is_comparison: bool = False


@dataclass(frozen=True, slots=True)
class SectionAsked:
    """A printed number in a question. `alone` = the question holds nothing else that could be searched.

    `is_sure`: nothing but a clause can be meant. Any other decimal may as well be a blood value, a rate or a version.
    `said` is what the question says beside its numbers; `ahead` and `behind` are what stands before and after this one.
    `is_others`: it is said to be a clause of the contract that a rider is added to.
    """

    section_id: str
    alone: bool
    is_sure: bool = True
    said: str = ""
    ahead: str = ""
    behind: str = ""
    is_others: bool = False

    def means(self, title: str) -> bool:
        """Whether the clause of this number is meant, which has this title (a key, see `subject_of`)."""
        if self.is_sure or len(title) < _SHORTEST_PART:
            return self.is_sure
        is_beside = self.behind.startswith(title) or self.ahead.endswith(title)
        return is_beside or (2 * len(self.said) >= len(title) and self.said in title)


def take_apart(text: str, pack: DomainPack) -> Question:
    """The question as both arms read it. Words of the pack's stop list are left out where others remain."""
    spelled = respelled(text).strip()
    ignored = frozenset(pack.stop_words)
    all_words = tokens.unique(tokens.words(spelled, pack.language))
    kept = [word for word in all_words if word not in ignored] or all_words
    subject = without(spelled, [*patterns_of(pack, FILLER)])
    pairs = tokens.unique(tokens.bigrams(subject, pack.language)) or tokens.unique(
        tokens.bigrams(spelled, pack.language)
    )
    numbers = _NUMBER.findall(spelled)
    compares = any(pattern.search(spelled) for pattern in patterns_of(pack, COMPARISON))
    return Question(
        text=spelled,
        words=tuple(kept),
        bigrams=tuple(pairs),
        trade=trade_terms(spelled, pack.synonyms),
        is_question=any(pattern.search(spelled) for pattern in patterns_of(pack, QUESTION)),
        numbers=len(numbers),
        has_clause_number=_DOTTED.search(spelled) is not None,
        parts=_parts(spelled, pack),
        is_comparison=compares,
    )


def _parts(text: str, pack: DomainPack) -> tuple[str, ...]:
    """What stands between pauses and and-words: the sides of a comparison, the sentences of a story."""
    pieces = _PAUSE.split(text)
    for border in patterns_of(pack, BORDER):
        pieces = [part for piece in pieces for part in border.split(piece)]
    kept = tokens.unique(piece.strip() for piece in pieces if len(comparable(piece)) >= _SHORTEST_PART)
    return tuple(kept[:_MOST_PARTS]) if len(kept) > 1 else ()


def terms_named(text: str, pack: DomainPack) -> tuple[tuple[str, ...], ...]:
    """For each term of the trade that a question names outright: the term and the others that mean the same."""
    spelled = respelled(text)
    return tuple(group.trade for group in pack.synonyms if any(term in spelled for term in group.trade))


def trade_terms(text: str, synonyms: Iterable[SynonymGroup]) -> tuple[str, ...]:
    """The trade's terms for the street words (and for other trade terms) that stand in the text."""
    found: list[str] = []
    for group in synonyms:
        if any(phrase in text for phrase in (*group.street, *group.trade)):
            found.extend(group.trade)
    return tuple(tokens.unique(found))


def sections_asked(text: str, pack: DomainPack) -> tuple[SectionAsked, ...]:
    """The numbers in a question that may be clauses' (`6.5`, `第六条`), in order; articles of a law are none."""
    spelled = respelled(text).strip()
    numbers = _clause_numbers(spelled, pack)
    taken = [number.span() for number in numbers]
    sure: set[int] = set()
    others: set[int] = set()
    for run in _runs(spelled, numbers, pack):
        said_so = [_said_to_be_a_clause(spelled, number, pack) for number in run]
        if any(spans is not None for spans in said_so):
            sure.update(number.start() for number in run)
            taken += [span for spans in said_so for span in spans or ()]
        named = _others(spelled, run[0], pack)
        if named is not None:
            others.update(number.start() for number in run)
            taken.append(named)
    rest = list(spelled)
    for start, end in taken:
        rest[start:end] = " " * (end - start)
    left = without("".join(rest), patterns_of(pack, FILLER))
    alone, said = not comparable(without(left, patterns_of(pack, ASIDE))), comparable(left)
    found: dict[tuple[str, bool], SectionAsked] = {}
    for number in numbers:
        section, is_others = "".join(number["number"].split()), number.start() in others
        is_sure = alone or number.start() in sure
        if (section, is_others) not in found or is_sure:
            ahead = spelled[max(0, number.start() - _BESIDE) : number.start()]
            around = (subject_of(ahead, pack), subject_of(spelled[number.end() :][:_BESIDE], pack))
            found[section, is_others] = SectionAsked(section, alone, is_sure, said, *around, is_others)
    return tuple(found.values())


def _others(text: str, number: re.Match[str], pack: DomainPack) -> tuple[int, int] | None:
    """Where the words stand that give a number to the contract that a rider is added to."""
    offset, end = max(0, number.start() - _BESIDE), number.start()
    said = (found for each in patterns_of(pack, OTHER_CONTRACT) for found in each.finditer(text, offset, end))
    return next((found.span() for found in said if found.end() == end), None)


def is_about_others(text: str, pack: DomainPack) -> bool:
    """Whether a question speaks of the contract that a rider is added to."""
    return any(each.search(respelled(text)) for each in patterns_of(pack, OTHER_CONTRACT))


def asks_to_decide(text: str, pack: DomainPack) -> bool:
    """Whether a question asks if something is paid or refused."""
    return any(each.search(respelled(text)) for each in patterns_of(pack, DECISION))


def without_asides(text: str, pack: DomainPack) -> str | None:
    """What is asked in a question whose products' names are NAME, without what it mentions besides; None where it asks
    about one of these products after all, or nothing else."""
    left = without(respelled(text), patterns_of(pack, BESIDE)).strip()
    asks = comparable(without(left, (*patterns_of(pack, FILLER), *patterns_of(pack, ASIDE))))
    leads_back = any(each.search(left) for each in patterns_of(pack, BACK))
    return None if NAME in left or not asks or leads_back else left


def _clause_numbers(text: str, pack: DomainPack) -> list[re.Match[str]]:
    """The numbers that are written as clauses' are, without those of another law, in order."""
    taken = [law.span("number") for pattern in patterns_of(pack, LAW) for law in pattern.finditer(text)]
    found: list[re.Match[str]] = []
    for pattern in patterns_of(pack, SECTION):
        for number in pattern.finditer(text):
            if not any(start < number.end() and number.start() < end for start, end in taken):
                found.append(number)
        taken += [number.span() for number in found]
    return sorted(found, key=lambda number: number.start())


def _runs(text: str, numbers: list[re.Match[str]], pack: DomainPack) -> list[list[re.Match[str]]]:
    """Numbers that only words such as "and" stand between: what is said of one of them is said of all."""
    joining = (*patterns_of(pack, FILLER), *patterns_of(pack, BORDER))
    runs: list[list[re.Match[str]]] = []
    for number in numbers:
        between = text[runs[-1][-1].end() : number.start()] if runs else ""
        if runs and not _STOP.search(between) and not comparable(without(between, joining)):
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs


def _said_to_be_a_clause(text: str, number: re.Match[str], pack: DomainPack) -> list[tuple[int, int]] | None:
    """Where the words beside a number stand that make it a clause's, [] where it needs none; None where it may be a
    measured value as well."""
    start, end = number.span("number")
    ahead, offset = text[max(0, start - _BESIDE) : start], max(0, start - _BESIDE)
    spans = [
        (offset + found.start(), start) for each in patterns_of(pack, CLAUSE_AHEAD) if (found := each.search(ahead))
    ]
    spans += [found.span() for each in patterns_of(pack, CLAUSE_BEHIND) if (found := each.match(text, end))]
    spoken = [found.span() for each in patterns_of(pack, CLAUSE_SPOKEN) if (found := each.match(text, end))]
    if spoken and (_is_chatter(ahead, pack) or any(each.search(ahead) for each in patterns_of(pack, CONTRACT))):
        spans += spoken
    return spans if spans or not _DECIMAL.fullmatch(number["number"]) else None


def _is_chatter(ahead: str, pack: DomainPack) -> bool:
    """Whether what stands before a number in its own sentence says nothing."""
    sentence = _STOP.split(ahead)[-1]
    return not comparable(without(sentence, (*patterns_of(pack, FILLER), *patterns_of(pack, ASIDE))))


def figured(text: str, pack: DomainPack) -> str:
    """The text with the numbers of clauses that are written in other numerals in figures: 2.4 for 二点四."""
    spelled = respelled(text).strip()
    for pattern in patterns_of(pack, FIGURE):
        spelled = pattern.sub(_in_figures, spelled)
    return spelled


def _in_figures(match: re.Match[str]) -> str:
    start, end = match.span("number")
    values = ".".join(values_in(match["number"]))
    return match[0][: start - match.start()] + values + match[0][end - match.start() :]


def bare_number(section_id: str, pack: DomainPack) -> str | None:
    """What a chapter's number is where it is printed without its word: 2 for 第二章; None for what is no chapter's."""
    found = (pattern.fullmatch(section_id) for pattern in patterns_of(pack, CHAPTER))
    return next((values_in(match["number"])[0] for match in found if match), None)


def leading_section(text: str, pack: DomainPack) -> tuple[str, str] | None:
    """The clause number that a text begins with, as a printed id, and what stands behind it; None where none does."""
    spelled = respelled(text).strip()
    for pattern in patterns_of(pack, SECTION):
        match = pattern.match(spelled)
        if match is not None:
            return "".join(match["number"].split()), spelled[match.end() :].strip()
    return None


def subject_of(text: str, pack: DomainPack) -> str:
    """The question without the words that only ask: what an exact title is compared with."""
    return comparable(without(respelled(text), patterns_of(pack, FILLER)))


def without_pointing(text: str, pack: DomainPack) -> str:
    """The question without the words that point back to what was said before."""
    return without(respelled(text), patterns_of(pack, FOLLOW_UP)).strip()


def is_follow_up(text: str, pack: DomainPack) -> bool:
    """Whether a question points back to what was said before, and says nothing by itself that could be looked for.

    One that leaves out what is asked names only what is other than before, whatever it names.
    """
    said = without_pointing(text, pack)
    if any(form.search(respelled(text)) for form in patterns_of(pack, ELLIPTIC)):
        return True
    return said != respelled(text).strip() and not says_something(said, pack)


def says_something(text: str, pack: DomainPack) -> bool:
    """Whether a text holds more than words that only ask."""
    if trade_terms(respelled(text), pack.synonyms) or _NUMBER.search(text):
        return True
    asking = (*patterns_of(pack, VAGUE), *patterns_of(pack, FILLER), *patterns_of(pack, ASIDE))
    return len(comparable(without(respelled(text), asking))) >= _SHORTEST_PART


def without(text: str, patterns: Iterable[re.Pattern[str]]) -> str:
    """The text with a space for what these patterns find."""
    for pattern in patterns:
        text = pattern.sub(" ", text)
    return text


@lru_cache(maxsize=128)
def compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """A pack's forms, made once."""
    return tuple(re.compile(pattern) for pattern in patterns)


def patterns_of(pack: DomainPack, name: str) -> tuple[re.Pattern[str], ...]:
    """The pack's query forms of this use."""
    return compiled(tuple(form.pattern for form in pack.query_forms if form.use == name))
