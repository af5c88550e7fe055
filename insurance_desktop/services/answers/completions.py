"""What a client may offer while a person types: names of products that have verified text, numbers of their clauses."""

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.documents import Document
from insurance_desktop.domain.identity import normalised
from insurance_desktop.services.library.library import Library
from insurance_desktop.services.products.product_names import name_key
from insurance_desktop.services.products.scope import NoScope, scope_of
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.clauses import clauses
from insurance_desktop.store.works import catalogue, documents

from .library_status import verified_documents

MOST = 50


def product_names(library: Library, typed: str) -> tuple[str, ...]:
    """Full names that begin with what was typed, then those that hold it; of products with verified text alone."""
    with library.database.read() as connection:
        verified = {each.document_id for each in catalogue.verified_documents(connection, library.pack.name)}
        listed = documents.listed(connection, pack=library.pack.name, review_status="VERIFIED")
    names = dict.fromkeys(
        name for each in listed if each.document_id in verified and (name := each.product_name) is not None
    )
    wanted = name_key(typed)
    fitting = [name for name in names if wanted in name_key(name)]
    return tuple(sorted(fitting, key=lambda name: (not name_key(name).startswith(wanted), name)))[:MOST]


def listed_documents(engine: SearchEngine) -> tuple[Document, ...]:
    """As many of the verified documents as one answer holds."""
    return verified_documents(engine).documents


def section_numbers(engine: SearchEngine, product: str | None, typed: str) -> tuple[str, ...]:
    """Printed numbers in reading order that begin with what was typed: of a product's clauses, else of all."""
    return tuple(dict.fromkeys(section for section, _ in _sections(engine, product, typed)))[:MOST]


def clause_ids(engine: SearchEngine, product: str | None, typed: str) -> tuple[str, ...]:
    """The ids of the clauses whose number or id begins with what was typed."""
    return tuple(clause_id for _, clause_id in _sections(engine, product, typed))[:MOST]


def _sections(engine: SearchEngine, product: str | None, typed: str) -> tuple[tuple[str, str], ...]:
    wanted = normalised(typed)
    with engine.library.database.read() as connection:
        scope = scope_of(connection, engine.product_names, SearchRequest(query="", product=product or None))
        if isinstance(scope, NoScope):
            return ()
        return clauses.sections_beginning(connection, scope.documents, wanted, MOST * 4)
