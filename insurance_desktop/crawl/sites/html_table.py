"""A site whose list is a table in web pages that are numbered, with the files as links in the table's rows."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from insurance_desktop.domain.errors import SiteChanged

from ..traffic import Answer, Ask, Purpose
from .catalogue import CataloguePage, ListedEdition, ListedFile
from .declared import SiteDescription

CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
UPLOADED = re.compile(r"/(20\d{2})[/-]?(\d{2})[/-]?(\d{2})/")
"""The day of upload in a file's path."""
UNDATED = "1"


@dataclass(frozen=True)
class HtmlTableAdapter:
    """Reads the rows that the site's selector finds, by the numbers of their cells."""

    site: SiteDescription

    def lists(self) -> tuple[Ask, ...]:
        return (self._ask(1),)

    @property
    def posts(self) -> frozenset[str]:
        """Nothing is asked with POST."""
        return frozenset()

    def read(self, ask: Ask, answer: Answer) -> CataloguePage:
        page = LexborHTMLParser(_text(answer))
        rows = [each for each in page.css(self.site.settings["rows"]) if each.css_first("td") is not None]
        number = self._number(ask)
        if not rows and number == 1:
            raise SiteChanged("crawl.list_has_no_table", url=answer.url)
        editions = tuple(each for row in rows if (each := self._edition(row, answer.url)) is not None)
        if rows and not editions:
            raise SiteChanged("crawl.no_row_readable", url=answer.url, count=len(rows))
        return CataloguePage(editions, self._ask(number + 1) if rows else None)

    def _ask(self, number: int) -> Ask:
        return Ask(self.site.placed(self.site.origin + self.site.settings["path"].format(page=number)), Purpose.LIST)

    def _number(self, ask: Ask) -> int:
        found = re.search(r"[?&]page=(\d+)", ask.url)
        return int(found[1]) if found else 1

    def _edition(self, row: LexborNode, address: str) -> ListedEdition | None:
        cells = row.css("td")
        places = self.site.settings["cells"]
        if len(cells) <= max(places.values()):
            return None
        said = {name: " ".join(cells[place].text(separator=" ").split()) for name, place in places.items()}
        files = tuple(self._files(cells[places["files"]], address))
        if not said["name"]:
            return None
        return ListedEdition(
            name=said["name"],
            edition=_edition_label(files),
            category=said.get("category") or None,
            sale_status=said.get("sale_status") or None,
            publish_time=_day(files),
            files=files,
        )

    def _files(self, cell: LexborNode, address: str) -> Iterator[ListedFile]:
        seen: set[str] = set()
        for link in cell.css("a[href]"):
            url = self.site.placed(urljoin(address, (link.attributes.get("href") or "").strip()))
            words = "".join(link.text().split())
            document_type = next((name for name, shown in self.site.settings["types"].items() if words in shown), None)
            if document_type and url not in seen and urlsplit(url).path.lower().endswith(".pdf"):
                seen.add(url)
                yield ListedFile(document_type, url)


def _edition_label(files: tuple[ListedFile, ...]) -> str:
    """The list names no editions: the day on which the first file was uploaded tells them apart."""
    return (_day(files) or UNDATED).replace("-", "")


def _day(files: tuple[ListedFile, ...]) -> str | None:
    """The first file's day of upload: the clauses stand first."""
    found = UPLOADED.search(urlsplit(files[0].url).path) if files else None
    return "-".join(found.groups()) if found else None


def _text(answer: Answer) -> str:
    """The page's signs, by the header, else by its own word, else UTF-8."""
    named = CHARSET.search(answer.headers.get("content-type", "")) or CHARSET.search(
        answer.content[:2048].decode("ascii", errors="replace")
    )
    charset = named[1].lower() if named else "utf-8"
    try:
        return answer.content.decode("gb18030" if charset in ("gbk", "gb2312") else charset, errors="replace")
    except LookupError:
        return answer.content.decode("utf-8", errors="replace")
