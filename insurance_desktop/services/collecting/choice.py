"""Which of the listed files a run asks for: what is to be had, and a few of those that are here.

A list tells nothing of bytes that were changed behind it. So each run asks again for the files that were asked for
longest ago, after the new ones: in time that is all of them, wherever a run was stopped.
"""

from collections.abc import Sequence

from insurance_desktop.domain.addresses import origin_of
from insurance_desktop.domain.errors import NotFound
from insurance_desktop.store.collecting.attachments import FAILED, HELD, ListedAttachment

from .session import Session

MOST_TRIES = 3
"""Runs that ask for a file that cannot be had; then only a recheck does."""


def files_to_ask(
    session: Session, listed: Sequence[ListedAttachment]
) -> tuple[tuple[ListedAttachment, ...], tuple[ListedAttachment, ...]]:
    """(to be had now, here and to be asked for again); the first in the order of the catalogue, failed ones last."""
    here = _asked_for(session, listed)
    wanted = [each for each in here if session.request.recheck or _is_due(each)]
    taken = {each.attachment_id for each in wanted}
    held = [each for each in here if each.state == HELD and each.attachment_id not in taken]
    held.sort(key=lambda each: (each.checked_at or "", each.attachment_id))
    return tuple(sorted(wanted, key=lambda each: each.tries)), tuple(held[: session.rechecks])


def _asked_for(session: Session, listed: Sequence[ListedAttachment]) -> list[ListedAttachment]:
    """The files that the request speaks of."""
    request, origins = session.request, session.client.rules.origins
    here = [each for each in listed if origin_of(each.url) in origins]
    if request.limit is not None:
        in_order = (*session.memory().get("order", ()), *(each.work_id for each in here))
        first = tuple(dict.fromkeys(in_order))[: request.limit]
        here = [each for each in here if each.work_id in first]
    if request.product is not None:
        here = [each for each in here if request.product in (str(each.work_id), each.product_code, each.product_name)]
        if not here:
            raise NotFound("crawl.no_such_product", product=request.product, site=session.site.name)
    types = {_known_type(session, listed, each) for each in request.document_types}
    return [each for each in here if not types or each.document_type in types]


def _known_type(session: Session, listed: Sequence[ListedAttachment], given: str) -> str:
    """The type by its name, or by an ending that documents of it carry; else NotFound."""
    forms = session.library.pack.document_forms
    known = dict.fromkeys([*(each.document_type for each in listed), *(form.document_type for form in forms)])
    if given in known:
        return given
    meant = next((form.document_type for form in forms if given.endswith(form.words)), None)
    if meant is None:
        raise NotFound("crawl.no_such_type", given=given, known=", ".join(known))
    return meant


def _is_due(each: ListedAttachment) -> bool:
    return each.state != HELD and not (each.state == FAILED and each.tries >= MOST_TRIES)
