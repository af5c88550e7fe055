"""Links: `baoxian://<library>/<document sha256>/<clause id>?page=<n>`. They name content, never a path."""

import re
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from insurance_desktop.domain.entity import entity

from .errors import UsageError

SCHEME = "baoxian"
FILE = "file"
LONGEST = 600

_LINK = re.compile(
    r"baoxian://(?P<library>[0-9a-f]{16})/(?P<document>[0-9a-f]{64})(?:/(?P<clause>[A-Za-z0-9._~%-]{1,400}))?/?"
    r"(?:\?page=(?P<page>[1-9][0-9]{0,4}))?",
    re.ASCII,
)
_CLAUSE = re.compile(r"[0-9a-f]{8}-[^\x00-\x20\x7f\\]{1,40}-[0-9a-f]{12}")


@entity
class Link:
    """A place to open: a document by the hash of its original, there a clause and a page (from 1), as far as named.

    `library_id` is the name that a library and its copies share.
    """

    library_id: str
    document_sha256: str
    clause_id: str | None = None
    page: int | None = None

    def __str__(self) -> str:
        clause = f"/{quote(self.clause_id, safe='')}" if self.clause_id else ""
        page = f"?page={self.page}" if self.page else ""
        return f"{SCHEME}://{self.library_id}/{self.document_sha256}{clause}{page}"


def read_link(text: str) -> Link:
    """The link as the system or a person hands it over. UsageError for anything that is not exactly one of ours.

    Anybody can put a link in front of a user: it is short, it has one shape, and no part of it is ever a file's name.
    """
    match = _LINK.fullmatch(text.strip()) if len(text) <= LONGEST else None
    if match is None:
        raise UsageError("review.not_a_link", link=_shown(text))
    clause = None
    if match["clause"] is not None:
        clause = _unquoted(match["clause"])
        if clause is None or not _CLAUSE.fullmatch(clause) or not clause.startswith(match["document"][:8]):
            raise UsageError("review.not_a_link", link=_shown(text))
    return Link(match["library"], match["document"], clause, int(match["page"]) if match["page"] else None)


def read_place(text: str) -> str:
    """What a desktop hands over to be opened, as one word: a link of ours, or the URI of a file that is there.
    UsageError for anything else."""
    address = urlsplit(text)
    is_local = address.scheme == FILE and address.netloc in ("", "localhost")
    file = Path(unquote(address.path) if is_local else text)
    return file.absolute().as_uri() if file.exists() else str(read_link(text))


def _unquoted(text: str) -> str | None:
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return None


def _shown(text: str) -> str:
    """A stranger's text as a sentence can quote it."""
    return "".join(sign if sign.isprintable() else "?" for sign in text[:80])
