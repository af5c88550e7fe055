"""What of a statement does not stand in the clauses that it cites, each fault in a sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from insurance_desktop.domain.asking import Passage
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.alignment import edits, fits, lay_beside
from insurance_desktop.services.answers.answer_checking import quotations
from insurance_desktop.services.library.comparable_text import Weights, key_of, keyed, occurrences, parts_of, weights_of

from .grounds import Ground, Held, Supports, chosen, figures_of, heading_of, held_in
from .reading import Figure, Kind, Phrase, Reader, Reading, Word

LEAST_HELD = 0.82
"""The share of a statement's words that its clauses must hold. Chosen on insurers that no figure is reported of."""
_LEAST_OF_PHRASE = 0.5
_ELSEWHERE = 0.8
"""What a word counts for that stands in a cited clause, but not in the sentences that a statement rests on."""
_WHOLE = 0.95
"""The share of a statement that a sentence holds which says all of it."""
_NEARER = 1.15
"""How much better another figure must fit the words around, to be the one that belongs there."""
_TELLING = 2
"""A row of words of so many signs, of which a clause has nothing, is about something else."""
_OF_SENTENCE, _OF_ALL, _OF_FIGURE = 0.5, 0.4, 2
"""What words count for that stand in the sentence of a figure and not beside it; those of the whole statement; and
another figure of the statement in that sentence."""
_OF_EXCEPTION = 0.25
"""The share of an exception's words that tells of it."""
_SAID_SCOPE = 4
"""Words behind a negation of a statement, one of which the clause must turn."""
_NEAR_BEST, _LEAST_LIKE = 0.85, 0.6
_MAY, _EXCEPT = "may", "except"
_ALIKE = 0.85
"""The share of signs that a statement and a clause have in the same order, for it to be the clause's wording."""
_BOUND = frozenset((_MAY, "must"))
"""Signs that a negation turns, and the one that a negation may say instead."""


@dataclass(frozen=True)
class Statement:
    """What is said, beside all sentences of the clauses that are cited for it."""

    text: str
    said: Reading
    passages: tuple[Passage, ...]
    cited: tuple[Ground, ...]
    pack: DomainPack
    reader: Reader
    supports: Supports

    @cached_property
    def grounds(self) -> tuple[Ground, ...]:
        return chosen(self.said, self.cited, self.supports)

    @cached_property
    def heading(self) -> Held:
        return held_in([self.reader.read("\n".join(map(heading_of, self.passages)))])

    @cached_property
    def held(self) -> Held:
        return held_in([reading for each in self.grounds for reading in each.readings])

    @cached_property
    def all_held(self) -> Held:
        return held_in([reading for each in self.cited for reading in each.readings])

    @cached_property
    def phrases(self) -> tuple[Phrase, ...]:
        return tuple(phrase for each in self.grounds for phrase in each.phrases)

    @cached_property
    def main_phrases(self) -> tuple[Phrase, ...]:
        """Those of the one sentence that holds all that is said, where one does and the others do not."""
        content = self.said.content
        total = sum(word.weight for word in content)
        shares = [sum(word.weight * self.supports.share(word, each.held) for word in content) for each in self.grounds]
        figures = figures_of(self.said.phrases)
        whole = [
            each
            for each, share in zip(self.grounds, shares, strict=True)
            if share >= _WHOLE * total and figures <= each.figures
        ]
        return whole[0].phrases if len(whole) == 1 else self.phrases

    @cached_property
    def weights(self) -> Weights:
        return weights_of(self.pack)

    def stands(self, word: Word) -> bool:
        """Whether a word stands where it must: one that decides in the sentences that say the rest, a name anywhere."""
        decides = word.text in self.pack.statements.strict and not word.is_actor
        places = (self.held, self.heading) if decides else (self.held, self.heading, self.all_held)
        return any(self.supports.stands(word, each) for each in places)

    def share(self, word: Word) -> float:
        if word.text in self.pack.statements.turnable:
            return 1.0
        near = max(self.supports.share(word, self.held), self.supports.share(word, self.heading))
        return near if near == 1.0 else max(near, _ELSEWHERE * self.supports.share(word, self.all_held))


def fault_of(statement: Statement) -> str | None:
    """The first thing that does not hold, in a sentence; exceptions aside, which the next sentence may tell."""
    found = quotation_fault(statement)
    if found or is_verbatim(statement):
        return found
    return next(filter(None, (each(statement) for each in _FAULTS)), None)


