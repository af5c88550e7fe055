"""Which kind of document a first page is: by its titles, else by the words of its text. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.pack import DocumentForm, DomainPack

from ..compiled import per_pack
from .document_names import Title
from .first_page import HeadLine

LEAST_SIGNS, LEAST_BELOW_TITLE = 3, 4
"""A text has so many of a type's words beside each other: two of them stand in any text of the field.
Below a title that says another kind, one that is not known, the text must have more of them."""


FIGURE = re.compile(r"[\d.,%\[\]()~/-]*\d[\d.,%\[\]()~/-]*")
LEAST_FIGURES, MOST_CELLS = 30, 0.6
"""A table of figures has so many, and they fill so much of all cells."""
OPEN_END = ":"
"""What ends so introduces the text below it and is no title."""
LONG_WORD = 4
"""Signs: shorter words for documents stand in titles of others."""


@entity
class NamedLine:
    """A line with what it says as the name of a document."""

    line: HeadLine
    title: Title


def kind_of(
    head: Sequence[NamedLine], others: Sequence[NamedLine], texts: Sequence[str], cells: Sequence[str], pack: DomainPack
) -> str | None:
    """The type that the largest titles say, else other lines that name the document, else its text and its tables."""
    large = [each for each in head if each.line.is_large]
    titles = sorted(large or [each for each in head if each.line.stands_out], key=_by_size)
    plain = [each for each in head if each.title.is_exact or each.title.product or each is head[0]]
    return (
        _first_kind([*titles, *others], pack)
        or _kind_of_itself(texts, pack)
        or _first_kind(plain, pack)
        or _filed_product(head, pack)
        or _kind_within(titles, pack)
        or _kind_by_phrase(texts, pack)
        or _kind_of_figures(cells, pack)
        or _kind_of_text(texts, pack, LEAST_BELOW_TITLE if large else LEAST_SIGNS)
    )


def _by_size(named: NamedLine) -> tuple[float, float]:
    return -round(named.line.size), named.line.y


def _first_kind(named: Iterable[NamedLine], pack: DomainPack) -> str | None:
    for each in named:
        if each.title.document_type is not None:
            return each.title.document_type
        if normalised(each.line.text) in (*pack.guide_titles, *pack.contents_titles):
            return next(iter(pack.contract_types), None)
    return None


def _kind_of_itself(texts: Sequence[str], pack: DomainPack) -> str | None:
    """What a text that names no product calls itself most often: this notice, this statement."""
    text = normalised("".join(texts))
    counts: Counter[str] = Counter()
    for word, document_type in _long_words(pack):
        counts[document_type] += text.count(pack.self_word + word)
    most = max(counts.values(), default=0)
    best = [document_type for document_type, count in counts.items() if count == most]
    return best[0] if pack.self_word and most and len(best) == 1 else None


@per_pack
def _long_words(pack: DomainPack) -> tuple[tuple[str, str], ...]:
    """The words of all kinds but contracts, the longest first."""
    forms = [form for form in pack.document_forms if form.document_type not in pack.contract_types]
    words = [(normalised(word), form.document_type) for form in forms for word in form.words]
    return tuple(sorted((each for each in words if len(each[0]) >= LONG_WORD), key=lambda each: -len(each[0])))


def _filed_product(head: Sequence[NamedLine], pack: DomainPack) -> str | None:
    """A contract, where the head has a product's name for a title and the number under which it is filed."""
    is_named = any(each.title.product and each.line.is_large for each in head)
    is_filed = any(re.search(form, each.line.text) for each in head for form in pack.filing_phrases)
    return next(iter(pack.contract_types), None) if is_named and is_filed else None


def _kind_within(titles: Sequence[NamedLine], pack: DomainPack) -> str | None:
    """The kind whose words stand anywhere in a title, the longest first; words for contracts stand in all of them."""
    plain = [normalised(each.line.text) for each in titles]
    plain = [each for each in plain if not each.endswith(OPEN_END)]
    return next((kind for title in plain for word, kind in _long_words(pack) if word in title), None)


def _kind_by_phrase(texts: Sequence[str], pack: DomainPack) -> str | None:
    """The type of which a phrase stands in the text, the earliest one."""
    text = normalised("".join(texts))
    places = [(place, form) for form in pack.document_forms for place in _places(form.phrases, text)]
    return min(places, key=lambda each: each[0])[1].document_type if places else None


def _kind_of_figures(cells: Sequence[str], pack: DomainPack) -> str | None:
    """The type of a table of figures, where no word says what they are."""
    figures = sum(FIGURE.fullmatch(normalised(cell)) is not None for cell in cells)
    return pack.figures_type or None if figures >= LEAST_FIGURES and figures >= MOST_CELLS * len(cells) else None


def _kind_of_text(texts: Sequence[str], pack: DomainPack, least: int) -> str | None:
    """The type with the most signs in the text, if one has most."""
    text = normalised("".join(texts))
    counts = [(_signs(form, text), form.document_type) for form in pack.document_forms]
    most = max((count for count, _ in counts), default=0)
    best = [document_type for count, document_type in counts if count == most]
    return best[0] if most >= least and len(best) == 1 else None


def _places(words: Iterable[str], text: str) -> list[int]:
    return [place for word in words if (place := text.find(normalised(word))) >= 0]


def _signs(form: DocumentForm, text: str) -> int:
    return sum(normalised(sign) in text for sign in form.signs)
