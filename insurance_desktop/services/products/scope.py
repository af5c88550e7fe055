"""Which documents a question is asked of: filters to documents, or the plain reason why there are none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from insurance_desktop.domain.answers import ProductMatch, SearchRequest
from insurance_desktop.domain.errors import UsageError
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.states import AnswerStatus, EditionStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.products.product_names import ProductNames
from insurance_desktop.store.clauses.search_index import IndexScope
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue
from insurance_desktop.store.works.catalogue import VerifiedDocument
from insurance_desktop.store.works.editions import date_key
from insurance_desktop.store.works.works import Work

from .product_lookup import Resolved, resolve_product, works_of_company

_MOST_LABELS = 12


@dataclass(frozen=True, slots=True)
class NoScope:
    """Why a question cannot be asked: the status and sentence of the answer, and names that may have been meant."""

    status: AnswerStatus
    message: str
    candidates: tuple[ProductMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """The documents that a question sees and how the answer names them. No document: nothing verified matches."""

    index: IndexScope
    described: dict[str, str | int] = field(default_factory=dict)

    @property
    def documents(self) -> tuple[int, ...]:
        return self.index.documents


def scope_of(connection: Connection, names: ProductNames, request: SearchRequest) -> Scope | NoScope:
    """The scope of a request, or why it has none (unknown company, product, category; nothing verified at all).

    Practice is no part of it but where its document is named: it stands apart from what is in force.
    """
    pack = names.library.pack
    apart = pack.practice.document_type
    everything = catalogue.verified_documents(connection, pack.name)
    if not everything:
        return NoScope(AnswerStatus.EMPTY_LIBRARY, say("search.empty_library"))
    if request.category is not None and pack.category(request.category) is None:
        known = ", ".join(category.name for category in pack.categories)
        return NoScope(AnswerStatus.NOT_FOUND, say("search.unknown_category", category=request.category, names=known))
    if request.entity_role is not None and request.entity_role not in {role.name for role in pack.roles}:
        known = ", ".join(role.name for role in pack.roles)
        return NoScope(AnswerStatus.NOT_FOUND, say("search.unknown_role", role=request.entity_role[:80], names=known))
    chosen = _works_of(connection, names, request)
    if isinstance(chosen, NoScope):
        return chosen
    documents = [each for each in everything if chosen is None or each.work_id in chosen]
    if request.document_id is None:
        documents = [each for each in documents if each.document_type is None or each.document_type != apart]
    else:
        documents = [each for each in documents if each.document_id == request.document_id]
        if not documents and not catalogue.has_document(connection, request.document_id):
            return NoScope(AnswerStatus.NOT_FOUND, say("search.unknown_document", document_id=request.document_id))
    kept = tuple(each.document_id for each in _editions(documents, request))
    index = IndexScope(kept, request.category, whole_space=len(kept) == len(everything))
    return Scope(index, _described(request))


def why_nothing(connection: Connection, names: ProductNames, request: SearchRequest) -> str:
    """Why a scope holds no document: nothing in it is verified, or not in the edition that was named."""
    if request.edition is not None:
        chosen = _works_of(connection, names, request)
        works = chosen if isinstance(chosen, frozenset) else None
        verified = catalogue.verified_documents(connection, names.library.pack.name)
        theirs = [each for each in verified if works is None or each.work_id in works]
        labels = dict.fromkeys(each.edition for each in theirs if each.edition)
        if labels:
            known = ", ".join(list(labels)[:_MOST_LABELS])
            return say("search.unknown_edition", edition=request.edition[:80], names=known)
    return say("search.nothing_verified")


def _works_of(connection: Connection, names: ProductNames, request: SearchRequest) -> frozenset[int] | NoScope | None:
    """The works that company, product and code leave; None where none of them is given."""
    chosen: frozenset[int] | None = None
    if request.company is not None:
        chosen = works_of_company(names, connection, request.company)
        if not chosen:
            return NoScope(AnswerStatus.NOT_FOUND, say("search.unknown_company", company=request.company))
    for named in (request.product, request.product_code):
        if named is None:
            continue
        resolved = _within(chosen, resolve_product(names, connection, named))
        if resolved.product is None:
            return no_product(named, resolved)
        chosen = frozenset({resolved.product.work_id})
    return chosen


def _within(chosen: frozenset[int] | None, resolved: Resolved) -> Resolved:
    """The same, seen inside the works already chosen: a name that two companies use means the chosen one's."""
    if chosen is None:
        return resolved
    if resolved.product is not None:
        return resolved if resolved.product.work_id in chosen else Resolved(None)
    inside = tuple(each for each in resolved.candidates if each.product_id in chosen)
    exact = [each for each in inside if each.score >= 1.0]
    if len(exact) == 1:
        return Resolved(_as_work(exact[0]))
    return replace(resolved, candidates=inside)


