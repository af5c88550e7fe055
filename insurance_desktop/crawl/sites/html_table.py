"""A site whose list is a table in web pages that are numbered, with the files as links in the table's rows."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, cast
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from insurance_desktop.domain.addresses import origin_of
from insurance_desktop.domain.errors import SiteChanged
from insurance_desktop.domain.originals import OriginalKind

from ..traffic import Answer, Ask, Purpose
from .catalogue import CataloguePage, ListedEdition, ListedFile
from .declared import SiteDescription
from .html_rows import Row, parse, rows, text_of
from .site_file import HtmlTableSettings

CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
LOOK_AT = 4096
"""Bytes at the start of a page in which it may name its own signs."""
WIDER = {"gbk": "gb18030", "gb2312": "gb18030", "gb_2312-80": "gb18030"}
UNSAID = frozenset({"iso-8859-1", "latin-1", "us-ascii", "ascii"})
"""What servers name that name nothing: no page in Chinese is written so."""
UPLOADED = re.compile(r"/(20\d{2})[/-]?(\d{2})[/-]?(\d{2})/")
"""The day of upload in a file's path."""
UNDATED = "1"
AROUND = re.compile(r"[\W_]+")
"""Blanks and brackets around the name of a type in a link."""


@dataclass(slots=True)
class Columns:
    """Where each fact of a table stands: as its heading says, else as the site declares."""

    places: dict[str, int]
    types: dict[int, str] = field(default_factory=dict)
    is_headed: bool = False


@dataclass(frozen=True)
class HtmlTableAdapter:
    """Reads the rows that the site's selector finds."""

    site: SiteDescription
    brings: ClassVar[OriginalKind] = OriginalKind.PDF

    @property
    def settings(self) -> HtmlTableSettings:
        return cast("HtmlTableSettings", self.site.settings)

    def lists(self) -> tuple[Ask, ...]:
        return (self._ask(1),)

    @property
    def posts(self) -> frozenset[str]:
        """Nothing is asked with POST."""
        return frozenset()

    def read(self, ask: Ask, answer: Answer) -> CataloguePage:
        page = parse(page_text(answer))
        found = [each for each in rows(page, self.settings.rows) if not each.is_message]
        number = self._number(ask)
        editions, count = self._editions(found, base_of(page, answer.url))
        if not count and number == 1:
            raise SiteChanged("crawl.list_has_no_table", url=answer.url)
        if count and not editions:
            raise SiteChanged("crawl.no_row_readable", url=answer.url, count=count)
        return CataloguePage(editions, self._ask(number + 1) if count else None, is_guess=not _names(page, number + 1))

    def _ask(self, number: int) -> Ask:
        return Ask(self.site.placed(self.site.origin + self.settings.path.format(page=number)), Purpose.LIST)

    def _number(self, ask: Ask) -> int:
        found = re.search(r"[?&]page=(\d+)", ask.url)
        return int(found[1]) if found else 1

    def _editions(self, found: list[Row], base: str) -> tuple[tuple[ListedEdition, ...], int]:
        """The editions of the rows, and how many rows there were that should have been one."""
        tables: dict[int, Columns] = {}
        editions: list[ListedEdition] = []
        taken: set[int] = set()
        count = 0
        for row in found:
            if row.lies_in(taken):  # a table within a product's cell
                continue
            headed = self._headings(row)
            if headed is not None:
                tables[row.table] = headed
                continue
            columns = tables.get(row.table) or Columns(dict(self.settings.cells))
            count += row.node.css_first("td") is not None and row.node.css_first("table") is None
            edition = self._edition(row, columns, base)
            if edition is not None:
                taken.add(row.node.mem_id)
                editions.append(edition)
        return tuple(editions), max(count, len(editions))

    def _headings(self, row: Row) -> Columns | None:
        """Where the facts stand, where the row is a table's heading: it names the products' column, and another."""
        known = self.settings.headings
        places: dict[str, int] = {}
        types: dict[int, str] = {}
        for place, cell in enumerate(row.cells):
            words = self._bare(text_of(cell))
            name = next((each for each, shown in known.items() if words in shown), None)
            if name is not None:
                places.setdefault(name, place)
            elif (document_type := self._type(words)) is not None:
                types[place] = document_type
        has_links = row.node.css_first("a[href]") is not None
        is_heading = "name" in places and len(places) + len(types) > 1 and not has_links
        return Columns(places, types, is_headed=True) if is_heading else None

    def _edition(self, row: Row, columns: Columns, base: str) -> ListedEdition | None:
        places = columns.places
        if len(row.cells) <= (places["name"] if columns.is_headed else max(places.values())):
            return None
        said = {name: text_of(row.cells[place]) for name, place in places.items() if place < len(row.cells)}
        files = tuple(self._files(row, columns, base))
        if not said["name"] or not (files or row.has_own(places["name"])):  # a remark below a product
            return None
        return ListedEdition(
            name=said["name"],
            edition=_edition_label(files),
            code=said.get("code") or None,
            category=said.get("category") or None,
            sale_status=said.get("sale_status") or None,
            publish_time=_day(files),
            files=files,
        )

    def _files(self, row: Row, columns: Columns, base: str) -> Iterator[ListedFile]:
        seen: set[str] = set()
        only = columns.places.get("files")
        for place, cell in enumerate(row.cells):
            if only is not None and place != only and place not in columns.types:
                continue
            for link in cell.css("a[href]"):
                url = self._address(base, link)
                document_type = self._type_of(link) or columns.types.get(place)
                if document_type and url and url not in seen:
                    seen.add(url)
                    yield ListedFile(document_type, url)

    def _address(self, base: str, link: LexborNode) -> str | None:
        """Where a link to a file leads; None for any other link. The site's own files are had by https alone."""
        target = (link.attributes.get("href") or "").strip()
        try:
            url = urljoin(base, target)
            parts = urlsplit(url)
        except ValueError:
            return None
        _, dot, ending = parts.path.rpartition("/")[2].rpartition(".")
        is_file = not dot or ending.lower() == "pdf"
        if target[:1] in ("", "#") or parts.scheme not in ("http", "https") or not is_file:
            return None
        secure = "https" + url.removeprefix("http")
        is_own = parts.scheme == "http" and origin_of(secure) in (self.site.origin, *self.site.file_origins)
        return self.site.placed(secure if is_own else url)

    def _type_of(self, link: LexborNode) -> str | None:
        """By the link's words, else by its title or that of its picture."""
        picture = link.css_first("img")
        titles = (link.attributes.get("title"), picture.attributes.get("alt") if picture is not None else None)
        return next((found for each in (text_of(link), *titles) if (found := self._type(each or ""))), None)

    def _type(self, words: str) -> str | None:
        types = self.settings.types
        bare = self._bare(words)
        return next((name for name, shown in types.items() if bare in shown), None) if bare else None

    def _bare(self, words: str) -> str:
        """Without signs, and without what a site writes beside a type: the file's kind, the invitation to press."""
        bare = AROUND.sub("", words).lower()
        for each in self.settings.beside:
            bare = bare.removeprefix(each).removesuffix(each)
        return bare


