"""The verified documents of one named product, or one document, or the plain reason why there are none."""

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.services.products.product_names import ProductNames
from insurance_desktop.store.database import Connection

from .scope import NoScope, scope_of, why_nothing


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
