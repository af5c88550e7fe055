"""A language model that says what it is told to, and a check: a sentence holds where it is printed."""

import re

from insurance_desktop.domain.asking import AnswerSentence, Conversation
from insurance_desktop.domain.endpoints import ModelRole
from insurance_desktop.services.asking.helpers import Helpers, Writing


class ScriptedModel:
    """Answers with one text after the other, a few signs at a time, and keeps what it was asked."""

    name = "scripted"

    def __init__(self, *texts, error=None):
        self.texts = list(texts)
        self.error = error
        self.asked = []

    def stream(self, messages, *, most_tokens, should_stop):
        self.asked.append(messages)
        if self.error is not None:
            raise self.error
        text = self.texts.pop(0)
        for start in range(0, len(text), 5):
            if should_stop():
                return
            yield text[start : start + 5]


def printed_so(passages, pack):
    """Each sentence with its citation; one that no cited passage prints is struck."""
    printed = {each.number: each.text for each in passages}

    def check(text):
        found = []
        for match in re.finditer(r"[^。\n]+。?(?:\[\d+\])*", text):
            numbers = tuple(int(each) for each in re.findall(r"\[(\d+)\]", match.group()))
            words = re.sub(r"\[\d+\]", "", match.group()).strip()
            holds = any(words.rstrip("。") in printed.get(number, "") for number in numbers)
            reason = None if holds else "没有这样写"
            found.append(AnswerSentence(match.group(), numbers, checked=True, struck=not holds, reason=reason))
        return tuple(found)

    return check


class Notebook:
    """A memory that keeps all it is given."""

    def __init__(self):
        self.kept = {}

    def of(self, session_id):
        return Conversation(session_id or "new", tuple(self.kept.get(session_id, ())))

    def add(self, session_id, *turns):
        self.kept.setdefault(session_id, []).extend(turns)


def helped_by(model, **more):
    return Helpers(writing=Writing({ModelRole.FAST: model}, lambda *_: ModelRole.FAST, printed_so), **more)
