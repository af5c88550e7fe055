"""What a question leaves unsaid, from what was said before: who searches it afterwards needs no conversation.

A wrong reading is worse than none: where it is not plain what is meant, the question stays as it is.
"""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum

from insurance_desktop.domain.asking import ChatModel, Conversation, Role, Turn
from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.domain.running import CancelCheck, never_cancelled
from insurance_desktop.index import tokens
from insurance_desktop.index.characters import respelled
from insurance_desktop.index.questions import (
    ATTRIBUTE,
    CONTINUES,
    ELLIPTIC,
    ELSEWHERE,
    FOLLOW_UP,
    OF_A_WORK,
    THIS_CLAUSE,
    THIS_WORK,
    WHICH_OF_THEM,
    is_follow_up,
    patterns_of,
    says_something,
    sections_asked,
    terms_named,
    without,
)
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.questions import readable
from insurance_desktop.services.search.asked_forms import after, told_together

from .short_texts import short_text

NamesIn = Callable[[str], Iterable[str]]
"""The names of works in a text, as they stand there."""

SHORTEST, LONGEST_TIMES = 5, 3
"""What a model writes is taken where it is longer than so many signs, and shorter than so many questions."""

_MODEL_TOKENS = 150
_MODEL_TURNS = 6
_WORD = 2
_PAUSE = re.compile("[,，。;；!！?？]")
_GAP = re.compile(r"[\s,，。;；:：、!！?？]+")


class Layer(StrEnum):
    """What told what a question leaves unsaid; `none`: it stands as it was asked."""

    NONE = "none"
    ANSWER = "answer"
    SESSION = "session"
    MODEL = "model"


@entity
class Resolved:
    """A question that can be searched by itself. `is_open`: it points back, and nothing said before tells to what."""

    text: str
    layer: Layer = Layer.NONE
    is_open: bool = False


def resolve(
    question: str,
    conversation: Conversation,
    pack: DomainPack,
    model: ChatModel | None = None,
    *,
    names_in: NamesIn | None = None,
    cancel: CancelCheck = never_cancelled,
) -> Resolved:
    """The question with what it points back to: of the last answer, else of the session, else as the model reads it.

    `names_in` knows the works of a library; without it names are told by how the pack's works are called.
    """
    text = readable(question)
    said = _Said(conversation, pack, names_in or (lambda asked: _names_by_ending(asked, pack)))
    pointing = _Pointing(text, pack)
    if not conversation.turns or not pointing.back or pointing.elsewhere:
        return Resolved(text)
    found = said.completed(text, pointing)
    if found is not None:
        return found
    return _by_model(text, conversation, pack, model, cancel) or Resolved(text, is_open=True)


class _Pointing:
    """How a question points back."""

    def __init__(self, text: str, pack: DomainPack) -> None:
        spelled = respelled(text)

        def has(use: str) -> bool:
            return any(form.search(spelled) for form in patterns_of(pack, use))

        self.clause = has(THIS_CLAUSE)
        self.work = has(THIS_WORK)
        self.continues = has(CONTINUES)
        self.elliptic = has(ELLIPTIC)
        self.asks_of_work = has(OF_A_WORK)
        self.alone_says_nothing = is_follow_up(text, pack)
        self.which = has(WHICH_OF_THEM)
        self.elsewhere = has(ELSEWHERE)
        self.one = self.clause or self.work or self.which
        self.back = (self.one or self.continues or has(FOLLOW_UP)) and not _points_inside(spelled, pack)


def _points_inside(text: str, pack: DomainPack) -> bool:
    """Whether what the question points to stands in itself: a clause of the sentence that says something, before."""
    forms = (form for use in (THIS_CLAUSE, THIS_WORK, FOLLOW_UP, CONTINUES) for form in patterns_of(pack, use))
    first = min((found.start() for form in forms if (found := form.search(text))), default=0)
    before = text[:first]
    return bool(_PAUSE.search(before)) and says_something(before, pack)


