"""The articles of the pack's laws beside a clause: those that it names, and those that its subject rests on.

They stand beside the clause and are never ranked with clauses. A title tells a subject, or words that only it has.
A number is followed where a text shows what it meant on the contract's day; of a contract that is older, or whose day
nobody knows, it may be another article's. What a subject rests on today stands beside an older contract, too, and says
that it is today's (`day_shown`), but for contracts of the days before the law was in force: theirs was another one.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from insurance_desktop.domain.answers import Hit, SearchAnswer
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.laws import LawRules, RelatedLaw
from insurance_desktop.domain.pack import DomainPack
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import documents
from insurance_desktop.store.works.editions import date_key

from .law_articles import law_article

CITED, SUBJECT = "cited", "subject"
_MOST = 8


def with_law_beside(connection: Connection, answer: SearchAnswer, pack: DomainPack) -> SearchAnswer:
    """The answer, each of its clauses with the names of its articles."""
    return replace(answer, results=tuple(with_related_law(connection, hit, pack) for hit in answer.results))


def with_related_law(connection: Connection, hit: Hit, pack: DomainPack, *, in_full: bool = False) -> Hit:
    """The hit with its articles, by name; `in_full` with their words, too."""
    document = documents.get(connection, hit.source_reference.document_id)
    if document is None or not pack.laws.works:
        return hit
    return replace(hit, related_law=related_to(document, hit.section_title, hit.content, pack, in_full=in_full))


def related_to(document: Document, title: str, text: str, pack: DomainPack, *, in_full: bool) -> tuple[RelatedLaw, ...]:
    """The articles of a clause of the document, those that it names first."""
    day = date_key(document.publish_time) or date_key(document.edition)
    found: dict[tuple[str, str], RelatedLaw] = {}
    for why, reference in _references(title, text, pack.laws):
        article = law_article(pack.name, reference).article
        if article is None:
            continue
        day_shown = day is not None and day >= (date_key(article.since) or ())
        if day_shown or (why == SUBJECT and (day is None or day >= (date_key(pack.laws.since) or ()))):
            words = article.text if in_full else None
            related = RelatedLaw(article.law, article.edition or "", article.article, why, day_shown, words)
            found.setdefault((article.law, article.article), related)
    return tuple(found.values())[:_MOST]


def _references(title: str, text: str, rules: LawRules) -> Iterator[tuple[str, str]]:
    """Why an article is related, and how it is called."""
    if rules.cited_form:
        yield from ((CITED, found[0]) for found in re.finditer(rules.cited_form, text))
    for subject in rules.subjects:
        titled = any(re.search(form, title) for form in subject.title_forms)
        if titled or any(re.search(form, text) for form in subject.word_forms):
            yield from ((SUBJECT, reference) for reference in subject.articles)