def _names(page: LexborHTMLParser, number: int) -> bool:
    """Whether the page itself leads to that page of the list."""
    wanted = re.compile(rf"[?&]page={number}(?!\d)")
    return any(wanted.search(each.attributes.get("href") or "") for each in page.css("a[href]"))


def base_of(page: LexborHTMLParser, address: str) -> str:
    """What the page's links are relative to."""
    declared = page.css_first("base[href]")
    try:
        return urljoin(address, ((declared.attributes.get("href") if declared is not None else "") or "").strip())
    except ValueError:
        return address


def _edition_label(files: tuple[ListedFile, ...]) -> str:
    """The list names no editions: the day on which the first file was uploaded tells them apart."""
    return (_day(files) or UNDATED).replace("-", "")


def _day(files: tuple[ListedFile, ...]) -> str | None:
    """The first file's day of upload: the clauses stand first."""
    found = UPLOADED.search(urlsplit(files[0].url).path) if files else None
    return "-".join(found.groups()) if found else None


def page_text(answer: Answer) -> str:
    """The page's signs: by its mark, the header, its own word, else as they can be read without fault."""
    content = answer.content
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    head = content[:LOOK_AT].decode("ascii", errors="replace")
    sources = (answer.headers.get("content-type", ""), head)
    named = [found[1].lower() for each in sources if (found := CHARSET.search(each))]
    said = [WIDER.get(each, each) for each in named if each not in UNSAID]
    for charset in dict.fromkeys((*said, "utf-8", "gb18030")):
        try:
            return content.decode(charset).removeprefix("\ufeff")
        except (LookupError, UnicodeDecodeError):
            continue
    return content.decode(next(filter(_is_known, said), "utf-8"), errors="replace")


def _is_known(charset: str) -> bool:
    try:
        codecs.lookup(charset)
    except LookupError:
        return False
    return True