class _Said:
    """What a conversation offers to a question that points back."""

    def __init__(self, conversation: Conversation, pack: DomainPack, names_in: NamesIn) -> None:
        self._pack = pack
        self._names_in = names_in
        self._conversation = conversation
        answer = next((turn for turn in reversed(conversation.turns) if turn.role is Role.ASSISTANT), None)
        cited = answer.cited if answer is not None else ()
        self._layer = Layer.ANSWER if cited else Layer.SESSION
        self._clauses = cited or conversation.active_clauses
        is_told = answer is not None and (cited or answer.entities)
        entities = answer.entities if answer and is_told else conversation.entities
        self._works = [name for kind, name in entities if kind == pack.work_kind]

    def completed(self, text: str, pointing: _Pointing) -> Resolved | None:
        """None where it is not plain what is meant."""
        own = [name for name in self._names_in(_unpointed(text, self._pack)) if name not in self._works]
        if own:
            return self._of_another(text, own, pointing)
        if pointing.which or (pointing.one and len(self._works) > 1):
            return None
        works = " ".join(self._works)
        if pointing.clause:
            return self._joined((works, self._reference()), text) if self._clauses else None
        if pointing.elliptic:
            asked = self._asked_before()
            return self._together(" ".join((works, without_names(asked, self._works))), text) if asked else None
        if pointing.alone_says_nothing and not (works and pointing.asks_of_work):
            topic = self._topic()
            return self._together(f"{works} {topic}", text) if topic else None
        return self._joined((works,), text) if works else None

    def _of_another(self, text: str, own: list[str], pointing: _Pointing) -> Resolved | None:
        """The same of another work, where nothing but its name is said; else the question stands alone."""
        rest = without_names(_unpointed(text, self._pack), own)
        asked = without_names(self._asked_before(), [*self._works, *self._names_in(self._asked_before())])
        if not pointing.continues or says_something(rest, self._pack) or not says_something(asked, self._pack):
            return Resolved(text)
        return Resolved(f"{' '.join(own)} {asked.strip()}", self._layer)

    def _joined(self, before: Iterable[str], text: str) -> Resolved:
        return Resolved(after(" ".join(each for each in before if each), text, self._pack), self._layer)

    def _together(self, before: str, text: str) -> Resolved | None:
        told = told_together(text, before, self._pack)
        return None if told.lacks_context else Resolved(told.text, self._layer)

    def _reference(self) -> str:
        """The clause by its number and title; a number that each document has anew counts within a work alone."""
        clause = self._clauses[0]
        if not self._works and sections_asked(clause.section_id, self._pack):
            return clause.section_title
        return f"{clause.section_id} {clause.section_title}"

    def _topic(self) -> str:
        """The thing that was asked about last: the terms that the last question names, else the clause that answered
        it; what was found before that is not meant where a question of its own found nothing."""
        said = self._last_asked()
        asked = respelled(without_names(said, [*self._works, *self._names_in(said)]))
        named = {term for group in terms_named(asked, self._pack) for term in group if term in asked}
        longest = [each for each in named if not any(each != other and each in other for other in named)]
        if longest:
            return " ".join(sorted(longest, key=asked.index))
        if self._layer is Layer.SESSION and not self._is_still_meant():
            return ""
        return self._clauses[0].section_title if self._clauses else ""

    def _last_asked(self) -> str:
        return next((turn.content for turn in reversed(self._conversation.turns) if turn.role is Role.USER), "")

    def _asked_before(self) -> str:
        """The last question that says something by itself."""
        asked = (turn.content for turn in reversed(self._conversation.turns) if turn.role is Role.USER)
        return next((each for each in asked if not _Pointing(each, self._pack).back), "")

    def _is_still_meant(self) -> bool:
        """Whether the last question pointed back, too: after one of its own that found nothing, that one is meant."""
        return _Pointing(self._last_asked(), self._pack).back


def _unpointed(text: str, pack: DomainPack) -> str:
    uses = (THIS_CLAUSE, THIS_WORK, FOLLOW_UP)
    return without(respelled(text), [form for use in uses for form in patterns_of(pack, use)])


def without_names(text: str, names: Iterable[str]) -> str:
    """The text with a space for each of the names."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ")
    return text


def _names_by_ending(text: str, pack: DomainPack) -> tuple[str, ...]:
    """Words that end as the pack's works are called: a product, or a kind of them, which is no less another one."""
    endings = "|".join(re.escape(each) for each in sorted(pack.product_endings, key=len, reverse=True))
    if not endings:
        return ()
    breaking = f"(?![{re.escape(pack.name_breaking_signs)}])" if pack.name_breaking_signs else ""
    form = re.compile(f".*?(?:{endings}){breaking}")
    parts = _GAP.split(without(respelled(text), patterns_of(pack, ATTRIBUTE)))
    return tuple(dict.fromkeys(name for part in parts for name in form.findall(part)))


def _by_model(
    text: str, conversation: Conversation, pack: DomainPack, model: ChatModel | None, cancel: CancelCheck
) -> Resolved | None:
    """As the model reads the question, where it adds no word that was not said before."""
    turns = conversation.turns[-_MODEL_TURNS:]
    said = "\n".join((conversation.summary, *(_told(turn) for turn in turns))).strip()
    asked = say("memory.conversation", said=said, question=text)
    written = short_text(model, say("memory.complete"), asked, _MODEL_TOKENS, cancel)
    is_fitting = SHORTEST < len(written) < LONGEST_TIMES * len(text) and "\n" not in written
    known = respelled(f"{said} {text}")
    words = tokens.words(respelled(written)) if is_fitting else ()
    if not words or written == text or any(len(word) >= _WORD and word not in known for word in words):
        return None
    return Resolved(written, Layer.MODEL)


def _told(turn: Turn) -> str:
    """A turn with what it is about, by name."""
    about = [name for _, name in turn.entities] + [f"{each.section_id} {each.section_title}" for each in turn.cited]
    return " ".join((turn.content, *about))