def is_verbatim(statement: Statement) -> bool:
    """Whether the words stand in a clause as they are, from the beginning of a phrase on."""
    said = statement.said.key.strip(_AROUND)
    for passage in statement.passages:
        for whole in (key_of(passage.text), statement.reader.read(passage.text).key):
            for start in occurrences(said, whole) if said else ():
                end = start + len(said)
                begins = start == 0 or not whole[start - 1].isalnum()
                if begins and statement.weights.cut_open(whole, start, end) == (start, end):
                    return True
    return False


_AROUND = " \u3002\uff1b;,.!:"


def quotation_fault(statement: Statement) -> str | None:
    """Words between quotation marks that no cited clause has so, in this order."""
    for quote in quotations(statement.text, statement.pack):
        parts = [key_of(part).strip(_AROUND) for part in parts_of(quote.text)]
        if not any(_stands(parts, whole, statement.weights) for whole in _wholes(statement)):
            return say("asking.quotation", words=quote.text)
    return None


def _wholes(statement: Statement) -> Iterator[str]:
    for each in statement.passages:
        yield keyed(each.text).key
        yield statement.reader.read(each.text).key
        yield key_of(heading_of(each))


def _stands(parts: Sequence[str], whole: str, weights: Weights) -> bool:
    place = 0
    for part in parts:
        spans = ((start, start + len(part)) for start in occurrences(part, whole) if start >= place)
        found = next((span for span in spans if weights.cut_open(whole, *span) == span), None)
        if found is None:
            return False
        place = found[1]
    return True


def figure_fault(statement: Statement) -> str | None:
    """A figure that no cited clause has, or has for something else."""
    there = [
        (figure, ground.phrases[max(place - 1, 0) : place + 1], ground)
        for ground in statement.cited
        for place, phrase in enumerate(ground.phrases)
        for figure in phrase.figures
    ]
    headings = statement.reader.read("\n".join(map(heading_of, statement.passages)))
    named = [word.figure for word in headings.words if word.figure is not None]
    for phrase in statement.said.phrases:
        for figure in phrase.figures:
            same = [each for each in there if _is_same(figure, each[0])]
            if not same and not any(_is_same(figure, each) for each in named):
                return say("asking.figure", figure=figure.said)
            others = [each for each in there if each[0].unit == figure.unit and each[0].value != figure.value]
            if same and others and _fits_better(statement, phrase, figure, others, same):
                return say("asking.figure_elsewhere", figure=figure.said)
    return None


def _is_same(one: Figure, other: Figure) -> bool:
    return one.value == other.value and one.unit in (other.unit, "")


Places = Sequence[tuple[Figure, Sequence[Phrase], Ground]]
"""Figures of clauses, each with the phrases right around it and its sentence."""


def _fits_better(statement: Statement, phrase: Phrase, figure: Figure, others: Places, same: Places) -> bool:
    """Whether what stands around a figure in a statement stands in the clause around another one."""
    near = [word for word in phrase.content if not word.is_actor]
    around = max(
        sum(word.weight * statement.supports.share(word, _held(*there)) for word in near) for _, there, _ in others
    )
    beside = figures_of(statement.said.phrases) - {(figure.value, figure.unit)}
    told = [max(len(beside & ground.figures) for _, _, ground in places) for places in (others, same)]
    enough = told[0] > told[1] or around >= _LEAST_LIKE * sum(word.weight for word in near)
    return enough and _best(statement, phrase, others, figure) > _NEARER * _best(statement, phrase, same, figure)


def _best(statement: Statement, phrase: Phrase, places: Places, figure: Figure) -> float:
    """How well the words around a figure fit the best of these places."""
    near = [word for word in phrase.content if not word.is_actor]
    around = [word for word in statement.said.content if not word.is_actor]
    beside = figures_of(statement.said.phrases) - {(figure.value, figure.unit)}
    return max(
        sum(word.weight * statement.supports.share(word, _held(*there)) for word in near)
        + _OF_SENTENCE * sum(word.weight * statement.supports.share(word, ground.held) for word in near)
        + _OF_ALL * sum(word.weight * statement.supports.share(word, ground.held) for word in around)
        + _OF_FIGURE * len(beside & ground.figures)
        for _, there, ground in places
    )


def _held(*phrases: Phrase) -> Held:
    return held_in([Reading("", phrases)])


def negation_fault(statement: Statement) -> str | None:
    """A negation that the clause does not have there, or one of the clause that is lost."""
    for phrase in statement.said.phrases:
        near = _nearest(statement, phrase)
        for place, word in enumerate(phrase.words):
            if word.kind is Kind.NOT:
                scope = phrase.turned_by(place, _SAID_SCOPE)
                if not any(_turns(statement, each, scope, each in near) for each in statement.phrases):
                    return say("asking.negation", words=word.said + "".join(each.said for each in scope[:1]))
        lost = _lost(statement, phrase)
        if lost is not None:
            return say("asking.negation_lost", words=lost)
    return None