def _as_work(match: ProductMatch) -> Work:
    return Work(match.product_id, "", "", match.product_code, match.product_name, match.company)


def no_product(named: str | int, resolved: Resolved) -> NoScope:
    """What is answered where a name means no product or several."""
    count = max(resolved.bearers, len(resolved.candidates))
    if resolved.status is AnswerStatus.NO_MATCH:
        message = say("search.only_unverified_products", product=named, count=count)
        return NoScope(resolved.status, message)
    key = "search.no_exact_product" if resolved.candidates else "search.unknown_product"
    key = "search.ambiguous_product" if resolved.status is AnswerStatus.AMBIGUOUS else key
    message = say(key, product=named, count=count)
    if resolved.unnamed:
        message += say("search.unverified_products", count=resolved.unnamed)
    return NoScope(resolved.status, message, resolved.candidates)


def _editions(documents: Sequence[VerifiedDocument], request: SearchRequest) -> Iterable[VerifiedDocument]:
    """The edition that was asked for; by default what is current or not known to be superseded."""
    if request.edition is not None:
        return [each for each in documents if normalised(each.edition or "") == normalised(request.edition)]
    if request.as_of is not None:
        return _valid_on(documents, request.as_of)
    if request.document_id is not None:
        return documents
    return [each for each in documents if each.edition_status != EditionStatus.SUPERSEDED]


def _valid_on(documents: Sequence[VerifiedDocument], day: str) -> list[VerifiedDocument]:
    """Of each work and document type, the last edition published by `day`; an undated one only where no other is."""
    limit = date_key(day)
    if limit is None or not _is_in_the_calendar(limit):
        raise UsageError("search.unknown_day", day=day[:40])
    best: dict[tuple[object, ...], VerifiedDocument] = {}
    for each in documents:
        published = date_key(each.publish_time) or ()
        if published > limit:
            continue
        key = (each.work_id, each.document_type) if each.work_id is not None else (each.document_id,)
        known = best.get(key)
        if known is None or (date_key(known.publish_time) or ()) <= published:
            best[key] = each
    return list(best.values())


def _is_in_the_calendar(day: tuple[int, ...]) -> bool:
    """Whether a year, a month or a day is one that there is: the 30th of February is a slip, not the 28th."""
    try:
        date(*(*day, 1, 1)[:3])
    except ValueError:
        return False
    return True


def _described(request: SearchRequest) -> dict[str, str | int]:
    given = {
        "company": request.company,
        "product": request.product,
        "product_code": request.product_code,
        "category": request.category,
        "entity_role": request.entity_role,
        "level": request.level,
        "keyword": request.keyword,
        "parent_section": request.parent_section,
        "document_id": request.document_id,
        "edition": request.edition,
        "as_of": request.as_of,
    }
    return {name: value for name, value in given.items() if value is not None}


def product_scope(connection: Connection, names: ProductNames, product: str | int) -> tuple[int, ...] | NoScope:
    """The documents of the product with this id, code or exact name: of the current edition, at least one."""
    return _documents_of(connection, names, SearchRequest(query="", product=str(product)))


def document_scope(connection: Connection, names: ProductNames, document_id: int) -> tuple[int, ...] | NoScope:
    """This one document, whatever its edition, where it is verified."""
    return _documents_of(connection, names, SearchRequest(query="", document_id=document_id))


def _documents_of(connection: Connection, names: ProductNames, request: SearchRequest) -> tuple[int, ...] | NoScope:
    scope = scope_of(connection, names, request)
    if isinstance(scope, NoScope):
        return scope
    return scope.documents or NoScope(AnswerStatus.NO_MATCH, why_nothing(connection, names, request))


_MOST_GROUPS, _MOST_TOLD = 3, 6


def undecided(connection: Connection, library: Library, documents: Iterable[int]) -> str:
    """The sentence that nobody has settled which of several documents of one product and kind is in force; "" where
    there is no doubt about these."""
    asked = set(documents)
    groups: dict[tuple[int, str], list[catalogue.VerifiedDocument]] = {}
    for each in catalogue.verified_documents(connection, library.pack.name) if asked else ():
        if each.work_id is not None and each.document_type and each.edition_status != EditionStatus.SUPERSEDED:
            groups.setdefault((each.work_id, each.document_type), []).append(each)
    doubtful = [
        [each.document_id for each in group]
        for group in groups.values()
        if len(group) > 1
        and any(each.edition_status == EditionStatus.UNKNOWN for each in group)
        and any(each.document_id in asked for each in group)
    ]
    return "".join(_told(group) for group in doubtful[:_MOST_GROUPS])


def _told(documents: list[int]) -> str:
    names = [say("search.quote_document_number", document_id=each) for each in documents[:_MOST_TOLD]]
    return say("search.undecided_editions", documents="、".join(names), count=len(documents))
