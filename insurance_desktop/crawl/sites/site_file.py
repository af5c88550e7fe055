"""The shape of a site's file, and of what each adapter needs to know: their fields are the keys of the TOML."""

from typing import Any

from insurance_desktop.domain.entity import entity


@entity
class ListedFlag:
    """A kind of file that a row of a JSON list may have: the row's `flag` says so, by `number` it is asked for.

    `confirmed`: a person has seen that the number brings files of this type.
    """

    document_type: str
    number: int
    flag: str
    confirmed: bool


@entity
class JsonListSettings:
    """A list that a page loads itself. `body` is the request with one of `lists` laid over it; the answer's members
    `code` (`code_done` where all is well), `message` and `rows` stand in `wrapper`, or not.

    `fields`: the names under which a row says each fact, the first that is there counts. `there`: what a flag says.
    """

    path: str
    referer: str
    file_path: str
    body: dict[str, Any]
    lists: tuple[dict[str, Any], ...]
    code: str
    code_done: str
    message: str
    rows: str
    wrapper: str
    there: str
    attributes: tuple[str, ...]
    files: tuple[ListedFlag, ...]
    fields: dict[str, tuple[str, ...]]


@entity
class HtmlTableSettings:
    """A table over numbered pages. `rows` is a CSS selector; `cells` says where each fact stands, where no heading of
    `headings` does; `types` are the words of links by type, `beside` what stands beside them."""

    path: str
    rows: str
    cells: dict[str, int]
    headings: dict[str, tuple[str, ...]]
    types: dict[str, tuple[str, ...]]
    beside: tuple[str, ...]


@entity
class HtmlTreeSettings:
    """Pages that are documents, found from the page at `path` on. Paths are told by regular expressions: `follow` are
    those of pages that lead on, `page_types` those of documents by type. `breadcrumb` is a CSS selector."""

    path: str
    follow: tuple[str, ...]
    page_types: dict[str, tuple[str, ...]]
    breadcrumb: str


SETTINGS: dict[str, type] = {
    "json_list": JsonListSettings,
    "html_table": HtmlTableSettings,
    "html_tree": HtmlTreeSettings,
}
"""What the table `catalogue` holds, by the name of the adapter."""


@entity
class SiteFile:
    """A site as its file says it; see `SiteDescription`. `order`: sites asked for most stand first."""

    order: int
    pack: str
    label: str
    company: str
    adapter: str
    origin: str
    disclosure_folders: tuple[str, ...]
    catalogue: dict[str, Any]
    file_origins: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    prints_code: tuple[str, ...] = ()
