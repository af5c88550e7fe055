"""What PRODUCT@EDITION means: the documents of a product in one edition; without an edition, those in force."""

from insurance_desktop.domain.entity import entity
from insurance_desktop.domain.identity import normalised
from insurance_desktop.domain.product_answers import EDITION_MARK
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue
from insurance_desktop.store.works.catalogue import VerifiedDocument
from insurance_desktop.store.works.editions import date_key
from insurance_desktop.store.works.works import Work

from .fact_book import ProductFacts, facts_of_edition, products_with_facts
from .product_lookup import resolve_product
from .product_names import ProductNames
from .scope import NoScope, no_product


@entity
class ProductMeant:
    """A product with what it states; `edition` is None where none was asked for."""

    product: ProductFacts
    edition: str | None = None


def product_and_edition(names: ProductNames, connection: Connection, named: str) -> ProductMeant | NoScope:
    """The product of an id, a code or a name, in the edition behind the mark: its label, or when it was published."""
    pack = names.library.pack
    resolved = resolve_product(names, connection, named)
    if resolved.product is not None:
        found = products_with_facts(connection, pack, (resolved.product.work_id,))
        return ProductMeant(found[0] if found else ProductFacts(resolved.product, pack, ()))
    product, mark, edition = named.rpartition(EDITION_MARK)
    if not mark:
        return no_product(named, resolved)
    resolved = resolve_product(names, connection, product)
    if resolved.product is None:
        return no_product(product, resolved)
    return _in_edition(names, connection, resolved.product, edition.strip())


def _in_edition(names: ProductNames, connection: Connection, work: Work, edition: str) -> ProductMeant | NoScope:
    pack = names.library.pack
    verified = catalogue.verified_documents(connection, pack.name, works=[work.work_id])
    documents = [each for each in verified if _is(each, edition)]
    if documents:
        return ProductMeant(facts_of_edition(connection, pack, work, documents), documents[0].edition or edition)
    known = dict.fromkeys(each.edition for each in verified if each.edition)
    if not known:
        return NoScope(AnswerStatus.NO_MATCH, say("search.nothing_verified"))
    told = say("products.comma").join(known)
    return NoScope(AnswerStatus.NOT_FOUND, say("search.unknown_edition", edition=edition[:80], names=told))


def _is(document: VerifiedDocument, edition: str) -> bool:
    if normalised(document.edition or "") == normalised(edition):
        return True
    asked, published = date_key(edition), date_key(document.publish_time)
    return asked is not None and published is not None and published[: len(asked)] == asked