def _turns(statement: Statement, phrase: Phrase, scope: Sequence[Word], is_near: bool) -> bool:
    """Whether a phrase of a clause turns one of these words; one that is not near must hold most of them."""
    turned = {word.text for word in phrase.words if word.turned}
    turned |= _behind_negation(phrase) & set(statement.pack.statements.strict)
    if not scope:
        return is_near and phrase.negates
    if not is_near:
        held = _held(phrase)
        total = sum(word.weight for word in scope)
        if sum(word.weight * statement.supports.share(word, held) for word in scope) < _LEAST_LIKE * total:
            return False
    return any(word.text in other or other in word.text for word in scope for other in turned)


def _nearest(statement: Statement, phrase: Phrase) -> tuple[Phrase, ...]:
    """The phrases of those sentences that hold most of a phrase."""
    content = tuple(phrase.content)
    shares = [
        sum(word.weight * statement.supports.share(word, each.held) for word in content) for each in statement.grounds
    ]
    best = max(shares, default=0.0)
    return tuple(
        phrase
        for each, share in zip(statement.grounds, shares, strict=True)
        if share >= _NEAR_BEST * best
        for phrase in each.phrases
    )


def _lost(statement: Statement, phrase: Phrase) -> str | None:
    """A word of a phrase that only what is likest to it in the clause turns, and the phrase does not."""
    content = tuple(word for word in phrase.content if not word.is_actor)
    if not content or phrase.negates or any(word.sign == _EXCEPT for word in phrase.words):
        return None
    likeness = [
        (sum(word.weight * statement.supports.share(word, _held(each)) for word in content), each)
        for each in statement.main_phrases
    ]
    best = max((share for share, _ in likeness), default=0.0)
    total = sum(word.weight for word in content)
    if best < _LEAST_LIKE * total:
        return _lost_whole(statement, phrase, content)
    likest = [each for share, each in likeness if share >= _NEAR_BEST * best]
    negated = [_behind_negation(each) for each in likest]
    return (
        _lost_whole(statement, phrase, content)
        if not all(negated)
        else next((word.said for word in content if all(word.text in each for each in negated)), None)
    )


def _lost_whole(statement: Statement, phrase: Phrase, content: Sequence[Word]) -> str | None:
    """All that a negation of the nearest sentences turns, where they say none of it without one."""
    near = _nearest(statement, phrase)
    straight = {word.text for each in near for word in each.words if not word.turned}
    said = {word.text for word in content}
    held = _held(*near)
    says_all = all(statement.supports.share(word, held) == 1.0 for word in content)
    for each in near:
        for place, word in enumerate(each.words):
            scope = {one.text for one in each.turned_by(place)} if word.kind is Kind.NOT else set()
            decides = says_all or len(scope) > 1 or scope <= set(statement.pack.statements.strict)
            if scope and decides and scope <= said and not scope & straight:
                return next(one.said for one in content if one.text in scope)
    return None


def _behind_negation(phrase: Phrase) -> set[str]:
    """The words of a phrase that its first negation may turn."""
    place = next((number for number, each in enumerate(phrase.words) if each.kind is Kind.NOT), len(phrase.words))
    behind = {each.text for each in phrase.words[place + 1 :] if each.kind is Kind.WORD and not each.is_actor}
    return behind - {each.text for each in phrase.words[:place]}


def sign_fault(statement: Statement) -> str | None:
    """A word that obliges, allows, bounds or excepts and has none of its kind in the clause."""
    there = _signs(statement.phrases)
    for phrase in statement.said.phrases:
        bound = _signs(_nearest(statement, phrase))
        for word in phrase.words:
            against = statement.reader.against.get(word.sign)
            if not word.sign or (word.turned and word.sign == _MAY) or (against and (against, False) not in there):
                continue
            if word.sign in _BOUND:
                is_there = (word.sign, word.turned) in bound
            else:
                is_there = (word.sign, False) in there or _is_spelled(word.sign, statement)
            if not is_there and word.text not in statement.heading.text:
                return say("asking.sign", words=word.said)
    return None


def _signs(phrases: Sequence[Phrase]) -> set[tuple[str, bool]]:
    """The groups of signs that phrases have, each with whether it is turned; those that only some turn are there for
    whoever asks whether there are any."""
    found = {(word.sign, word.turned) for phrase in phrases for word in phrase.words if word.sign}
    if any(phrase.negates for phrase in phrases):
        found.add((_EXCEPT, False))
    return found | {(sign, False) for sign, _ in found if sign not in _BOUND}


