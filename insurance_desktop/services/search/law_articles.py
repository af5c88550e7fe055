"""An article of a law by what people call it: in figures or numerals, with the law's full name or a short one."""

import re
import unicodedata
from functools import lru_cache

from insurance_desktop.domain.laws import LawAnswer, LawRules, LawWork
from insurance_desktop.domain.numerals import is_numeral, numbered
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.law_texts import articles_of
from insurance_desktop.packs.loader import load_pack
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.library.missing_library import without_library

_MOST_SIGNS = 200
_PART = "|"
"""Stands where the words of a reference are parted."""


@lru_cache(256)
def law_article(pack: str, reference: str) -> LawAnswer:
    """The article that the reference names, verbatim; `not_found` says what of it is not there, `withheld` that its law
    is not what was shipped."""
    rules = load_pack(pack).laws
    named = _named(reference[:_MOST_SIGNS], rules)
    if named is None:
        known = say("ask.comma").join(each.also[0] for each in rules.works)
        return _missing("search.unknown_law", reference=reference[:80], known=known)
    work, told = named
    articles = articles_of(pack, work)
    if articles is None:
        return LawAnswer(AnswerStatus.WITHHELD, say("search.law_changed", law=work.name))
    article = articles.get(numbered(told["article"])[1])
    if article is None:
        return _missing("search.unknown_article", law=work.name, article=told["article"], count=len(articles))
    paragraph = told["paragraph"] or told["dotted"]
    place = int(numbered(paragraph)[1]) if paragraph else 1
    if not 0 < place <= len(article.paragraphs):
        count = len(article.paragraphs)
        return _missing("search.unknown_paragraph", law=work.name, article=article.article, count=count)
    if not paragraph and not told["item"]:
        return LawAnswer(AnswerStatus.OK, article=article)
    passage = article.paragraphs[place - 1] if paragraph else article.text
    if told["item"]:
        items = _items(passage, told["item"], rules)
        if len(items) != 1:
            return _missing("search.unknown_law_item", law=work.name, article=article.article, item=told["item"])
        passage = items[0]
    return LawAnswer(AnswerStatus.OK, article=article, passage=passage)


@without_library(lambda none, reference: law_article(none.pack.name, reference))
def get_law(library: Library, reference: str) -> LawAnswer:
    """The article of the laws of the library's pack that the reference names; without a library of the pack meant."""
    return law_article(library.pack.name, reference)


def _missing(key: str, **values: object) -> LawAnswer:
    return LawAnswer(AnswerStatus.NOT_FOUND, say(key, **values))


def _items(passage: str, wanted: str, rules: LawRules) -> list[str]:
    """The lines of the passage that bear the item's mark: several where an article has several lists."""
    marked = ((re.match(rules.listed_form, line), line) for line in passage.splitlines())
    return [line for mark, line in marked if mark and numbered(mark["number"])[1] == numbered(wanted)[1]]


def _named(reference: str, rules: LawRules) -> tuple[LawWork, re.Match[str]] | None:
    """The law that a reference names, by the longest of its names, and what it says beside the name."""
    said = _parted(reference, rules)
    for work, name in _names(rules):
        letters = f"[{_PART}]*".join(map(re.escape, name))
        for form in (rf"[{_PART}]*{letters}(?P<beside>.+)", rf"(?P<beside>.+?){letters}[{_PART}]*"):
            found = re.fullmatch(form, said)
            if found is None or _runs_on(name, found["beside"]):
                continue
            told = re.fullmatch(rules.reference_form, found["beside"].strip(_PART))
            if told is not None:
                return work, told
    return None


def _names(rules: LawRules) -> list[tuple[LawWork, str]]:
    """All names of the laws, the longest first: a short one may be a part of a longer one."""
    named = [(work, name) for work in rules.works for name in (work.name, *work.also)]
    plain = [(work, _parted(name, rules).replace(_PART, "")) for work, name in named]
    return sorted(plain, key=lambda each: -len(each[1]))


def _runs_on(name: str, beside: str) -> bool:
    """Whether the number at the end of a name goes on beside it: there it is another number."""
    last, following = name[-1], beside[0]
    return is_numeral(last) and is_numeral(following) and last.isdigit() == following.isdigit()


def _parted(text: str, rules: LawRules) -> str:
    return re.sub(rules.parting_form, _PART, unicodedata.normalize("NFKC", text)).strip(_PART)
