"""Words of a statement that its clauses do not have, and quotations that are not theirs."""

from collections.abc import Iterator, Sequence

from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.packs.wording import say
from insurance_desktop.services.answers.alignment import edits, fits, lay_beside
from insurance_desktop.services.answers.answer_checking import quotations
from insurance_desktop.services.library.comparable_text import key_of, parts_of

from .grounds import heading_of
from .reading import Kind, Phrase, Word
from .statement import AROUND, Statement

_LEAST_HELD, _LEAST_OF_PHRASE = 0.82, 0.5
"""The shares of a statement's words, and of a phrase's, that its clauses must hold."""
_TELLING = 2
"""A row of words of so many signs, of which a clause has nothing, is about something else."""
_ALIKE = 0.85
"""The share of signs that a statement and a clause have in the same order, for it to be the clause's wording."""


def quotation_fault(statement: Statement) -> str | None:
    """Words between quotation marks that no cited clause has so, in this order."""
    for quote in quotations(statement.text, statement.pack):
        parts = [key_of(part).strip(AROUND) for part in parts_of(quote.text)]
        if all(statement.weights.in_order(parts, whole) is None for whole in _wholes(statement)):
            return say("asking.quotation", words=quote.text)
    return None


def _wholes(statement: Statement) -> Iterator[str]:
    for each in statement.passages:
        yield key_of(each.text)
        yield statement.reader.read(each.text).key
        yield key_of(heading_of(each))


def words_fault(statement: Statement) -> str | None:
    """Words that the clause does not have: names and what decides none at all, of others no more than a few."""
    held = total = 0.0
    for phrase in statement.said.phrases:
        content = tuple(phrase.content)
        shares = [statement.share(word) for word in content]
        missing = _missing(content, shares)
        if len(missing) >= _TELLING:
            return say("asking.words", words=missing)
        for word in content:
            if _is_strict(word, phrase, statement.pack) and not statement.stands(word):
                return say("asking.words", words=word.said)
        weight = sum(word.weight for word in content)
        here = sum(word.weight * share for word, share in zip(content, shares, strict=True))
        if weight > 1 and here < _LEAST_OF_PHRASE * weight:
            return say("asking.words", words="".join(word.said for word in phrase.words))
        held, total = held + here, total + weight
    if held < _LEAST_HELD * total:
        lacking = [word.said for word in statement.said.content if statement.share(word) < 1.0]
        return say("asking.words", words=say("asking.comma").join(dict.fromkeys(lacking)))
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


def alike_fault(statement: Statement) -> str | None:
    """A word put in place of another in what is the clause's own wording but for a few signs."""
    for passage in statement.passages:
        said, whole = statement.key, statement.reader.read(passage.text).key
        if not said or not fits(said, whole):
            continue
        hunks = lay_beside(said, whole, inside=True)
        if edits(hunks) > (1 - _ALIKE) * len(said):
            continue
        for each in hunks:
            put = "" if each.same or each.b0 == each.b1 else said[each.a0 : each.a1]
            for word in statement.said.content:
                if put and statement.share(word) < 1.0 and (put in word.said or word.said in put):
                    return say("asking.words", words=word.said)
    return None
