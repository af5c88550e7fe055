"""A site whose pages are the documents: from a first page down to the pages that the links of others lead to."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, cast
from urllib.parse import urldefrag, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

from insurance_desktop.domain.addresses import origin_of
from insurance_desktop.domain.errors import SiteChanged
from insurance_desktop.domain.originals import OriginalKind

from ..traffic import Answer, Ask, Purpose
from .catalogue import CataloguePage, ListedEdition, ListedFile
from .declared import SiteDescription
from .html_rows import parse, text_of
from .html_table import base_of, page_text
from .site_file import HtmlTreeSettings

UNDATED = "1"
"""Such sites name no editions of a page: other bytes at its address are told by their hash."""
ABOVE = " > "
PARTS = re.compile(r"\s*[>\u203a\u00bb/|]\s*")
"""What stands between the parts of a breadcrumb that is one text."""


@dataclass
class HtmlTreeAdapter:
    """Reads each page that leads on once, breadth first; it keeps which ones are still to be asked for."""

    site: SiteDescription
    brings: ClassVar[OriginalKind] = OriginalKind.HTML
    _seen: set[str] = field(default_factory=set)
    _waiting: deque[str] = field(default_factory=deque)

    @property
    def settings(self) -> HtmlTreeSettings:
        return cast("HtmlTreeSettings", self.site.settings)

    def lists(self) -> tuple[Ask, ...]:
        first = self.site.placed(self.site.origin + self.settings.path)
        self._seen = {first}
        self._waiting.clear()
        return (Ask(first, Purpose.LIST),)

    @property
    def posts(self) -> frozenset[str]:
        """Nothing is asked with POST."""
        return frozenset()

    def read(self, ask: Ask, answer: Answer) -> CataloguePage:
        page = parse(page_text(answer))
        trail = self._trail(page)
        editions: dict[str, ListedEdition] = {}
        leads_on = False
        for url, words in self._links(page, answer.url):
            path = urlsplit(url).path
            document_type = self._type(path)
            if document_type is not None and words:
                editions.setdefault(url, self._edition(words, trail, document_type, url, answer.url))
            if _is_one_of(path, self.settings.follow):
                leads_on = True
                if url not in self._seen:
                    self._seen.add(url)
                    self._waiting.append(url)
        if not editions and not leads_on and urlsplit(ask.url).path == urlsplit(self.settings.path).path:
            raise SiteChanged("crawl.tree_leads_nowhere", url=answer.url)
        following = Ask(self._waiting.popleft(), Purpose.LIST) if self._waiting else None
        return CataloguePage(tuple(editions.values()), following, is_sure=True)

    def _links(self, page: LexborHTMLParser, address: str) -> Iterator[tuple[str, str]]:
        """The pages of the site that a page leads to, without places in them, and the words of each link."""
        base = base_of(page, address)
        for link in page.css("a[href]"):
            try:
                url = urldefrag(urljoin(base, (link.attributes.get("href") or "").strip())).url
                is_own = origin_of(url) in (self.site.home, self.site.origin)
            except ValueError:
                continue
            if is_own:
                yield self.site.placed(url), text_of(link)

    def _trail(self, page: LexborHTMLParser) -> tuple[str, ...]:
        """The names of what a page stands in, itself last, as its breadcrumb has them."""
        found = page.css_first(self.settings.breadcrumb)
        if found is None:
            return ()
        items = [text_of(each) for each in found.css("li")] or PARTS.split(text_of(found))
        return tuple(each for each in items if each)

    def _type(self, path: str) -> str | None:
        types = self.settings.page_types
        return next((name for name, forms in types.items() if _is_one_of(path, forms)), None)

    @staticmethod
    def _edition(words: str, trail: tuple[str, ...], document_type: str, url: str, parent: str) -> ListedEdition:
        """A page under the names of what it stands in: pages of many chapters bear one name."""
        whole = (*trail, words)
        return ListedEdition(
            name=" ".join(whole),
            edition=UNDATED,
            attributes=(("breadcrumb", ABOVE.join(whole)), ("parent", parent), ("page_type", document_type)),
            files=(ListedFile(document_type, url),),
        )


def _is_one_of(path: str, forms: tuple[str, ...]) -> bool:
    return any(re.fullmatch(form, path) for form in forms)
