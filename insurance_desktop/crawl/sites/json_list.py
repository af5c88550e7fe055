"""A site whose list is one JSON answer to one known POST, with the files behind an address of numbers.

The list may be wrapped once more, and may ignore the page number that it is asked with.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast
from urllib.parse import urlencode

from insurance_desktop.domain.errors import CaptchaAsked, SiteChanged
from insurance_desktop.domain.originals import OriginalKind

from ..integrity import CAPTCHA_CODE
from ..traffic import Answer, Ask, Purpose
from .catalogue import CataloguePage, ListedEdition, ListedFile
from .declared import SiteDescription
from .site_file import JsonListSettings

MOST_BYTES = 64 << 20
MISSING = object()
CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
CHINESE = frozenset({"gbk", "gb2312", "gb18030"})
PAGE = "pageNum"
"""The page's number in the request."""


@dataclass(frozen=True)
class JsonListAdapter:
    """Reads `rows` of the answer by the field names that the site declares."""

    site: SiteDescription
    brings: ClassVar[OriginalKind] = OriginalKind.PDF

    @property
    def settings(self) -> JsonListSettings:
        return cast("JsonListSettings", self.site.settings)

    def lists(self) -> tuple[Ask, ...]:
        return tuple(self._ask({**self.settings.body, **each}) for each in self.settings.lists)

    @property
    def posts(self) -> frozenset[str]:
        """The one address that may be asked with POST."""
        return frozenset({self._address})

    def read(self, ask: Ask, answer: Answer) -> CataloguePage:
        rows = self._rows(answer)
        editions = tuple(each for row in rows if (each := self._edition(row)) is not None)
        if rows and not editions:
            raise SiteChanged("crawl.no_row_readable", url=answer.url, count=len(rows))
        asked = json.loads(ask.body or b"{}")
        # A short page proves no end: the server may give fewer rows a page than it was asked for.
        following = self._ask({**asked, PAGE: int(asked[PAGE]) + 1}) if rows else None
        return CataloguePage(editions, following)

    @property
    def _address(self) -> str:
        return self.site.placed(self.site.origin + self.settings.path)

    def _ask(self, body: dict[str, Any]) -> Ask:
        headers = (
            ("Content-Type", "application/json"),
            ("Accept", "application/json"),
            ("Referer", self.site.placed(self.site.origin + self.settings.referer)),
        )
        content = json.dumps(body, separators=(",", ":")).encode()
        return Ask(self._address, Purpose.LIST, "POST", content, headers, MOST_BYTES)

    def _rows(self, answer: Answer) -> list[dict[str, Any]]:
        try:
            said = json.loads(_text(answer))
        except (ValueError, RecursionError) as error:
            raise SiteChanged("crawl.list_is_no_json", url=answer.url) from error
        names = self.settings
        while isinstance(said, dict) and _is_wrapper(said, names) and isinstance(said.get(names.wrapper), dict):
            said = said[names.wrapper]
        code = str(said.get(names.code, "")) if isinstance(said, dict) else ""
        if code == CAPTCHA_CODE:
            raise CaptchaAsked("crawl.captcha_answer", url=self.site.placed(self.site.origin))
        rows = said.get(names.rows, MISSING) if isinstance(said, dict) else MISSING
        rows = [] if rows is None else rows  # how some servers write an empty list
        if code != names.code_done or not isinstance(rows, list):
            detail = str(said.get(names.message) or code)[:200] if isinstance(said, dict) else ""
            raise SiteChanged("crawl.list_refused", url=answer.url, detail=detail)
        return [each for each in rows if isinstance(each, dict)]

    def _edition(self, row: dict[str, Any]) -> ListedEdition | None:
        fields = self.settings.fields
        found = {name: _first(row, keys) for name, keys in fields.items()}
        code, name = found.get("code"), found.get("name")
        if not code or not name:
            return None
        edition = found.get("edition") or f"{code}-1"
        return ListedEdition(
            name=name,
            edition=edition,
            code=code,
            category=found.get("category"),
            sale_status=found.get("sale_status"),
            filing_number=found.get("filing_number"),
            publish_time=found.get("publish_time"),
            attributes=tuple(
                (key, value) for key in self.settings.attributes if (value := _first(row, [key])) is not None
            ),
            files=tuple(self._files(row, found.get("file_code") or code, edition)),
        )

    def _files(self, row: dict[str, Any], code: str, edition: str) -> Iterator[ListedFile]:
        settings = self.settings
        says_nothing = all(row.get(each.flag) is None for each in settings.files)
        for each in settings.files:
            # A row without a word on files is asked for those whose number is known.
            is_there = each.confirmed if says_nothing else _flag(row.get(each.flag)) == settings.there
            if is_there:
                query = urlencode({"planCode": code, "versionNo": edition, "attachmentType": each.number})
                url = self.site.placed(f"{self.site.origin}{settings.file_path}?{query}")
                yield ListedFile(each.document_type, url, each.confirmed)


def _text(answer: Answer) -> bytes | str:
    """The answer in the signs that its header names, else as JSON is by rule."""
    named = CHARSET.search(answer.headers.get("content-type", ""))
    if named is None or named[1].lower() not in CHINESE:
        return answer.content
    try:
        return answer.content.decode("utf-8-sig")  # what is valid UTF-8 is hardly ever anything else
    except UnicodeDecodeError:
        return answer.content.decode("gb18030", errors="replace")


def _is_wrapper(said: dict[str, Any], names: JsonListSettings) -> bool:
    """Whether the list is further inside: no code of its own, or one that only says that all is well."""
    return names.code not in said or (names.rows not in said and str(said[names.code]) == names.code_done)


def _flag(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value).strip()


def _first(row: dict[str, Any], keys: Sequence[str]) -> str | None:
    """The first of these fields that says something."""
    for key in keys:
        value = row.get(key)
        if isinstance(value, (str, int)) and str(value).strip():
            return str(value).strip()
    return None
