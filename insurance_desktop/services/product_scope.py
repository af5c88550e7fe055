"""The verified documents of one named product, or the plain reason why there are none."""

from insurance_desktop.domain.answers import SearchRequest
from insurance_desktop.domain.states import AnswerStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.store.database import Connection

from .library import Library
from .scoping import NoScope, scope_of


def product_scope(connection: Connection, library: Library, product: str | int) -> tuple[int, ...] | NoScope:
    """The documents of the product with this id, code or exact name: of the current edition, at least one."""
    scope = scope_of(connection, library, SearchRequest(query="", product=str(product)))
    if isinstance(scope, NoScope):
        return scope
    return scope.documents or NoScope(AnswerStatus.NO_MATCH, say("search.nothing_verified"))
