"""A site as declared in resources/sites/<name>.toml: who it is, what may be asked, and how its list is read."""

import re
import sys
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from insurance_desktop import paths
from insurance_desktop.domain.addresses import origin_of
from insurance_desktop.domain.errors import NotFound, SiteError
from insurance_desktop.packs.fields import INVALID, FieldReader, Note
from insurance_desktop.packs.registry import pack_names
from insurance_desktop.packs.system_reasons import reason_of
from insurance_desktop.packs.wording import say

from ..urls import UrlRules, domain_of
from .site_file import SETTINGS, SiteFile

PATTERNS = ("catalogue.follow[", "catalogue.page_types.")
"""Keys of a site's catalogue whose texts are regular expressions."""


@dataclass(frozen=True)
class SiteDescription:
    """`origin` serves the lists, `file_origins` the files beside it; `base_url` stands for all of them in tests.

    `pack` reads its documents. `disclosure_folders` are the paths of the disclosure that the law demands: only they can
    be confirmed against robots.txt. Documents of the types in `prints_code` carry the product's code on page 1.
    `settings` belong to the adapter: they are of its kind in `site_file.SETTINGS`.
    """

    name: str
    pack: str
    label: str
    company: str
    adapter: str
    origin: str
    file_origins: tuple[str, ...]
    forbidden: frozenset[str]
    disclosure_folders: tuple[str, ...]
    prints_code: tuple[str, ...]
    settings: Any
    base_url: str | None = None

    def placed(self, url: str) -> str:
        """The address, moved to the other origin where one stands for the site's own."""
        if self.base_url is None or origin_of(url) not in (self.origin, *self.file_origins):
            return url
        parts = urlsplit(url)
        return self.base_url.rstrip("/") + parts.path + (f"?{parts.query}" if parts.query else "")

    @property
    def home(self) -> str:
        """The origin that is asked for the lists."""
        return origin_of(self.base_url) if self.base_url else self.origin

    def rules(self, forbidden: frozenset[str] = frozenset()) -> UrlRules:
        """What may be asked on this site; `forbidden` segments come from the pack."""
        origins = {self.home} if self.base_url else {self.origin, *self.file_origins}
        return UrlRules(self.forbidden | forbidden, frozenset(origins))

    @property
    def domains(self) -> tuple[str, ...]:
        """The hosts that are asked."""
        return (domain_of(self.home),) if self.base_url else tuple(map(domain_of, (self.origin, *self.file_origins)))

    def at(self, base_url: str | None) -> "SiteDescription":
        return replace(self, base_url=base_url)


def site_names() -> tuple[str, ...]:
    """The sites that this program knows, the ones asked for most first, then by name."""
    return _names_in_order()


@cache
def load_site(name: str) -> SiteDescription:
    """The site of that name; NotFound where there is none, SiteError with all faults where its file has some."""
    if name not in site_names():
        raise NotFound("crawl.no_such_site", site=name, known=", ".join(site_names()))
    return read_site(_folder() / f"{name}.toml")


def read_site(path: Path) -> SiteDescription:
    """The site that a file declares; SiteError whose `faults` are all lines `file: key: reason`."""
    faults: list[str] = []

    def note(key: str, reason: str, /, **values: object) -> Any:
        faults.append(f"{path.name}: {key or '-'}: {say(f'packs.{reason}', **values)}")
        return INVALID

    reader = _SiteReader(note)
    declared = reader.table(_entries(path, note), SiteFile, "")
    if faults:
        raise SiteError("crawl.site_faults", faults=tuple(faults))
    return SiteDescription(
        name=path.stem,
        pack=declared.pack,
        label=declared.label,
        company=declared.company,
        adapter=declared.adapter,
        origin=declared.origin,
        file_origins=declared.file_origins,
        forbidden=frozenset(declared.forbidden),
        disclosure_folders=declared.disclosure_folders,
        prints_code=declared.prints_code,
        settings=reader.settings,
    )


class _SiteReader(FieldReader):
    """Reads a site's file, whose addresses are origins and whose catalogue is what the adapter needs to know."""

    settings: Any = None

    def check_text(self, value: str, key: str) -> None:
        if key == "origin" or key.startswith("file_origins["):
            parts = urlsplit(value)
            if parts.scheme != "https" or not parts.netloc or value != f"https://{parts.netloc}":
                self.note(key, "no_origin", value=value)
        if key.startswith(PATTERNS):
            try:
                re.compile(value)
            except re.error as error:
                self.note(key, "bad_pattern", reason=error)

    def check_table(self, taken: dict[str, Any], shape: type, key: str) -> None:
        if shape is not SiteFile:
            return
        adapter, pack = taken.get("adapter", INVALID), taken.get("pack", INVALID)
        if pack is not INVALID and pack not in pack_names():
            self.note("pack", "unknown_name", name=pack, known=", ".join(pack_names()))
        if adapter is not INVALID and adapter not in SETTINGS:
            self.note("adapter", "unknown_name", name=adapter, known=", ".join(SETTINGS))
        elif adapter is not INVALID and "catalogue" in taken:
            self.settings = self.table(taken["catalogue"], SETTINGS[adapter], "catalogue")


def _entries(path: Path, note: Note) -> Any:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        return note("", "unreadable", reason=reason_of(error))
    except ValueError as error:  # not UTF-8, or not TOML
        return note("", "not_toml", reason=error)


@cache
def _names_in_order() -> tuple[str, ...]:
    """A file that says no order stands last: what is wrong with it is told where it is read."""
    orders = {each.stem: _order(each) for each in _folder().glob("*.toml")}
    return tuple(sorted(orders, key=lambda name: (orders[name], name)))


def _order(path: Path) -> int:
    entries = _entries(path, lambda *_, **__: {})
    order = entries.get("order")
    return order if isinstance(order, int) else sys.maxsize


def _folder() -> Path:
    return paths.resource_root() / "sites"
