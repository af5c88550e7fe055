"""What a site's list says, whatever its shape: products with editions, and the files of each edition."""

from dataclasses import dataclass
from typing import Protocol

from insurance_desktop.domain.originals import OriginalKind

from ..traffic import Answer, Ask


@dataclass(frozen=True, slots=True)
class ListedFile:
    """One attachment. `is_confirmed` False = that its address carries this type of document is only inferred."""

    document_type: str
    url: str
    is_confirmed: bool = True


@dataclass(frozen=True, slots=True)
class ListedEdition:
    """One filing of a product as a row of the list says it; None = the list does not say.

    `attributes` are further facts by name (kind of plan, sales channel).
    """

    name: str
    edition: str
    code: str | None = None
    category: str | None = None
    sale_status: str | None = None
    filing_number: str | None = None
    publish_time: str | None = None
    attributes: tuple[tuple[str, str], ...] = ()
    files: tuple[ListedFile, ...] = ()

    @property
    def product(self) -> str:
        """What tells this product from the others of its site."""
        return self.code or self.name


@dataclass(frozen=True, slots=True)
class CataloguePage:
    """One page of a list: its editions and the request for the next page, None = this was the last.

    Where the end cannot be told from the page, `following` asks on: a page that brings nothing new has ended the list.
    `is_guess` = nothing on the page says that there is another one: that it is not there ends the list as well.
    `is_sure` = what follows is asked for whatever this page brought: another page leads there.
    """

    editions: tuple[ListedEdition, ...]
    following: Ask | None = None
    is_guess: bool = False
    is_sure: bool = False


class CatalogueAdapter(Protocol):
    """Turns the pages of one site's lists into editions. It asks for nothing itself."""

    @property
    def brings(self) -> OriginalKind:
        """What the files of the site are."""
        ...

    def lists(self) -> tuple[Ask, ...]:
        """The first page of each list."""
        ...

    def read(self, ask: Ask, answer: Answer) -> CataloguePage:
        """The page that `ask` was answered with. Raises CaptchaAsked and SiteChanged."""
        ...
