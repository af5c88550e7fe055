"""A site as declared in resources/sites/<name>.toml: who it is, what may be asked, and how its list is read."""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from insurance_desktop import paths
from insurance_desktop.domain.errors import NotFound

from ..urls import UrlRules, domain_of, origin_of


@dataclass(frozen=True)
class SiteDescription:
    """`origin` serves the lists, `file_origins` the files beside it; `base_url` stands for all of them in tests.

    `disclosure_folders` are the paths of the disclosure that the law demands: only they can be confirmed against
    robots.txt. Documents of the types in `prints_code` carry the product's code on page 1. `settings` belong to the
    adapter.
    """

    name: str
    label: str
    company: str
    adapter: str
    origin: str
    file_origins: tuple[str, ...]
    forbidden: frozenset[str]
    disclosure_folders: tuple[str, ...]
    prints_code: tuple[str, ...]
    settings: dict[str, Any]
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
    """The site of that name; NotFound where there is none."""
    if name not in site_names():
        raise NotFound("crawl.no_such_site", site=name, known=", ".join(site_names()))
    declared = tomllib.loads((_folder() / f"{name}.toml").read_text(encoding="utf-8"))
    return SiteDescription(
        name=name,
        label=declared["label"],
        company=declared["company"],
        adapter=declared["adapter"],
        origin=declared["origin"],
        file_origins=tuple(declared.get("file_origins", ())),
        forbidden=frozenset(declared.get("forbidden", ())),
        disclosure_folders=tuple(declared["disclosure_folders"]),
        prints_code=tuple(declared.get("prints_code", ())),
        settings=declared["catalogue"],
    )


@cache
def _names_in_order() -> tuple[str, ...]:
    orders = {each.stem: tomllib.loads(each.read_text(encoding="utf-8"))["order"] for each in _folder().glob("*.toml")}
    return tuple(sorted(orders, key=lambda name: (orders[name], name)))


def _folder() -> Path:
    return paths.resource_root() / "sites"
