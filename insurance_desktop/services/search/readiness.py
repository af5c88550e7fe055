"""Whether a library may answer at all: its index must be this program's, and its ranking must not have been refused."""

from insurance_desktop.packs.wording import say
from insurance_desktop.services.search.engine import SearchEngine
from insurance_desktop.store.database import Connection

from .indexing import is_stale
from .ranking_approval import refusal


def why_silent(connection: Connection, engine: SearchEngine) -> str | None:
    """Why nothing is answered, in a sentence; None where questions may be asked."""
    if is_stale(connection, engine):
        return say("search.index_stale")
    return refusal(connection, engine)
