"""What an answer is worth: for each figure a pair (got, of), to be summed over questions."""

import re
from collections.abc import Mapping
from typing import Any

from insurance_desktop.domain.evaluation import EXCLUSION, NONE
from insurance_desktop.domain.identity import normalised
from insurance_desktop.services.evaluation.scores import FIRST, MarkedItem, Scores, Wanted, exclusion_scores, parents

from .asking import Reply, Shelf
from .sets import Question

OK, WEAK, MATCHED = "ok", "weak", "matched"
SIGNS_A_TOKEN = 4
_WORDS = re.compile(r"[^\s\u3000-\u303f\u3400-\u9fff\uff00-\uffef]+")
_HAN = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")

Place = tuple[int, str]
"""Document and section."""


def tokens(text: str) -> int:
    """A count that no model makes: one for each Chinese sign, one for every four others begun without a space."""
    return len(_HAN.findall(text)) + sum(-(-len(each) // SIGNS_A_TOKEN) for each in _WORDS.findall(text))


def places(facts: Mapping[str, Any]) -> list[Place]:
    """Where the hits stand, in order."""
    return [
        (each["source_reference"]["document_id"], normalised(each["section_id"])) for each in facts.get("results", ())
    ]


def under_the_bar(facts: Mapping[str, Any]) -> list[Place]:
    """What stood first where nothing was answered: marked as weak, or named as nearest."""
    if found := places(facts):
        return found
    return [(each["document_id"], normalised(each["section_id"])) for each in facts.get("nearest", ())]


def is_answered(facts: Mapping[str, Any]) -> bool:
    return facts.get("status") == OK and bool(facts.get("results"))


def _said(facts: Mapping[str, Any], neither: str) -> Scores:
    """Whether there was an answer, something that is only weak, or neither."""
    is_weak = facts.get("status") == WEAK
    said = {"answered": is_answered(facts), "weak": is_weak, neither: not is_weak and not is_answered(facts)}
    return {name: (float(is_so), 1.0) for name, is_so in said.items()}


def judge(shelf: Shelf, question: Question, reply: Reply) -> Scores:
    if question.is_follow_up:
        return _follow_up(shelf, question, reply)
    if question.golden.tier == EXCLUSION:
        return _scenario(shelf, question, reply.facts)
    if question.golden.tier == NONE:
        return _said(reply.facts, "silent")
    return _found(shelf, question, reply.facts)


def _found(shelf: Shelf, question: Question, facts: Mapping[str, Any]) -> Scores:
    """A question that has an answer: was it given, first, and whole?"""
    golden = question.golden
    document = shelf.number(str(golden.file))
    needed = [{(document, normalised(each))} for each in golden.sections]
    if question.other is not None:
        number = shelf.number(question.other.file)
        needed.append({(number, normalised(each)) for each in question.other.sections})
    accepted = set().union(*needed) | {(document, normalised(each)) for each in golden.also}
    is_given = is_answered(facts)
    hits = places(facts) if is_given else []
    around = {(number, part) for one in needed for number, section in one for part in parents(section)}
    scores: Scores = {
        "first": (float(bool(hits) and hits[0] in accepted), 1.0),
        "in_3": (float(any(each in accepted for each in hits[:FIRST])), 1.0),
        "parent_first": (float(bool(hits) and hits[0] in around - accepted), 1.0),
    } | _said(facts, "silenced")
    if len(needed) > 1:
        scores["all_in_3"] = (float(all(one & set(hits[:FIRST]) for one in needed)), 1.0)
    if not is_given:
        below = under_the_bar(facts)
        scores["right_under_bar"] = (float(bool(below) and below[0] in accepted), 1.0)
    return scores


def _follow_up(shelf: Shelf, question: Question, reply: Reply) -> Scores:
    """Without its context it is no question: whatever is answered is guessed, if happily."""
    document = shelf.number(str(question.golden.file))
    wanted = {(document, normalised(each)) for each in question.with_context}

    def is_right(facts: Mapping[str, Any]) -> bool:
        return is_answered(facts) and places(facts)[0] in wanted

    return {
        "not_guessed": (float(not is_answered(reply.facts)), 1.0),
        "guessed_right": (float(is_right(reply.facts)), 1.0),
        "right_with_context": (float(reply.with_context is not None and is_right(reply.with_context)), 1.0),
    }


def _scenario(shelf: Shelf, question: Question, facts: Mapping[str, Any]) -> Scores:
    golden = question.golden
    wanted = Wanted(
        golden,
        frozenset({shelf.number(str(golden.file))}),
        tuple(map(normalised, golden.sections)),
        frozenset(map(normalised, golden.also)),
        tuple((normalised(section), mark) for section, mark in golden.items),
    )
    found = exclusion_scores(wanted, matched_items(shelf, facts), bool(facts.get("risk_detected")))
    scores: Scores = {"precision": found["precision_with_unmentioned"]}
    if not golden.sections:
        return scores | {"harmless_quiet": found["no_false_alarm"]}
    scores |= {"sections": found["section_recall"], "true_matched": (float(found["precision"][0] > 0), 1.0)}
    return scores


def matched_items(shelf: Shelf, facts: Mapping[str, Any]) -> list[MarkedItem]:
    """What the check says is matched, with the sections that explain its words."""
    return [
        MarkedItem(
            document_id=each["source_reference"]["document_id"],
            section=normalised(each["section_id"]),
            mark=each["item"],
            matched=True,
            possible=False,
            is_exclusion=True,
            defined=frozenset(shelf.clauses[chunk][1] for chunk in each["definitions"] if chunk in shelf.clauses),
        )
        for each in facts.get("matched_clauses", ())
        if each["mark"] == MATCHED
    ]