def _is_spelled(sign: str, statement: Statement) -> bool:
    """Whether one of a group's words stands there inside another word: jieba glues them."""
    return any(word in statement.held.text for word, name in statement.reader.sign_of.items() if name == sign)


def words_fault(statement: Statement) -> str | None:
    """Words that the clause does not have: names and what decides none at all, of others no more than a few."""
    held = total = 0.0
    for phrase in statement.said.phrases:
        content = tuple(phrase.content)
        shares = [statement.share(word) for word in content]
        missing = _missing(content, shares)
        if len(missing) >= _TELLING:
            return say("asking.words", words=missing)
        for word, share in zip(content, shares, strict=True):
            if _is_strict(word, phrase, statement.pack) and not statement.stands(word):
                return say("asking.words", words=word.said)
        weight = sum(word.weight for word in content)
        here = sum(word.weight * share for word, share in zip(content, shares, strict=True))
        if weight > 1 and here < _LEAST_OF_PHRASE * weight:
            return say("asking.words", words="".join(word.said for word in phrase.words))
        held, total = held + here, total + weight
    if held < LEAST_HELD * total:
        missing = [word.said for word in statement.said.content if statement.share(word) < 1.0]
        return say("asking.words", words=say("asking.comma").join(dict.fromkeys(missing)))
    return None


def alike_fault(statement: Statement) -> str | None:
    """A word put in place of another in what is the clause's own wording but for a few signs."""
    for passage in statement.passages:
        said, whole = keyed(statement.said.key.strip(_AROUND)), statement.reader.read(passage.text).key
        if not said.key or not fits(said.key, whole):
            continue
        hunks = lay_beside(said.key, whole, inside=True)
        if edits(hunks) > (1 - _ALIKE) * len(said.key):
            continue
        for each in hunks:
            put = "" if each.same or each.b0 == each.b1 else said.key[each.a0 : each.a1]
            for word in statement.said.content:
                if put and statement.share(word) < 1.0 and (put in word.said or word.said in put):
                    return say("asking.words", words=word.said)
    return None


def _missing(content: Sequence[Word], shares: Sequence[float]) -> str:
    """The longest row of words that have no share in the clause."""
    rows = [""]
    for word, share in zip(content, shares, strict=True):
        rows = [*rows[:-1], rows[-1] + word.said] if not share else [*rows, ""]
    return max(rows, key=len)


def _is_strict(word: Word, phrase: Phrase, pack: DomainPack) -> bool:
    """Whether a word decides, or belongs to a name: it ends as names do, or stands right before such a word."""
    rules = pack.statements
    if word.text in rules.strict or word.said in rules.strict or word.text.endswith(rules.name_endings):
        return True
    place = next(number for number, each in enumerate(phrase.words) if each is word)
    behind = phrase.words[place + 1 : place + 2]
    return bool(behind) and behind[0].kind is Kind.WORD and behind[0].text.endswith(rules.name_endings)


def exception_fault(statement: Statement, following: str) -> str | None:
    """An exception in a sentence of the clause that neither the statement nor what follows it tells."""
    told = statement.reader.read(f"{statement.text}\n{following}")
    held = held_in([told])
    marks = statement.pack.statements.exceptions
    whole = statement.said.key.strip(_AROUND) if is_verbatim(statement) else ""
    for ground in statement.grounds:
        own = ground.own.key.strip(_AROUND)
        if whole and whole not in own and own not in whole:
            continue
        for exception in ground.exceptions:
            content = [word for word in statement.reader.read(exception).content if word.text not in marks]
            weight = sum(word.weight for word in content)
            here = sum(word.weight * statement.supports.share(word, held) for word in content)
            tells = any(mark in held.words or (len(mark) > 1 and mark in told.key) for mark in marks)
            if tells and here >= _OF_EXCEPTION * weight:
                continue
            if _rests_on(statement, ground, exception):
                return say("asking.exception", words=exception)
    return None


def _rests_on(statement: Statement, ground: Ground, exception: str) -> bool:
    """Whether a statement says what a sentence says beside its exception, and no other sentence does."""
    main = held_in([statement.reader.read(ground.text.replace(exception, ""))])
    others = [each.held for each in statement.grounds if each is not ground]
    others += [] if ground.lead is None else [held_in([ground.lead])]
    return any(
        statement.supports.share(word, main) == 1.0
        and not any(statement.supports.share(word, other) == 1.0 for other in (*others, statement.heading))
        for word in statement.said.content
    )


_FAULTS = (figure_fault, negation_fault, sign_fault, words_fault, alike_fault)
