"""What nobody has settled: which of several documents of one product and kind is in force."""

from collections.abc import Iterable

from insurance_desktop.domain.states import EditionStatus
from insurance_desktop.packs.wording import say
from insurance_desktop.services.library.library import Library
from insurance_desktop.store.database import Connection
from insurance_desktop.store.works import catalogue

_MOST_GROUPS, _MOST_TOLD = 3, 6


def undecided(connection: Connection, library: Library, documents: Iterable[int]) -> str:
    """The sentence that says it of these documents; "" where there is no doubt."""
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
