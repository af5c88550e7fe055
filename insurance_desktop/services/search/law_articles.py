"""An article of a law by what people call it: in figures or numerals, with the law's full name or a short one."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from insurance_desktop.domain.laws import LawAnswer, LawArticle, LawForms
from insurance_desktop.domain.numerals import is_numeral, numbered
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.index.characters import respelled
from insurance_desktop.packs.law_texts import law_forms
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.missing_library import without_library
from insurance_desktop.services.library.withheld import says_what_is_withheld
from insurance_desktop.store.works.editions import date_key

from .law_books import LawBook, all_shipped, laws_at_hand, shipped_laws

_MOST_SIGNS = 200
_MOST_NAMED = 12
_PART = "|"
"""Stands where the words of a reference are parted."""


@lru_cache(256)
def law_article(pack: str, reference: str) -> LawAnswer:
    """The article of the pack's own laws that the reference names, verbatim; `not_found` says what of it is not there,
    `withheld` that its law is not what was shipped."""
    return article_among(shipped_laws(pack), reference)


@says_what_is_withheld
@without_library(lambda none, reference: article_among(all_shipped(), reference))
def get_law(library: Library, reference: str) -> LawAnswer:
    """The article that the reference names: of a law that comes with the program, or that lies in the library."""
    with library.database.read() as connection:
        return article_among(laws_at_hand(connection, library), reference)


def article_among(books: Sequence[LawBook], reference: str) -> LawAnswer:
    """The article of one of these laws that a reference names. `ambiguous` where nothing tells which of several
    editions counts."""
    answer = article_named(books, reference)
    if answer is not None:
        return answer
    known = say("ask.comma").join(dict.fromkeys(book.short_name for book in books[:_MOST_NAMED]))
    return _missing("search.unknown_law", reference=reference[:80], known=known)


def article_named(books: Sequence[LawBook], reference: str) -> LawAnswer | None:
    """The same; None for what is no reference to one of these laws, whatever else it asks."""
    forms = law_forms()
    said = _parted(reference[:_MOST_SIGNS], forms)
    year = re.search(forms.edition_form, said)
    named = _named(said[: year.start()] + _PART + said[year.end() :] if year else said, books, forms)
    if named is None:
        return None
    editions, told = named
    chosen = _chosen(editions, year["year"] if year else None)
    if isinstance(chosen, LawAnswer):
        return chosen
    articles = chosen.articles()
    if articles is None:
        return LawAnswer(AnswerStatus.WITHHELD, say("search.law_changed", law=chosen.name))
    article = articles.get(numbered(told["article"])[1])
    if article is None:
        return _missing("search.unknown_article", law=chosen.name, article=told["article"], count=len(articles))
    others = [_edition_said(book) for book in editions if book is not chosen]
    message = say("search.law_other_editions", editions=say("ask.comma").join(others)) if others else None
    return _told(article, told, message, forms)


def _chosen(editions: Sequence[LawBook], year: str | None) -> LawBook | LawAnswer:
    """The edition that is meant: of the year that is named, else the one that is in force, by the day of the newest."""
    law, said = editions[0].name, say("ask.comma").join(map(_edition_said, editions))
    if year:
        editions = [book for book in editions if (book.edition or "").startswith(year)]
        if not editions:
            return _missing("search.unknown_law_edition", law=law, year=year, editions=said)
    elif len(editions) > 1:
        editions = [book for book in editions if not book.is_superseded] or editions
    days = [date_key(book.edition) for book in editions]
    if len(editions) == 1 or (None not in days and days.count(max(filter(None, days))) == 1):
        return max(editions, key=lambda book: date_key(book.edition) or ())
    shipped = next((book for book in editions if book.document_id is None), None)
    return shipped or LawAnswer(AnswerStatus.AMBIGUOUS, say("search.several_law_editions", law=law, editions=said))


def _edition_said(book: LawBook) -> str:
    edition = book.edition or say("search.law_edition_unknown")
    return say("search.law_in_library", edition=edition, number=book.document_id) if book.document_id else edition


def _told(article: LawArticle, told: re.Match[str], message: str | None, forms: LawForms) -> LawAnswer:
    """The article, with the paragraph or the item that is asked for."""
    paragraph = told["paragraph"] or told["dotted"]
    place = int(numbered(paragraph)[1]) if paragraph else 1
    if not 0 < place <= len(article.paragraphs):
        count = len(article.paragraphs)
        return _missing("search.unknown_paragraph", law=article.law, article=article.article, count=count)
    if not paragraph and not told["item"]:
        return LawAnswer(AnswerStatus.OK, message, article)
    passage = article.paragraphs[place - 1] if paragraph else article.text
    if told["item"]:
        items = _items(passage, told["item"], forms)
        if len(items) != 1:
            return _missing("search.unknown_law_item", law=article.law, article=article.article, item=told["item"])
        passage = items[0]
    return LawAnswer(AnswerStatus.OK, message, article, passage)


def _missing(key: str, **values: object) -> LawAnswer:
    return LawAnswer(AnswerStatus.NOT_FOUND, say(key, **values))


def _items(passage: str, wanted: str, forms: LawForms) -> list[str]:
    """The lines of the passage that bear the item's mark: several where an article has several lists."""
    marked = ((re.match(forms.listed_form, line), line) for line in passage.splitlines())
    return [line for mark, line in marked if mark and numbered(mark["number"])[1] == numbered(wanted)[1]]


def _named(said: str, books: Sequence[LawBook], forms: LawForms) -> tuple[list[LawBook], re.Match[str]] | None:
    """The editions of the law that is named, by the longest of its names, and what is said beside the name."""
    for name in sorted({_plain(name, forms) for book in books for name in book.names}, key=lambda each: -len(each)):
        letters = f"[{_PART}]*".join(map(re.escape, name))
        for form in (rf"[{_PART}]*{letters}(?P<beside>.+)", rf"(?P<beside>.+?){letters}[{_PART}]*"):
            found = re.fullmatch(form, said)
            if found is None or _runs_on(name, found["beside"]):
                continue
            told = re.fullmatch(forms.reference_form, found["beside"].strip(_PART))
            if told is not None:
                return [book for book in books if name in {_plain(each, forms) for each in book.names}], told
    return None


def _runs_on(name: str, beside: str) -> bool:
    """Whether the number at the end of a name goes on beside it: there it is another number."""
    last, following = name[-1], beside[0]
    return is_numeral(last) and is_numeral(following) and last.isdigit() == following.isdigit()


@lru_cache(1024)
def _plain(name: str, forms: LawForms) -> str:
    return _parted(name, forms).replace(_PART, "")


def _parted(text: str, forms: LawForms) -> str:
    return re.sub(forms.parting_form, _PART, unicodedata.normalize("NFKC", respelled(text))).strip(_PART)
